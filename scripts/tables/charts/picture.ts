import type { Drawing } from '@chartroom/charts';
import { isRecord, listOf, recordOf } from './recorded.ts';

/** What is asked of a formatter for a share, which the drawing library works out. */
const PERCENT = 25;

type Callable = (...input: unknown[]) => unknown;

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** The option of a picture as plain members. */
export function optionOf(drawing: Drawing): Record<string, unknown> {
  if (drawing.kind === 'echarts') return recordOf(drawing.option);
  return drawing.kind === 'text' ? recordOf(drawing.trend?.option) : {};
}

/** The only or first of several members. */
export function firstOf(value: unknown): Record<string, unknown> {
  return recordOf(Array.isArray(value) ? value[0] : value);
}

/** What a reader sees of the series. */
export function seenSeries(option: Record<string, unknown>): Record<string, unknown>[] {
  return recordedSeries(option).map((series) => {
    const label = recordOf(series.label);
    return {
      id: series.id,
      type: series.type,
      name: series.name,
      stack: series.stack,
      step: series.step,
      smooth: series.smooth,
      yAxisIndex: series.yAxisIndex,
      line: recordOf(series.lineStyle).type,
      roseType: series.roseType,
      radius: series.radius,
      symbolSize: series.symbolSize,
      showSymbol: series.showSymbol,
      roam: series.roam,
      stackStrategy: series.stackStrategy,
      area: isRecord(series.areaStyle) ? series.areaStyle.opacity : undefined,
      color: colorOf(series),
      labelShown: label.show,
      labelPosition: label.position,
      labelTexts: labelTexts(series),
      ...seenShape(series),
      data: listOf(series.data).map(seenItem),
      ...seenNet(series),
    };
  });
}

/** The series as they were recorded: each bubble was one, in the order of the rows. */
function recordedSeries(option: Record<string, unknown>): Record<string, unknown>[] {
  const series = listOf(option.series).map(recordOf);
  const bubbles = series.flatMap((each) => {
    const items = listOf(each.data).map(recordOf);
    const numbered = items.filter((item) => each.type === 'scatter' && typeof item.id === 'number');
    return numbered.map((item) => ({
      ...each,
      id: item.id,
      symbolSize: item.symbolSize,
      data: [item.value],
    }));
  });
  if (bubbles.length === 0) return series;
  const inOrder = bubbles.toSorted((a, b) => Number(a.id) - Number(b.id));
  return inOrder.map(({ id: _place, ...bubble }) => bubble);
}

/** What a reader sees of how series of one kind are laid out. */
function seenShape({ type, ...series }: Record<string, unknown>): Record<string, unknown> {
  if (type === 'funnel') {
    const { orient, sort, gap, minSize, maxSize, funnelAlign } = series;
    return { orient, sort, gap, minSize, maxSize, funnelAlign };
  }
  if (type === 'gauge') {
    const { min, max, startAngle, endAngle, splitNumber, axisLine } = series;
    const axisColours = recordOf(recordOf(axisLine).lineStyle).color;
    return { min, max, startAngle, endAngle, splitNumber, axisColours };
  }
  return {};
}

/** What a reader sees of nodes and of what leads from one to another. */
function seenNet(series: Record<string, unknown>): Record<string, unknown> {
  const links = listOf(series.links).map((each) => {
    const { value, source, target } = recordOf(each);
    return { value, source, target };
  });
  if (series.type === 'sankey') return { links };
  // A tree takes its one colour from the page.
  if (series.type === 'tree') return { layout: series.layout, orient: series.orient, color: undefined };
  if (series.type === 'custom' || 'markLine' in series) return seenBars(series);
  if (series.type !== 'graph') return {};
  const { layout, edgeSymbol, draggable, force } = series;
  const data = listOf(series.data).map((each) => {
    const { id, name, value, category, symbolSize, itemStyle } = recordOf(each);
    return { id, name, value, category, symbolSize, color: recordOf(itemStyle).color };
  });
  const categories = listOf(series.categories).map(seenItem);
  const labelFormat = recordOf(series.label).formatter;
  return { layout, edgeSymbol, draggable, force, labelFormat, data, links, categories };
}

