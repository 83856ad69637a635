import type { CustomSeriesOption } from 'echarts';
import type { DataPoint, DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { crossFilterOf } from '../../draw/cross-filter.ts';
import { drillFilters } from '../../draw/data-point.ts';
import { measureOf } from '../../draw/measure.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { dimensionText, NULL_TEXT } from '../../draw/row-names.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { nodeOpacity, shareOf } from '../../draw/tree-of-rows.ts';
import { formColors } from '../../format/label-colors.ts';
import { laterNumbers, type NumberFormatter, SMART_NUMBER } from '../../format/number.ts';
import { TIMESTAMP } from '../../question/base-axis.ts';
import { membersOf, textOf } from '../../question/read-form.ts';
import { boxesOf, type PartBox } from './boxes.ts';
import type { Part } from './parts.ts';
import { timeOption } from './time-option.ts';

const FONT_SIZE = 12;
/** Room that a text needs. */
const TEXT_HEIGHT = 14;
const TEXT_WIDTH = 30;
/** What small parts have in common has a colour of nobody. */
const REST_COLOR = '#888888';
const percentText = laterNumbers('.1%');

/** Columns of parts from left to right, each beside the whole that it is of (contract, partition). */
export function draw(input: DrawInput): EChartsDrawing {
  const { theme, height } = input;
  const whole = boxesOf(input, height);
  const { boxes, notes } = whole.notes.length === 0 ? whole : boxesOf(input, height - NOTE_ROOM);
  const boxAt = (dataIndex: unknown) => boxes[Number(dataIndex ?? -1)];
  const pointAt = (dataIndex: unknown): DataPoint | undefined => {
    const part = boxAt(dataIndex)?.part;
    return part && partPoint(input, part);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => {
          const box = boxAt(membersOf(Array.isArray(given) ? given[0] : given).dataIndex);
          return box ? tooltip(input, box) : '';
        },
      },
      series: [seriesOf(input, boxes)],
    },
    crossFilter: ({ dataIndex }) => pointAt(dataIndex)?.crossFilter,
    pointAt: ({ dataIndex }) => pointAt(dataIndex),
  };
}

function seriesOf(input: DrawInput, boxes: readonly PartBox[]): CustomSeriesOption {
  const { theme, selected } = input;
  const color = input.colors ?? formColors(input.form);
  const marks = boxes.map((box) => {
    const { part, name, value, metric, x, y, width, height } = box;
    const hasText = height >= TEXT_HEIGHT && width >= TEXT_WIDTH;
    const text = `${name}: ${valueText(value, formatOf(input, metric))}`;
    return {
      type: 'rect' as const,
      shape: { x, y, width: Math.max(0, width - 1), height: Math.max(0.5, height - 1) },
      style: {
        fill: part ? color(part.name) : REST_COLOR,
        opacity: part ? nodeOpacity(part, selected) : 1,
      },
      ...(hasText
        ? {
            textContent: {
              type: 'text' as const,
              style: {
                text,
                fontSize: FONT_SIZE,
                fontFamily: theme.fontFamily,
                width: width - 10,
                overflow: 'truncate' as const,
              },
            },
            // Dark or light, as the colour beneath needs it.
            textConfig: { position: 'insideLeft' as const, distance: 5 },
          }
        : {}),
    };
  });
  return {
    type: 'custom',
    coordinateSystem: 'none',
    renderItem: ({ dataIndex }) => marks[dataIndex] ?? null,
    data: boxes.map(({ name, value }) => ({ name, value: value ?? 0 })),
  };
}

function valueText(value: number | null, format: NumberFormatter): string {
  return value === null ? NULL_TEXT : format(value);
}

/** Changes in per cent are written so, unless the chart wants them otherwise. */
function formatOf(input: DrawInput, metric: string): NumberFormatter {
  const isAdaptive = (textOf(input.form.number_format) ?? SMART_NUMBER) === SMART_NUMBER;
  return isAdaptive && timeOption(input.form) === 'point_percent'
    ? percentText
    : measureOf(input, metric).format;
}

/** A part stands for the values on the way to it; it filters by those that are of no moment. */
function partPoint({ form, results }: DrawInput, { key, path }: Part): DataPoint | undefined {
  const dimensions = path.filter(([column]) => column !== TIMESTAMP);
  const filters = drillFilters(form, results[0], dimensions);
  const moments = path.filter(([column]) => column === TIMESTAMP);
  const crossFilter = crossFilterOf(
    dimensions.map(([column]) => column),
    dimensions.map(([, value]) => value),
    key,
  );
  const label = dimensions.map(([, value]) => dimensionText(value, undefined)).join(', ');
  return {
    crossFilter: crossFilter && { ...crossFilter, label },
    detail: [...drillFilters(form, results[0], moments), ...filters],
    drillBy: { field: 'groupby', filters },
  };
}

/** A part and its share of what it lies in; all that it lies in, too, where that is wanted. */
function tooltip(input: DrawInput, { part, name, value, metric, within }: PartBox): string {
  const format = formatOf(input, metric);
  const way = [...within, ...(part ? [part] : [{ name, value }])];
  const shown = input.form.rich_tooltip ? way : way.slice(-1);
  return tooltipMarkup(
    way.map((each) => each.name).join(' ▸ '),
    shown.map((each) => {
      const outer = way[way.indexOf(each) - 1];
      const share = outer?.value ? [percentText(shareOf(each.value ?? 0, outer.value))] : [''];
      return { name: each.name, values: [valueText(each.value, format), ...share] };
    }),
  );
}
