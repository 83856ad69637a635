import type {
  BarSeriesOption,
  LabelLayoutOptionCallback,
  LineSeriesOption,
  ScatterSeriesOption,
} from 'echarts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { NULL_TEXT } from '../../draw/row-names.ts';
import { numberOf } from '../../question/read-form.ts';
import { axisOpacities } from './axis-filter.ts';
import { type DataSeries, streamBaseline } from './rows.ts';
import type { SeriesContext } from './series-context.ts';
import type { Settings } from './settings.ts';
import { labelFormatter } from './value-labels.ts';

/**
 * Places along the axis up to which values are written (of more none could be read, and to find that out takes long), and bars are
 * marks of their own: more are drawn as one.
 */
const MOST_LABELLED = 1_000;

/** Points for each pixel of the width, beyond which areas are drawn by the least and the greatest of neighbouring ones: all take seconds. */
const MOST_DENSE = 3;

/** From how many series on the others do not fade when one is pointed at. */
const MANY_SERIES = 500;

export type FamilySeries = LineSeriesOption | BarSeriesOption | ScatterSeriesOption;

interface Shift {
  dash: [number, number];
}

/** Pixels of the strokes of a forecast, and between them. */
const TREND_DASH = [6, 4];
const BAND_OPACITY = 0.2;

/** All series of a chart in drawing order; a stream starts with the invisible one that the others stand on. */
export function seriesOf(context: SeriesContext): FamilySeries[] {
  const { settings, table } = context;
  let shifted = 0;
  const drawn = table.series
    .filter((series) => !isBand(series) || !(settings.stack || settings.area))
    .map((series) => {
      const isShift = settings.offsets.some(
        (offset) =>
          series.name === offset || series.name.includes(`${offset},`) || series.name.includes(`, ${offset}`),
      );
      if (isShift) shifted += 1;
      const shift: Shift | undefined = isShift ? { dash: [(shifted % 5) + 1, (shifted % 3) + 1] } : undefined;
      return oneSeries(context, series, shift);
    });
  return settings.stack === 'Stream' && drawn.length > 0 ? [baseline(context), ...drawn] : drawn;
}

function isBand({ part }: DataSeries): boolean {
  return part === 'lower' || part === 'upper';
}

function oneSeries(context: SeriesContext, series: DataSeries, shift: Shift | undefined): FamilySeries {
  const { settings, input, table } = context;
  if (isBand(series)) return bandSeries(context, series);
  const { mark, forecast } = settings;
  const isTrend = series.part === 'trend';
  const isPoint = !isTrend && (mark === 'scatter' || (forecast && hasForecast(table, series)));
  const common = {
    ...named(series),
    yAxisIndex: 0,
    data: points(context, series.values),
    ...(settings.stack ? { stack: stackOf(context, series, shift) } : {}),
    stackStrategy: settings.stack === 'Stream' ? ('all' as const) : ('samesign' as const),
    label: labels(context, series),
    ...(isLabelled(context) && {
      labelLayout: settings.horizontal ? keptInside(input.width) : { hideOverlap: true },
    }),
    // To fade thousands of others at each move of the pointer would hold the page up.
    emphasis: context.table.series.length > MANY_SERIES ? { disabled: true } : { focus: 'series' as const },
    symbolSize: numberOf(settings.form.markerSize) ?? 6,
  };
  const color = context.color(colorKey(settings, series));
  const byPlace = axisOpacities(settings, table.axis, input.selected);
  const opacity = byPlace ? 1 : selectionOpacity(common.name, input.selected);
  const itemStyle = { color, opacity };
  if (isPoint) return { type: 'scatter', ...common, itemStyle, cursor: 'pointer' };
  if (mark === 'bar' && !isTrend) {
    const border = shift
      ? { borderType: 'dotted' as const, borderWidth: 1.5, borderColor: color, opacity: 0.7 * opacity }
      : {};
    const data = byPlace
      ? common.data.map((value, index) => ({ value, itemStyle: { opacity: byPlace[index] ?? 1 } }))
      : common.data;
    const large = !byPlace && table.axis.length > MOST_LABELLED;
    return {
      type: 'bar',
      ...common,
      data,
      ...(large && { large }),
      itemStyle: { ...itemStyle, ...border },
      barMaxWidth: 120,
    };
  }
  return { ...common, ...lineFacts(context, series, shift, color, opacity) };
}

/** The parts of a forecast bear the name of their series: the legend and filters take them together. */
function named({ name, base, part }: DataSeries) {
  return { id: name, name: part === 'observed' ? name : base };
}

/** Whether areas leave out points that lie between others of the same pixel. */
export function isThinned({ settings, table, input }: SeriesContext): boolean {
  return settings.area && table.axis.length > MOST_DENSE * input.width;
}

