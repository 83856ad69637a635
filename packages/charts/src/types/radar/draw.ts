import type { RadarComponentOption, RadarSeriesOption } from 'echarts';
import type { DrawInput, DrawnMark, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { legendOption, legendRoom } from '../../draw/legend.ts';
import { markAt } from '../../draw/mark-at.ts';
import { cutText } from '../../draw/measure-text.ts';
import { largestNote, largestOf, noteOption } from '../../draw/note.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors } from '../../format/label-colors.ts';
import { metricFormatter, savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { textOf } from '../../question/read-form.ts';
import { LABEL_POSITIONS } from './controls.ts';
import { type RadarData, radarData, type Shape } from './shapes.ts';

const NAME_SIZE = 12;
const NAME_GAP = 10;
/** Lines that are drawn, the largest by their first metric: more of them are a thicket. */
const MOST = 50;

/** A line per group round a centre, with an axis per metric. */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, datasource, theme, selected } = input;
  const data = radarData(input);
  const { spokes, metrics } = data;
  const shapes = largestOf(data.shapes, ({ amounts }) => amounts[0] ?? 0, MOST);
  const notes = largestNote(shapes.length, data.shapes.length, 'group');
  const color = input.colors ?? formColors(form);
  const pointAt = (mark: DrawnMark) => {
    const shape = markAt(shapes, mark);
    return shape && rowPoint(input, shape.row, shape.name);
  };
  const titles = spokes.map(({ column }) => datasource.verbose_map[column] ?? column);
  const formats = spokes.map(({ column }) =>
    metricFormatter({
      metrics,
      metricFormats: savedFormats(datasource),
      metricCurrencies: savedCurrencies(datasource),
      format: textOf(form.number_format),
      key: column,
    }),
  );
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      legend: legendOption({ form, names: [...new Set(shapes.map(({ name }) => name))], theme }),
      radar: axesOf(input, data, titles),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => {
          const shape = markAt(shapes, (Array.isArray(event) ? event[0] : event) ?? {});
          return shape ? tooltip(shape, data, titles) : '';
        },
      },
      series: [
        {
          type: 'radar',
          // Those that would lie on others are left out.
          labelLayout: { hideOverlap: true },
          emphasis: {
            focus: 'none',
            label: { show: true, fontWeight: 'bold', backgroundColor: theme.colorBackground },
          },
          data: shapes.map((shape) => {
            const opacity = selectionOpacity(shape.name, selected);
            return {
              name: shape.name,
              value: [...shape.places],
              itemStyle: { color: color(shape.name), opacity },
              lineStyle: { color: color(shape.name), opacity },
              label: labelOption(input, shape, formats),
            };
          }),
        },
      ],
    },
    crossFilter: (mark) => pointAt(mark)?.crossFilter,
    pointAt,
  };
}

/** The axes in the room that the legend leaves; names that do not fit beside them are cut. */
function axesOf(
  { form, theme, width, height }: DrawInput,
  { spokes }: RadarData,
  titles: readonly string[],
): RadarComponentOption {
  const taken = { top: 0, right: 0, bottom: 0, left: 0 };
  const legend = legendRoom(form);
  if (legend) taken[legend.side] = legend.pixels;
  const across = Math.max(0, width - taken.left - taken.right);
  const down = Math.max(0, height - taken.top - taken.bottom);
  const radius = Math.round(Math.min(across * 0.28, down * 0.36));
  // Names at the top and at the bottom are in the middle of the picture, the others end where it does.
  const roomAt = (index: number) => {
    const lean = Math.abs(Math.sin((2 * Math.PI * index) / spokes.length));
    return lean < 0.1 ? across : across / 2 - radius * lean - NAME_GAP;
  };
  return {
    shape: form.is_circle ? 'circle' : 'polygon',
    center: [taken.left + across / 2, taken.top + down / 2],
    radius,
    indicator: spokes.map(({ min, max }, index) => ({ name: titles[index] ?? '', min, max })),
    axisName: {
      color: theme.colorTextSecondary,
      fontFamily: theme.fontFamily,
      fontSize: NAME_SIZE,
      formatter: (name = '') => cutText(name, NAME_SIZE, roomAt(titles.indexOf(name))),
    },
    axisNameGap: NAME_GAP,
    axisLine: { lineStyle: { color: theme.colorBorder } },
    splitLine: { lineStyle: { color: theme.colorSplit } },
    splitArea: { show: false },
  };
}

/** Labels tell the values themselves, wherever they stand; a missing value has none. */
function labelOption(
  { form, theme }: DrawInput,
  { name, amounts }: Shape,
  formats: readonly NumberFormatter[],
): RadarSeriesOption['label'] {
  return {
    show: Boolean(form.show_labels),
    position: LABEL_POSITIONS.find(([position]) => position === form.label_position)?.[0] ?? 'top',
    color: theme.colorText,
    fontFamily: theme.fontFamily,
    formatter: ({ dimensionIndex = 0 }) => {
      const amount = amounts[dimensionIndex] ?? null;
      const text = amount === null ? '' : (formats[dimensionIndex]?.(amount) ?? '');
      return form.label_type === 'key_value' && name !== '' && text !== '' ? `${name}: ${text}` : text;
    },
  };
}

/** Every metric with its value as the answer has it. */
function tooltip(shape: Shape, { spokes }: RadarData, titles: readonly string[]): string {
  return tooltipMarkup(
    shape.name,
    spokes.map(({ column }, index) => ({
      name: `${titles[index] ?? column}:`,
      values: [String(shape.row[column] ?? NO_VALUE)],
    })),
  );
}
