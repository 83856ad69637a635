import { grouped } from '@chartroom/model';
import type { CustomSeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { measureOf } from '../../draw/measure.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors } from '../../format/label-colors.ts';
import { membersOf, metricsOf } from '../../question/read-form.ts';
import { type Cloud, cloudOf } from './words.ts';

/** Words round the middle of the picture, the weightiest first (contract, word cloud). */
export function draw(input: DrawInput): EChartsDrawing {
  const { theme } = input;
  const cloud = cloudIn(input);
  const { name, format } = measureOf(input, metricsOf(input.form.metric)[0]);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notesOf(cloud)),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => {
          const placed = cloud.words[Number(membersOf(Array.isArray(given) ? given[0] : given).dataIndex)];
          if (!placed) return '';
          const { word } = placed;
          return tooltipMarkup(word.name, [{ name, values: [format(word.value)] }]);
        },
      },
      series: [seriesOf(input, cloud)],
    },
  };
}

/** The cloud; where it cannot have all words, with room for saying so. */
function cloudIn(input: DrawInput): Cloud {
  const whole = cloudOf(input);
  return whole.words.length === whole.count ? whole : cloudOf({ ...input, height: input.height - NOTE_ROOM });
}

function notesOf({ words, count }: Cloud): string[] {
  if (words.length === count) return [];
  return [`Drawn: ${grouped(words.length)} of ${grouped(count)} words`];
}

function seriesOf(input: DrawInput, cloud: Cloud): CustomSeriesOption {
  const { form, theme, width, height } = input;
  const color = input.colors ?? formColors(form);
  const middle = { x: width / 2, y: (height - (cloud.words.length < cloud.count ? NOTE_ROOM : 0)) / 2 };
  const marks = cloud.words.map(({ word, x, y }) => ({
    type: 'text' as const,
    x: middle.x + x,
    y: middle.y + y,
    rotation: (-word.turn * Math.PI) / 180,
    style: {
      text: word.text,
      fontSize: word.size,
      fontFamily: theme.fontFamily,
      fill: color(word.name),
      align: 'center' as const,
      verticalAlign: 'middle' as const,
    },
    emphasis: { style: { fontWeight: 'bold' as const } },
    emphasisDisabled: false,
    focus: 'self' as const,
  }));
  return {
    type: 'custom',
    coordinateSystem: 'none',
    renderItem: ({ dataIndex }) => marks[dataIndex] ?? null,
    data: cloud.words.map(({ word }) => ({ name: word.name, value: word.value })),
  };
}