function lineFacts(
  context: SeriesContext,
  series: DataSeries,
  shift: Shift | undefined,
  color: string,
  opacity: number,
): LineSeriesOption {
  const { settings } = context;
  const { form, rich } = settings;
  const markers = Boolean(form.markerEnabled);
  // With tooltips by item, every point can be pointed at, so there are symbols that show only then.
  const isDotted = hasNoLine(series.values);
  const ghost = !rich && !markers && !settings.showValue && !isDotted;
  const dash = shift?.dash ?? (series.part === 'trend' ? TREND_DASH : undefined);
  const fill = settings.area ? { areaStyle: { opacity: (numberOf(form.opacity) ?? 0.2) * opacity } } : {};
  return {
    type: 'line',
    ...courseOf(settings),
    showSymbol: markers || settings.showValue || ghost || isDotted,
    itemStyle: { color, opacity: ghost ? 0 : opacity },
    lineStyle: {
      color,
      opacity: shift ? 0.7 * opacity : opacity,
      ...(dash ? { type: dash } : {}),
      width: 2,
    },
    ...(shift ? { connectNulls: true } : {}),
    ...(series.part === 'trend' ? { z: 3 } : {}),
    ...fill,
    ...(isThinned(context) && { sampling: 'minmax' as const }),
    triggerEvent: true,
  };
}

/** How a line goes from one value to the next. */
function courseOf({ mark }: Settings): Pick<LineSeriesOption, 'smooth' | 'step'> {
  const step = mark === 'start' || mark === 'middle' || mark === 'end' ? mark : undefined;
  return { smooth: mark === 'smooth', ...(step ? { step } : {}) };
}

/** Whether no two values stand beside each other: a line through them would not be seen. */
function hasNoLine(values: DataSeries['values']): boolean {
  const isThere = (at: number) => values[at] !== null && values[at] !== undefined;
  return (
    values.some((_value, at) => isThere(at)) && !values.some((_value, at) => isThere(at) && isThere(at + 1))
  );
}

function bandSeries(context: SeriesContext, series: DataSeries): LineSeriesOption {
  const { settings, input } = context;
  const color = context.color(colorKey(settings, series));
  const opacity = BAND_OPACITY * selectionOpacity(series.base, input.selected);
  return {
    type: 'line',
    ...named(series),
    ...courseOf(settings),
    stack: `${series.base} band`,
    stackStrategy: 'all',
    data: points(context, series.values),
    symbol: 'none',
    silent: true,
    lineStyle: { opacity: 0 },
    itemStyle: { color },
    ...(series.part === 'upper' ? { areaStyle: { color, opacity } } : {}),
  };
}

function baseline(context: SeriesContext): LineSeriesOption {
  return {
    type: 'line',
    name: 'baseline',
    stack: 'obs',
    stackStrategy: 'all',
    smooth: context.settings.mark === 'smooth',
    data: points(context, streamBaseline(context.table.series)),
    showSymbol: false,
    silent: true,
    tooltip: { show: false },
    lineStyle: { opacity: 0 },
    areaStyle: { opacity: 0 },
  };
}

/** Whether a measured series is continued. */
export function hasForecast(table: SeriesContext['table'], series: DataSeries): boolean {
  return table.series.some((each) => each.base === series.base && each.part === 'trend');
}

/** Shifted series stand in a stack of their own, and so do the parts of a split one. */
function stackOf({ settings, partsOf }: SeriesContext, series: DataSeries, shift: Shift | undefined): string {
  const kind = series.part === 'trend' ? 'trend' : 'obs';
  const offset = shift ? settings.offsets.find((each) => series.name.includes(each)) : undefined;
  if (offset !== undefined) return `${kind} ${offset}`;
  const at = settings.dimensions.indexOf(String(settings.form.stackDimension ?? ''));
  if (settings.stack !== 'Stack' || at < 0) return kind;
  const parts = partsOf(series.column);
  return parts.slice(-settings.dimensions.length)[at] ?? kind;
}

function points(
  { settings, table }: SeriesContext,
  values: readonly (number | null)[],
): (string | number | null)[][] {
  return values.map((value, index) => {
    const at = table.axis[index];
    const text = at === null || at === undefined ? NULL_TEXT : String(at);
    const x = typeof at === 'number' ? at : text;
    return settings.horizontal ? [value, x] : [x, value];
  });
}

function isLabelled({ settings, table }: SeriesContext): boolean {
  return settings.showValue && table.axis.length <= MOST_LABELLED;
}

function labels(context: SeriesContext, series: DataSeries) {
  const { settings, input } = context;
  return {
    show: isLabelled(context),
    position: settings.horizontal ? ('right' as const) : ('top' as const),
    color: input.theme.colorText,
    fontFamily: input.theme.fontFamily,
    formatter: labelFormatter(context, series),
  };
}

/** A label beside the longest bar is moved onto it, where it would be cut at the edge of the picture. */
function keptInside(width: number): LabelLayoutOptionCallback {
  return ({ labelRect }) => {
    const beyond = labelRect.x + labelRect.width - width;
    return { hideOverlap: true, ...(beyond > 0 && { dx: -beyond }) };
  };
}

/** A shifted series has the colour of the one that it belongs to, when that is wanted and there is such a label. */
function colorKey({ form, offsets }: Settings, series: DataSeries): string {
  if (!form.time_shift_color) return series.base;
  return offsets.reduce(
    (name, offset) => name.replace(`${offset}, `, '').replace(`, ${offset}`, ''),
    series.base,
  );
}
