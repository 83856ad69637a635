import { ownMember } from '@chartroom/model';
import type { LineSeriesOption } from 'echarts';
import { readFormula } from '../../draw/formula.ts';
import { amountOf } from '../../draw/row-names.ts';
import { listed, membersOf, numberOf, textOf, textsOf } from '../../question/read-form.ts';
import type { SeriesContext } from './series-context.ts';

/** Something drawn over the chart: a formula, events, intervals or another series (contract, annotation layers). */
interface Layer {
  name: string;
  kind: string;
  value: string;
  fromChart: boolean;
  showLabel: boolean;
  dash: 'solid' | 'dashed' | 'dotted' | number[];
  width: number;
  color: string;
  opacity: number | undefined;
  showMarkers: boolean;
  hideLine: boolean;
  timeColumn: string | undefined;
  intervalEndColumn: string | undefined;
  titleColumn: string | undefined;
  descriptionColumns: string[];
}

/** One event or interval of a layer. */
interface Occurrence {
  from: string | number;
  to: string | number;
  text: string;
}

const OPACITIES: Readonly<Record<string, number>> = { opacityLow: 0.2, opacityMedium: 0.5, opacityHigh: 0.8 };

/** The annotations of a chart as series, and the names that belong into its legend. */
export function annotationsOf(
  context: SeriesContext,
  data: Readonly<Record<string, unknown>>,
): { series: LineSeriesOption[]; names: string[] } {
  const layers = listed(context.settings.form.annotation_layers)
    .map(membersOf)
    .filter((layer) => layer.show !== false)
    .map((layer) => layerOf(layer, context));
  const series = layers.flatMap((layer) => drawn(layer, context, data));
  const inLegend = (layer: Layer) => layer.kind === 'FORMULA' || layer.kind === 'TIME_SERIES';
  return { series, names: layers.filter(inLegend).map((layer) => layer.name) };
}

function layerOf(layer: Readonly<Record<string, unknown>>, { color }: SeriesContext): Layer {
  const name = textOf(layer.name) ?? '';
  const style = textOf(layer.style);
  const otherDash = style === 'longDashed' ? [10, 5] : 'solid';
  return {
    name,
    kind: textOf(layer.annotationType) ?? 'FORMULA',
    value: String(layer.value ?? ''),
    fromChart: layer.sourceType === 'table' || layer.sourceType === 'line',
    showLabel: layer.showLabel === true,
    dash: style === 'dashed' || style === 'dotted' ? style : otherDash,
    width: numberOf(layer.width) ?? 1,
    color: textOf(layer.color) ?? color(name),
    opacity: ownMember(OPACITIES, textOf(layer.opacity) ?? ''),
    showMarkers: layer.showMarkers === true,
    hideLine: layer.hideLine === true,
    timeColumn: textOf(layer.timeColumn),
    intervalEndColumn: textOf(layer.intervalEndColumn),
    titleColumn: textOf(layer.titleColumn),
    descriptionColumns: textsOf(layer.descriptionColumns),
  };
}

function drawn(
  layer: Layer,
  context: SeriesContext,
  data: Readonly<Record<string, unknown>>,
): LineSeriesOption[] {
  if (layer.kind === 'FORMULA') return [formulaSeries(layer, context)];
  const records = listed(membersOf(data[layer.name]).records).map(membersOf);
  if (layer.kind === 'TIME_SERIES') return [timeSeries(layer, context, records)];
  const occurrences = records.flatMap((record) => occurrenceOf(layer, record));
  return [
    layer.kind === 'INTERVAL' ? intervals(layer, context, occurrences) : events(layer, context, occurrences),
  ];
}

function lineStyle(layer: Layer) {
  return { color: layer.color, type: layer.dash, width: layer.width, opacity: layer.opacity ?? 1 };
}

function pair({ settings }: SeriesContext, x: string | number, y: number): (string | number)[] {
  return settings.horizontal ? [y, x] : [x, y];
}

