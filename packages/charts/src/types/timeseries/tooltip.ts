import { grouped } from '@chartroom/model';
import { amountOf } from '../../draw/row-names.ts';
import { type TooltipRow, tooltipMarkup } from '../../draw/tooltip.ts';
import { laterNumbers } from '../../format/number.ts';
import type { DataSeries } from './rows.ts';
import type { SeriesContext } from './series-context.ts';

/** Of how many series a tooltip tells at least, and at most; between them as many as the picture is high for. */
const SERIES_TOLD = [8, 40] as const;
/** Pixels of a row, and of what stands above and below all of them. */
const ROW = 19;
const FRAME = 80;

interface PointEvent {
  seriesId?: string | undefined;
  seriesName?: string | undefined;
  value?: unknown;
  color?: unknown;
  axisValue?: unknown;
}

interface PointedValue {
  name: string;
  amount: number | null;
  color: string | undefined;
  lower?: number;
  width?: number;
  trend?: number;
}

const percent = laterNumbers('.2%');

/** What is written over the point or the axis value pointed at (contract, time-series family: drawing). */
export function tooltipFormatter(context: SeriesContext): (events: unknown) => string {
  const { settings, formats, table } = context;
  const byName = new Map(table.series.map((series) => [series.name, series]));
  return (given) => {
    const events = (Array.isArray(given) ? given : [given]).filter(isPointEvent);
    const [first] = events;
    const pair = Array.isArray(first?.value) ? first.value : [];
    const heading = formats.heading(settings.horizontal ? pair[1] : pair[0]);
    const pointed = ordered(context, gathered(context, events, byName));
    const measured = table.series.filter((series) => series.part === 'observed');
    const sums = settings.rich && measured.length > 1 && !settings.forecast;
    const total = pointed.reduce(
      (sum, { name, amount }) => sum + (byName.get(name)?.part === 'observed' ? (amount ?? 0) : 0),
      0,
    );
    const withShare = sums && Boolean(settings.form.showTooltipPercentage) && !settings.shares;
    const told = largest(pointed, rowsWithin(context.input.height));
    const rows = told.map(
      (each): TooltipRow => ({
        name: each.name,
        color: each.color,
        values: [
          valueText(context, each, byName.get(each.name)),
          ...(withShare ? [percent(total === 0 ? 0 : (each.amount ?? 0) / total)] : []),
        ],
      }),
    );
    const untold = pointed.length - told.length;
    if (untold > 0) rows.push({ name: `and ${grouped(untold)} smaller ones`, values: [] });
    if (sums && settings.form.showTooltipTotal) {
      rows.push({
        name: 'Total',
        bold: true,
        values: [formats.axis(total), ...(withShare ? [percent(1)] : [])],
      });
    }
    return tooltipMarkup(heading, rows);
  };
}

function isPointEvent(value: unknown): value is PointEvent {
  return typeof value === 'object' && value !== null;
}

function rowsWithin(height: number): number {
  const [least, most] = SERIES_TOLD;
  return Math.min(most, Math.max(least, Math.floor((height - FRAME) / ROW)));
}

/** The largest values, as many as there shall be, in their order. */
function largest(pointed: readonly PointedValue[], most: number): readonly PointedValue[] {
  if (pointed.length <= most) return pointed;
  const sizeOf = ({ amount, trend }: PointedValue) => amount ?? trend ?? Number.NEGATIVE_INFINITY;
  const kept = new Set(pointed.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, most));
  return pointed.filter((each) => kept.has(each));
}

/** One entry per series; the parts of a forecast are told in one row. */
function gathered(
  { settings }: SeriesContext,
  events: readonly PointEvent[],
  byName: ReadonlyMap<string, DataSeries>,
): PointedValue[] {
  const pointed = new Map<string, PointedValue>();
  for (const event of events) {
    const name = event.seriesName ?? '';
    // The parts of a forecast have one name, and ids of their own.
    const series = byName.get(event.seriesId ?? name) ?? byName.get(name);
    const pair = Array.isArray(event.value) ? event.value : [];
    const amount = amountOf(settings.horizontal ? pair[0] : pair[1]);
    if (amount === null || (series === undefined && name === 'baseline')) continue;
    const key = series?.base ?? name;
    const color = typeof event.color === 'string' ? event.color : undefined;
    const known = pointed.get(key) ?? { name: key, amount: null, color };
    if (series?.part === 'trend') known.trend = amount;
    else if (series?.part === 'lower') known.lower = amount;
    else if (series?.part === 'upper') known.width = amount;
    else known.amount = amount;
    pointed.set(key, known);
  }
  return [...pointed.values()];
}

function ordered({ settings }: SeriesContext, pointed: readonly PointedValue[]): PointedValue[] {
  const shown = settings.stack ? pointed.filter(({ amount }) => amount !== 0) : pointed;
  if (settings.form.tooltipSortByMetric) return shown.toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
  return settings.stack ? shown.toReversed() : [...shown];
}

function valueText(
  { settings, formats, partsOf }: SeriesContext,
  { amount, trend, lower, width }: PointedValue,
  series: DataSeries | undefined,
): string {
  const column = series?.column;
  const metric = column === undefined ? undefined : partsOf(column)[0];
  const format = formats.value(
    metric !== undefined && settings.metrics.includes(metric) ? metric : settings.metrics[0],
  );
  const observed = amount === null ? '' : format(amount);
  if (trend === undefined) return observed;
  const bounds =
    lower === undefined || width === undefined ? '' : ` (${format(lower)}, ${format(lower + width)})`;
  return `${observed}${observed === '' ? '' : ', '}ŷ = ${format(trend)}${bounds}`;
}
