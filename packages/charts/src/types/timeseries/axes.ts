import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { DrawTheme } from '../../chart-type.ts';
import { axisLook, axisText } from '../../draw/axis-look.ts';
import { categoryLabels } from '../../draw/category-labels.ts';
import { NULL_TEXT } from '../../draw/row-names.ts';
import { numberOf, textOf } from '../../question/read-form.ts';
import type { Formats } from './formats.ts';
import type { DataTable } from './rows.ts';
import type { Bounds, Settings } from './settings.ts';

/** What axes are made of. */
export interface AxesRequest {
  settings: Settings;
  table: DataTable;
  formats: Formats;
  theme: DrawTheme;
  /** Room of the whole picture, in pixels. */
  size: { width: number; height: number };
}

/** Room beside the axis along which values stand, for the other axis and its labels. */
const BESIDE = 70;
/** Pixels of a picture below which values side by side get in each other's way, and those that each of them takes. */
const NARROW = 300;
const PART = 110;

/** Both axes; lying bars have them exchanged. */
export function axesOf(request: AxesRequest): { xAxis: XAXisComponentOption; yAxis: YAXisComponentOption } {
  const { horizontal } = request.settings;
  const { width } = request.size;
  const [along, values] = [alongAxis(request), valueAxis(request)];
  if (!horizontal) return { xAxis: along, yAxis: values };
  const parts = width < NARROW ? { splitNumber: Math.max(1, Math.floor(width / PART)) } : {};
  return { xAxis: { ...values, ...parts }, yAxis: { ...along, inverse: true } };
}

function lines(theme: DrawTheme) {
  return { ...axisLook(theme), minorSplitLine: { lineStyle: { color: theme.colorSplit, opacity: 0.5 } } };
}

/** The axis along which values stand. */
export function alongAxis(request: AxesRequest) {
  const { settings, table, formats, theme } = request;
  const { form, axisKind } = settings;
  const shared = lines(theme);
  const rotate = numberOf(form.xAxisLabelRotation) ?? 0;
  const bounds = axisKind === 'value' ? numericBounds(settings, table) : {};
  return {
    ...shared,
    type: axisKind,
    name: textOf(form.x_axis_title) ?? '',
    nameLocation: 'middle' as const,
    nameGap: numberOf(form.x_axis_title_margin) ?? 15,
    minInterval: formats.minInterval,
    splitLine: { show: false },
    minorTick: { show: Boolean(form.minorTicks) },
    ...(axisKind === 'value' && settings.mark === 'bar' ? { scale: true } : {}),
    ...defined(bounds),
    axisLabel: {
      hideOverlap: true,
      rotate,
      ...axisText(theme),
      ...(form.xAxisLabelInterval === '0' ? { interval: 0, hideOverlap: false } : {}),
      ...(formats.category ? { formatter: formats.category } : {}),
      ...(rotate === 0 && form.xAxisLabelInterval !== '0' ? labelsLaid(request) : {}),
    },
  };
}

/** Names along the lower edge lie so that all of them are there, as long as there is room. */
function labelsLaid({ settings, table, formats, size }: AxesRequest) {
  if (settings.axisKind !== 'category' || settings.horizontal) return {};
  const write = formats.category ?? String;
  const texts = table.axis.map((value) =>
    typeof value === 'string' || typeof value === 'number' ? write(value) : String(value ?? NULL_TEXT),
  );
  return categoryLabels([...new Set(texts)], { ...size, width: size.width - BESIDE }) ?? {};
}

/** A truncated numeric axis shows the data and no more; bars keep room for their width. */
function numericBounds({ axisBounds, mark, form }: Settings, { axis }: DataTable): Bounds {
  if (!form.truncateXAxis) return {};
  if (mark === 'bar') return axisBounds;
  const present = axis.filter((value) => typeof value === 'number');
  if (present.length === 0) return axisBounds;
  return {
    min: axisBounds.min ?? present.reduce((least, value) => Math.min(least, value)),
    max: axisBounds.max ?? present.reduce((most, value) => Math.max(most, value)),
  };
}

/** The axis of values. */
export function valueAxis({ settings, table, formats, theme }: AxesRequest) {
  const { form } = settings;
  const log = Boolean(form.logAxis);
  const top = form.y_axis_title_position === 'Top';
  return {
    ...lines(theme),
    type: log ? ('log' as const) : ('value' as const),
    name: textOf(form.y_axis_title) ?? '',
    nameLocation: top ? ('end' as const) : ('middle' as const),
    nameGap: numberOf(form.y_axis_title_margin) ?? 30,
    scale: Boolean(form.truncateYAxis),
    ...defined(valueBounds(settings, table, log)),
    minorTick: { show: Boolean(form.minorTicks) },
    minorSplitLine: { ...lines(theme).minorSplitLine, show: Boolean(form.minorSplitLine) },
    axisLabel: { ...axisText(theme), hideOverlap: true, formatter: (value: number) => formats.axis(value) },
  };
}

function valueBounds(
  { form, stack, valueBounds: given }: Settings,
  { minPositive }: DataTable,
  log: boolean,
): Bounds {
  const whole = stack === 'Expand' || (form.contributionMode === 'row' && stack !== undefined);
  const min = given.min ?? (whole ? 0 : undefined);
  const max = given.max ?? (whole ? 1 : undefined);
  if (log && min === undefined && minPositive !== undefined)
    return { min: 10 ** Math.floor(Math.log10(minPositive)), max };
  return { min, max };
}

function defined({ min, max }: Bounds): { min?: number; max?: number } {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