function formulaSeries(layer: Layer, context: SeriesContext): LineSeriesOption {
  const formula = readFormula(layer.value);
  const data = context.table.axis.flatMap((x, index) => {
    if (typeof x === 'number') return [pair(context, x, formula(x))];
    return typeof x === 'string' ? [pair(context, x, formula(index))] : [];
  });
  return {
    type: 'line',
    id: layer.name,
    name: layer.name,
    data,
    smooth: true,
    symbolSize: 0,
    itemStyle: { color: layer.color },
    lineStyle: lineStyle(layer),
  };
}

function timeSeries(
  layer: Layer,
  context: SeriesContext,
  records: readonly Record<string, unknown>[],
): LineSeriesOption {
  const data = records.flatMap((record) => {
    const [x, y] = Object.values(record);
    const amount = amountOf(y);
    return (typeof x === 'number' || typeof x === 'string') && amount !== null
      ? [pair(context, x, amount)]
      : [];
  });
  const line = lineStyle(layer);
  return {
    type: 'line',
    id: layer.name,
    name: layer.name,
    data,
    symbolSize: layer.showMarkers ? 6 : 0,
    itemStyle: { color: layer.color },
    lineStyle: { ...line, width: layer.hideLine ? 0 : line.width },
  };
}

/** Records of the layer's own store have fixed names; those of a chart are named by the layer. */
function occurrenceOf(layer: Layer, record: Readonly<Record<string, unknown>>): Occurrence[] {
  const own = !layer.fromChart;
  const from = record[own ? 'start_dttm' : (layer.timeColumn ?? '')];
  const to = record[own ? 'end_dttm' : (layer.intervalEndColumn ?? '')];
  if (typeof from !== 'number' && typeof from !== 'string') return [];
  const title = record[own ? 'short_descr' : (layer.titleColumn ?? '')];
  const described = own ? ['long_descr'] : layer.descriptionColumns;
  const descriptions = described
    .map((column) => record[column])
    .filter((each) => each !== null && each !== undefined && each !== '');
  const heading = title ? `${layer.name} - ${title}` : layer.name;
  const text = descriptions.length > 0 ? `${heading}\n\n${descriptions.join('\n')}` : heading;
  return [{ from, to: typeof to === 'number' || typeof to === 'string' ? to : from, text }];
}

function labelOf(layer: Layer, { input, settings }: SeriesContext) {
  const text = { color: input.theme.colorText, fontFamily: input.theme.fontFamily };
  const position = settings.horizontal ? ('insideStartTop' as const) : ('insideEndTop' as const);
  return {
    label: { show: layer.showLabel, position, formatter: '{b}', ...text },
    emphasis: { label: { show: true, position, formatter: '{b}', ...text } },
  };
}

function events(layer: Layer, context: SeriesContext, occurrences: readonly Occurrence[]): LineSeriesOption {
  const at = (value: string | number) => (context.settings.horizontal ? { yAxis: value } : { xAxis: value });
  return {
    type: 'line',
    id: layer.name,
    name: layer.name,
    data: [],
    markLine: {
      silent: false,
      symbol: 'none',
      ...labelOf(layer, context),
      lineStyle: lineStyle(layer),
      data: occurrences.map((occurrence) => ({ name: occurrence.text, ...at(occurrence.from) })),
    },
  };
}

function intervals(
  layer: Layer,
  context: SeriesContext,
  occurrences: readonly Occurrence[],
): LineSeriesOption {
  const at = (value: string | number) => (context.settings.horizontal ? { yAxis: value } : { xAxis: value });
  const { label, emphasis } = labelOf(layer, context);
  return {
    type: 'line',
    id: layer.name,
    name: layer.name,
    data: [],
    markArea: {
      silent: false,
      label: { ...label, position: 'insideTop' },
      emphasis: { label: { ...emphasis.label, position: 'insideTop' } },
      itemStyle: { color: layer.color, opacity: layer.opacity ?? OPACITIES.opacityMedium },
      data: occurrences.map(({ from, to, text }) => [{ name: text, ...at(from) }, at(to)]),
    },
  };
}
