import type { ChartDataResult } from '@chartroom/model';
import type { DataPoint, DrawInput, DrawnMark, TextDrawing } from '../../chart-type.ts';
import {
  type BigNumberSettings,
  type BigNumberValue,
  bigNumberLines,
  bigNumberSettings,
} from '../../draw/big-number.ts';
import { drillFilters } from '../../draw/data-point.ts';
import { amountOf } from '../../draw/row-names.ts';
import { median, sum } from '../../draw/statistics.ts';
import { laterNumbers } from '../../format/number.ts';
import { xAxisLabel } from '../../question/base-axis.ts';
import { numberOf, textOf, wholeOf } from '../../question/read-form.ts';
import { type TrendPoint, trendOption } from './trend.ts';

/** Share of the height that the trend takes. */
const TREND_SHARE = 0.3;
const changeText = laterNumbers('+,.1%');

interface Change {
  text: string;
  className: 'positive' | 'negative' | '';
}

/** A number with its change and its trend (contract, big number with trend line). */
export function draw(input: DrawInput): TextDrawing {
  const { form, results, theme } = input;
  const settings = bigNumberSettings(input);
  const points = pointsOf(input, settings, results[0]);
  const known = points.filter(([, value]) => value !== null);
  const newest = points.at(-1);
  const wanted = bigValue(input, settings, points);
  const fallback = wanted === null ? known.at(-1) : undefined;
  const value = wanted ?? fallback?.[1] ?? null;
  const timestamp = fallback?.[0] ?? newest?.[0] ?? null;
  const change = changeOf(input, points);
  const showTrend = Boolean(form.show_trend_line) && points.length > 0;
  const trendHeight = showTrend ? Math.floor(input.height * TREND_SHARE) : 0;
  const drawn = padded(input, points);
  return {
    kind: 'text',
    lines: bigNumberLines(input, settings, input.height - trendHeight, {
      header: settings.write(value),
      subheader: change.text,
      subheaderColor: { positive: theme.colorSuccess, negative: theme.colorError, '': undefined }[
        change.className
      ],
      ...kickerOf(input, settings, timestamp, fallback !== undefined),
    }),
    facts: {
      bigNumber: value,
      className: change.className,
      headerFontSize: form.header_font_size,
      timestamp,
      startYAxisAtZero: form.start_y_axis_at_zero,
      showTimestamp: form.show_timestamp,
      showTrendLine: form.show_trend_line,
      metricName: settings.metricName,
      bigNumberFallback: fallback ?? null,
      trendLineData: drawn,
    },
    ...(showTrend
      ? {
          trend: {
            option: trendOption(input, settings, drawn),
            height: trendHeight,
            pointAt: (mark) => trendPoint(input, settings.metric, pointedAt(drawn, mark)),
          },
        }
      : {}),
  };
}

/** The point of the trend under the pointer, or nearest to it. */
function pointedAt(points: readonly TrendPoint[], { dataIndex, place }: DrawnMark): TrendPoint | undefined {
  const along = place?.[0];
  if (dataIndex !== undefined || along === undefined) return points[dataIndex ?? -1];
  const distance = ([time]: TrendPoint) => Math.abs(time - along);
  return points.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** What a moment of the trend stands for: its bucket. */
function trendPoint(
  { form, results }: DrawInput,
  metric: string,
  point: TrendPoint | undefined,
): DataPoint | undefined {
  const axis = xAxisLabel(form);
  if (!point || axis === undefined) return undefined;
  const [moment, value] = point;
  return {
    detail: drillFilters(form, results[0], [[axis, moment]]),
    ...(value !== null && { amount: { metric, value } }),
  };
}

/** Moments and values, oldest first. */
function pointsOf(
  { form }: DrawInput,
  { metric }: BigNumberSettings,
  result: ChartDataResult | undefined,
): TrendPoint[] {
  const axis = xAxisLabel(form) ?? '';
  return (result?.data ?? [])
    .flatMap((row): TrendPoint[] => {
      const time = timeOf(row[axis]);
      return time === undefined ? [] : [[time, amountOf(row[metric])]];
    })
    .toSorted(([a], [b]) => a - b);
}

function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

function bigValue(
  { form, results }: DrawInput,
  settings: BigNumberSettings,
  points: readonly TrendPoint[],
): BigNumberValue {
  if (form.aggregation === 'raw' && results[1]) return settings.read(results[1].data[0]?.[settings.metric]);
  return aggregated(
    points.flatMap(([, value]) => (value === null ? [] : [value])),
    textOf(form.aggregation),
  );
}

function aggregated(values: readonly number[], how: string | undefined): number | null {
  if (values.length === 0) return null;
  switch (how) {
    case 'sum':
      return sum(values);
    case 'mean':
      return sum(values) / values.length;
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'max':
      return values.reduce((most, value) => Math.max(most, value));
    case 'median':
      return median(values);
    default:
      return values.at(-1) ?? null;
  }
}

/** The newest value against the one some rows before. */
function changeOf({ form }: DrawInput, points: readonly TrendPoint[]): Change {
  const lag = wholeOf(form.compare_lag, 0);
  const [now, before] = [points.at(-1)?.[1] ?? null, lag > 0 ? (points.at(-1 - lag)?.[1] ?? null) : null];
  if (now === null || before === null || before === 0) return { text: '', className: '' };
  const change = (now - before) / Math.abs(before);
  const fallen = change < 0 ? 'negative' : '';
  const className = change > 0 ? 'positive' : fallen;
  return { text: `${changeText(change)} ${textOf(form.compare_suffix) ?? ''}`.trim(), className };
}

function kickerOf(
  { form }: DrawInput,
  settings: BigNumberSettings,
  timestamp: number | null,
  late: boolean,
): { kicker?: string } {
  const texts = [
    ...(form.show_timestamp && timestamp !== null ? [settings.writeTime(timestamp)] : []),
    ...(late ? ['Not up to date'] : []),
  ];
  return texts.length === 0 ? {} : { kicker: texts.join(' · ') };
}

/** Fixed to its time range, the trend leaves room where there are no values. */
function padded({ form, results }: DrawInput, points: readonly TrendPoint[]): TrendPoint[] {
  if (!form.time_range_fixed) return [...points];
  const [from, to] = [numberOf(results[0]?.from_dttm), numberOf(results[0]?.to_dttm)];
  const [first, last] = [points[0]?.[0], points.at(-1)?.[0]];
  return [
    ...(from !== undefined && (first === undefined || from < first) ? [[from, null] as const] : []),
    ...points,
    ...(to !== undefined && (last === undefined || to > last) ? [[to, null] as const] : []),
  ];
}
