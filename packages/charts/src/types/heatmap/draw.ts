import type {
  GridComponentOption,
  VisualMapComponentOption,
  XAXisComponentOption,
  YAXisComponentOption,
} from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { cutNames } from '../../draw/category-labels.ts';
import { textWidth } from '../../draw/measure-text.ts';
import { NULL_TEXT } from '../../draw/row-names.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { currencyOf } from '../../format/currency.ts';
import { metricFormatter, savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import { laterNumbers } from '../../format/number.ts';
import { pickedColor } from '../../format/picked-color.ts';
import { sequentialScheme } from '../../format/sequential.ts';
import { listed, membersOf, metricsOf, numberOf, textOf } from '../../question/read-form.ts';
import { type HeatmapCell, type HeatmapData, heatmapData } from './cells.ts';

const PADDING = 16;
const LEGEND_ROOM = 56;
const LABEL_SIZE = 12;
const percentText = laterNumbers('.2%');

/** Cells along two axes, coloured by their metric or by their rank (contract, heatmap). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, datasource, theme } = input;
  const data = heatmapData(input);
  const format = metricFormatter({
    metrics: metricsOf(form.metric),
    metricFormats: savedFormats(datasource),
    metricCurrencies: savedCurrencies(datasource),
    format: textOf(form.y_axis_format),
    currency: currencyOf(form.currency_format),
  });
  const name = datasource.verbose_map[data.metric] ?? data.metric;
  const cellAt = (item: unknown) =>
    data.cells.find(
      (cell) => Array.isArray(item) && cell.x === String(item[0]) && cell.y === String(item[1]),
    );
  const fits = labelFits(input, data);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      grid: gridOf(input),
      ...axesOf(input, data),
      visualMap: visualMapOf(input, data, format),
      tooltip: {
        ...baseTooltip(theme),
        formatter: (event) => {
          const cell = cellAt(membersOf(Array.isArray(event) ? event[0] : event).value);
          return cell ? tooltip(input, data, cell, name, format(cell.value)) : '';
        },
      },
      series: [
        {
          type: 'heatmap',
          name,
          data: data.cells.map((cell) => itemOf(data, cell)),
          itemStyle: cellEdge(input),
          emphasis: {
            itemStyle: {
              borderColor: theme.colorText,
              borderWidth: 1,
              shadowBlur: 6,
              shadowColor: 'rgba(0, 0, 0, 0.3)',
            },
          },
          label: {
            show: Boolean(form.show_values),
            fontFamily: theme.fontFamily,
            formatter: (event) => {
              const value = numberOf(Array.isArray(event.value) ? event.value[2] : undefined);
              const text = value === undefined ? '' : format(value);
              return fits(text) ? text : '';
            },
          },
          progressive: 1000,
        },
      ],
    },
  };
}

function itemOf(data: HeatmapData, cell: HeatmapCell) {
  return [
    category(data.xNames, cell.x, cell.row[data.xColumn]),
    category(data.yNames, cell.y, cell.row[data.yColumn]),
    cell.value ?? NULL_TEXT,
    ...(cell.rank === null ? [] : [cell.rank]),
  ];
}

/** A number among listed categories would be taken for its place in the list: there, names are texts. */
function category(names: readonly string[] | undefined, name: string, value: unknown): string | number {
  return names === undefined && typeof value === 'number' ? value : name;
}

function gridOf({ form }: DrawInput): GridComponentOption {
  return {
    left: numberOf(form.left_margin) ?? PADDING,
    right: PADDING,
    top: form.show_legend ? LEGEND_ROOM : PADDING,
    bottom: numberOf(form.bottom_margin) ?? PADDING,
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  };
}

function axesOf(
  { form, theme, width }: DrawInput,
  data: HeatmapData,
): { xAxis: XAXisComponentOption; yAxis: YAXisComponentOption } {
  const text = { color: theme.colorTextSecondary, fontFamily: theme.fontFamily };
  const line = { lineStyle: { color: theme.colorBorder } };
  const interval = (value: unknown) => {
    const every = numberOf(value) ?? -1;
    return every === -1 ? {} : { interval: every - 1 };
  };
  return {
    xAxis: {
      type: 'category',
      ...(data.xNames ? { data: data.xNames } : {}),
      axisLine: line,
      axisTick: { show: false },
      axisLabel: {
        ...text,
        ...interval(form.xscale_interval),
        rotate: numberOf(form.xAxisLabelRotation) ?? 0,
        formatter: cutNames(data.xText, width),
      },
    },
    yAxis: {
      type: 'category',
      ...(data.yNames ? { data: data.yNames } : {}),
      axisLine: line,
      axisTick: { show: false },
      axisLabel: { ...text, ...interval(form.yscale_interval), formatter: cutNames(data.yText, width) },
    },
  };
}

function visualMapOf(
  { form, theme }: DrawInput,
  { cells }: HeatmapData,
  format: (value: number) => string,
): VisualMapComponentOption {
  const shown = cells
    .map((cell) => (form.normalized ? cell.rank : cell.value))
    .filter((value) => value !== null);
  const [least, most] = listed(form.value_bounds).map(numberOf);
  const extreme = (pick: (a: number, b: number) => number) => (shown.length === 0 ? 0 : shown.reduce(pick));
  return {
    type: form.legend_type === 'piecewise' ? 'piecewise' : 'continuous',
    min: least ?? extreme((a, b) => Math.min(a, b)),
    max: most ?? extreme((a, b) => Math.max(a, b)),
    dimension: form.normalized ? 3 : 2,
    calculable: true,
    orient: 'horizontal',
    right: PADDING,
    top: 0,
    itemHeight: 120,
    show: Boolean(form.show_legend),
    inRange: { color: sequentialScheme(textOf(form.linear_color_scheme)).colors.map(String) },
    textStyle: { color: theme.colorTextSecondary, fontFamily: theme.fontFamily },
    formatter: (value) => {
      const amount = numberOf(value);
      return amount === undefined ? String(value) : format(amount);
    },
  };
}

/** Both names, the value, and its share of the column, the row or the whole. */
function tooltip(
  { form }: DrawInput,
  data: HeatmapData,
  cell: HeatmapCell,
  name: string,
  text: string,
): string {
  const across = form.normalize_across;
  const peers = data.cells.filter((each) => {
    if (across === 'x') return each.x === cell.x;
    return across === 'y' ? each.y === cell.y : true;
  });
  const whole = sum(peers.map((each) => each.value ?? 0));
  const ofColumn = across === 'y' ? data.yText(cell.y) : 'heatmap';
  const of = across === 'x' ? data.xText(cell.x) : ofColumn;
  const share = form.show_percentage
    ? [`${percentText(whole === 0 ? 0 : (cell.value ?? 0) / whole)} (${of})`]
    : [];
  return tooltipMarkup(`${data.xText(cell.x)} (${data.yText(cell.y)})`, [{ name, values: [text, ...share] }]);
}

/** Without an edge of its own, a cell of a colour near to the dark would seem to be missing there. */
function cellEdge({ form, theme }: DrawInput) {
  const borderWidth = numberOf(form.border_width) ?? 0;
  if (theme.dark && borderWidth === 0) return { borderColor: theme.colorBorder, borderWidth: 0.5 };
  return { borderColor: pickedColor(form.border_color, [0, 0, 0])(1), borderWidth };
}

/** Whether a text has room in a cell: those that have none would lie on those beside them. */
function labelFits({ width, height }: DrawInput, { cells }: HeatmapData): (text: string) => boolean {
  const across = (width - 2 * PADDING) / Math.max(1, new Set(cells.map(({ x }) => x)).size);
  const down = (height - 2 * PADDING) / Math.max(1, new Set(cells.map(({ y }) => y)).size);
  return (text) => down >= LABEL_SIZE && textWidth(text, LABEL_SIZE) <= across;
}