/** What a reader sees of bars that a chart shapes itself, and of the lines between them. */
function seenBars(series: Record<string, unknown>): Record<string, unknown> {
  const lines = listOf(recordOf(series.markLine).data);
  const marks = lines.length > 0 ? { markLine: lines, data: series.data } : {};
  const bars = listOf(series.data).map((each) => ({ value: recordOf(each).value }));
  return series.type === 'custom' ? { encode: series.encode, data: bars } : marks;
}

function colorOf(series: Record<string, unknown>): unknown {
  return recordOf(series.itemStyle).color ?? series.color;
}

function seenItem(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { name, value, itemStyle, isOther, children } = item;
  if (name === undefined) return Array.isArray(value) ? value : { value, color: recordOf(itemStyle).color };
  const inner = Array.isArray(children) ? children.map(seenItem) : undefined;
  return { name, value, color: recordOf(itemStyle).color, isOther, children: inner };
}

function labelTexts(series: Record<string, unknown>): unknown[] | undefined {
  const { formatter } = recordOf(series.label);
  if (!isCallable(formatter)) return undefined;
  const items = listOf(series.data).slice(0, 3);
  // The recorder asked each label without saying which series it stands in.
  return items.map((item, dataIndex) =>
    formatter({ ...eventOf(series, item, dataIndex), seriesIndex: undefined }),
  );
}

function eventOf(
  series: Record<string, unknown>,
  item: unknown,
  dataIndex: number,
  seriesIndex = 0,
): Record<string, unknown> {
  const named = recordOf(item);
  return {
    seriesName: series.name,
    seriesId: series.id,
    seriesIndex,
    seriesType: series.type,
    color: colorOf(series),
    name: Array.isArray(item) ? String(item[0]) : named.name,
    value: isRecord(item) ? named.value : item,
    data: item,
    dataIndex,
    percent: PERCENT,
    axisValue: Array.isArray(item) ? item[0] : undefined,
  };
}

/** The text of the tooltip over the first item, or over the first point of every series when the axis is pointed at. */
export function tooltipText(option: Record<string, unknown>): string | undefined {
  const tooltip = recordOf(option.tooltip);
  const { formatter } = tooltip;
  const series = listOf(option.series).map(recordOf);
  const events = series.flatMap((each, index) => {
    const [first] = listOf(each.data);
    return first === undefined ? [] : [eventOf(each, first, 0, index)];
  });
  if (!isCallable(formatter) || events.length === 0) return undefined;
  return cells(String(formatter(tooltip.trigger === 'axis' ? events : events[0])));
}

function cells(markup: string): string {
  const texts = markup
    .replace(/<[^>]*>/g, '\u0000')
    .split('\u0000')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(unescaped);
  return `| ${texts.join(' | ')} |`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** What a reader sees of an axis; texts are asked for the values that were recorded. */
export function seenAxis(
  axis: Record<string, unknown>,
  recorded: Record<string, unknown>,
): Record<string, unknown> {
  const label = recordOf(axis.axisLabel);
  const { formatter } = label;
  const asked = listOf(recorded.labels).map((pair) => listOf(pair)[0]);
  return {
    type: axis.type,
    name: axis.name,
    nameLocation: axis.nameLocation,
    min: axis.min,
    max: axis.max,
    scale: axis.scale,
    show: axis.show,
    minInterval: axis.minInterval,
    interval: label.interval === undefined ? undefined : String(label.interval),
    rotate: label.rotate,
    labels:
      isCallable(formatter) && asked.length > 0 ? asked.map((value) => [value, formatter(value)]) : undefined,
    minorTick: recordOf(axis.minorTick).show,
    data: axis.data,
  };
}

/** What a reader sees of the scale of colours. */
export function seenVisualMap(option: Record<string, unknown>): Record<string, unknown> {
  const scale = firstOf(option.visualMap);
  return { ...scale, colours: recordOf(scale.inRange).color };
}
