import { type DataRow, type MetricRef, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../chart-type.ts';
import { TIMESTAMP } from '../question/base-axis.ts';
import { metricsOf, textOf, uniqueBy } from '../question/read-form.ts';
import { shiftsOf } from '../question/series-over-time.ts';
import { amountOf } from './row-names.ts';

/** One series of an answer over time. */
export interface LineOverTime {
  /** Its column of the answer. */
  column: string;
  /** How it reads: dimensions, and the metric where there are several. */
  name: string;
  /** Label of its metric. */
  metric: string;
  /** Values of the dimensions. */
  parts: readonly string[];
  /** The other time that it is of (`1 week ago`). */
  shift: string | undefined;
  /** By moments that rise, in epoch milliseconds. */
  points: readonly TimePoint[];
}

export interface TimePoint {
  x: number;
  y: number | null;
}

type LinesInput = Pick<DrawInput, 'form' | 'results' | 'datasource'>;

/** The series of an answer with a row per moment, by name; those without a number are left out. */
export function linesOverTime(input: LinesInput): LineOverTime[] {
  const { form, results, datasource } = input;
  const [result] = results;
  if (!result) return [];
  const metrics = formMetrics(input);
  const measures = measureColumns(metrics, shiftsOf(form));
  const rows = byMoment(result.data);
  const lines = result.colnames.flatMap((column): LineOverTime[] => {
    if (column === TIMESTAMP) return [];
    // Of a metric in SQL the answer names the SQL where it stands alone.
    const [measure = column, ...parts] = measures.has(column)
      ? [column]
      : (result.label_map[column] ?? [column]);
    const found = measures.get(measure);
    if (!found) return [];
    const { metric, shift } = found;
    const points = rows.map(([x, row]) => ({ x, y: finite(row[column]) }));
    const title = datasource.verbose_map[metric] ?? metric;
    const names = metrics.length > 1 || parts.length === 0 ? [title, ...parts] : parts;
    const name = [...names, ...(shift === undefined ? [] : [shift])].join(', ');
    return points.every(({ y }) => y === null) ? [] : [{ column, name, metric, parts, shift, points }];
  });
  const byName = new Intl.Collator('en', { numeric: true });
  return lines.toSorted((one, other) => byName.compare(one.name, other.name));
}

/** The metrics of a chart, each once. */
export function formMetrics({ form }: Pick<DrawInput, 'form'>): MetricRef[] {
  return uniqueBy([...metricsOf(form.metric), ...metricsOf(form.metrics)], metricLabel);
}

/** What the first part of a series' name stands for: a metric, one at another time, or the two compared. */
function measureColumns(metrics: readonly MetricRef[], shifts: readonly string[]) {
  const columns = new Map<string, { metric: string; shift: string | undefined }>();
  for (const metric of metrics.map(metricLabel)) {
    columns.set(metric, { metric, shift: undefined });
    for (const shift of shifts) {
      const then = `${metric}__${shift}`;
      for (const name of [then, ...COMPARED.map((kind) => `${kind}__${metric}__${then}`)])
        columns.set(name, { metric, shift });
    }
  }
  return columns;
}

const COMPARED = ['difference', 'percentage', 'ratio'];

/** The rows by their moments, in order; what is no moment is left out. */
export function byMoment(rows: readonly DataRow[]): (readonly [x: number, row: DataRow])[] {
  return rows
    .map((row) => [momentOf(row[TIMESTAMP]), row] as const)
    .filter(([x]) => !Number.isNaN(x))
    .toSorted(([one], [other]) => one - other);
}

function momentOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = textOf(value);
  return text === undefined ? Number.NaN : Date.parse(text);
}

/** A number that can be drawn. */
export function finite(value: unknown): number | null {
  const amount = amountOf(value);
  return amount !== null && Number.isFinite(amount) ? amount : null;
}
