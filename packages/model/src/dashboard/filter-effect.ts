import type { ChartFormData, ExtraFormData } from '../form-data.ts';
import { columnLabel } from '../labels.ts';
import { timeFilterColumns } from './main-time.ts';

/** What a filter of a dashboard does to one of the charts in its scope, and why it does nothing. */

/** `incompatible`: the dataset lacks its column; `untimed`: the chart shows nothing in time; `unset`: it has no value. */
export interface FilterEffect {
  status: 'applied' | 'incompatible' | 'untimed' | 'unset';
  /** Why it does nothing, for people. */
  reason?: string;
}

/** A chart as it was asked. */
export interface AskedChart {
  /** Its form data with what the dashboard adds. */
  form: ChartFormData;
  /** Columns by which the server could not filter. */
  rejected: ReadonlySet<string>;
  /** Columns of its dataset that hold moments. */
  moments: ReadonlySet<string>;
}

const APPLIED: FilterEffect = { status: 'applied' };

/** What a filter does that adds `extra` to a chart. A filter that gives several things applies when one of them does. */
export function filterEffect(extra: ExtraFormData | undefined, chart: AskedChart): FilterEffect {
  const effects = [
    columnsEffect(extra, chart),
    extra?.time_range ? rangeEffect(chart) : undefined,
    extra?.granularity_sqla ? timeColumnEffect(extra.granularity_sqla, chart) : undefined,
    extra?.time_grain_sqla ? grainEffect(chart) : undefined,
  ].filter((effect) => effect !== undefined);
  const [first] = effects;
  if (!first) return { status: 'unset', reason: 'No value is chosen.' };
  return effects.find(({ status }) => status === 'applied') ?? first;
}

function columnsEffect(extra: ExtraFormData | undefined, { rejected }: AskedChart): FilterEffect | undefined {
  // Free SQL is never turned away.
  if (extra?.adhoc_filters?.length) return APPLIED;
  const columns = (extra?.filters ?? []).map(({ col }) => columnLabel(col));
  if (columns.length === 0) return undefined;
  return columns.some((column) => !rejected.has(column)) ? APPLIED : without(columns);
}

function rangeEffect({ form, rejected }: AskedChart): FilterEffect {
  const columns = timeFilterColumns(form);
  if (columns.length === 0) return { status: 'untimed', reason: 'The chart has no temporal filter.' };
  return columns.some((column) => !rejected.has(column)) ? APPLIED : without(columns);
}

function timeColumnEffect(column: string, chart: AskedChart): FilterEffect {
  if (!chart.moments.has(column)) return without([column]);
  const hasRange = Boolean(chart.form.extra_form_data?.time_range || chart.form.time_range);
  const own = timeFilterColumns({ ...chart.form, extra_form_data: null });
  if (isAlongTime(chart) || hasRange || own.length > 0) return APPLIED;
  return { status: 'untimed', reason: 'The chart has neither a time axis nor a temporal filter.' };
}

function grainEffect(chart: AskedChart): FilterEffect {
  return isAlongTime(chart) ? APPLIED : { status: 'untimed', reason: 'The chart has no time axis.' };
}

/** Whether a chart goes along a time, or groups by one. */
function isAlongTime({ form, moments }: AskedChart): boolean {
  const grouped = [form.x_axis, form.groupby, form.groupbyRows, form.groupbyColumns, form.all_columns];
  const names = grouped.flat().map(nameOf);
  const isOldSeries = Boolean(form.granularity_sqla) && form.x_axis === undefined;
  return isOldSeries || names.some((name) => name !== undefined && moments.has(name));
}

function nameOf(column: unknown): string | undefined {
  if (typeof column === 'string') return column;
  const isExpression = typeof column === 'object' && column !== null && 'sqlExpression' in column;
  return isExpression && typeof column.sqlExpression === 'string' ? column.sqlExpression : undefined;
}

function without(columns: readonly string[]): FilterEffect {
  const names = [...new Set(columns)].map((name) => `"${name}"`).join(', ');
  return { status: 'incompatible', reason: `The dataset of the chart has no column ${names}.` };
}
