import type { Drawing } from '@chartroom/charts';
import { isRecord, listOf, recordOf } from './recorded.ts';

/** What is asked of a formatter for a share, which the drawing library works out. */
const PERCENT = 25;

/** Stands in lists of amounts where there is no mark. */
const NO_MARK = '-';

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
      smooth: series.smooth ?? (isAlongTime(series) ? false : undefined),
      yAxisIndex: series.yAxisIndex,
      line: recordOf(series.lineStyle).type,
      roseType: series.roseType,
      radius: series.radius,
      symbolSize: series.symbolSize,
      showSymbol: series.showSymbol ?? (isAlongTime(series) ? series.type === 'scatter' : undefined),
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

/** Of bars and points along time, too, it was recorded whether they are smooth and have symbols. */
function isAlongTime({ type, stackStrategy }: Record<string, unknown>): boolean {
  return stackStrategy !== undefined && type !== 'line';
}

/** The series as they were recorded: those of single marks that are drawn together here had one each. */
function recordedSeries(option: Record<string, unknown>): Record<string, unknown>[] {
  const series = listOf(option.series).map(recordOf);
  if (series.some((each) => each.type === 'boxplot')) return boxesWithOutliers(series);
  const bubbles = series.flatMap(singleBubbles).toSorted((a, b) => Number(a.id) - Number(b.id));
  return bubbles.length === 0 ? series : bubbles.map(({ id: _place, ...bubble }) => bubble);
}

function singleBubbles(series: Record<string, unknown>): Record<string, unknown>[] {
  const items = listOf(series.data).map(recordOf);
  const numbered = items.filter((item) => series.type === 'scatter' && typeof item.id === 'number');
  return numbered.map(({ id, symbolSize, value }) => ({ ...series, id, symbolSize, data: [value] }));
}

/** Boxes knew what lies beyond their whiskers; each had a series of its own for it, at its name. */
function boxesWithOutliers(series: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const points = series.flatMap((each) => (each.type === 'scatter' ? listOf(each.data).map(recordOf) : []));
  const [drawn = {}] = series;
  const boxes = listOf(drawn.data).map((item, box) => {
    const own = points.filter((point) => point.box === box).map(({ value }) => listOf(value)[1]);
    return { box: recordOf(item), own };
  });
  const whole = boxes.map(({ box, own }) => ({ ...box, value: [...listOf(box.value), own] }));
  const outliers = boxes.map(({ box: { name, itemStyle }, own }) => ({
    type: 'scatter',
    name: 'outlier',
    itemStyle,
    data: own.map((value) => [name, value]),
  }));
  return [{ ...drawn, data: whole }, ...outliers];
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
  // The recorder asked each label without saying which series it stands in, and none that has no mark.
  const texts = listOf(series.data)
    .slice(0, 3)
    .flatMap((item, dataIndex) => {
      const { seriesIndex: _unsaid, ...event } = eventOf(series, item, dataIndex);
      return event.value === NO_MARK ? [] : [formatter(event)];
    });
  return texts.length > 0 ? texts : undefined;
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
