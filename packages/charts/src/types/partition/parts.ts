import { columnLabel, type DataRow, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { linesOverTime } from '../../draw/lines-over-time.ts';
import { columnTypes, dimensionText, finiteOf, NULL_TEXT } from '../../draw/row-names.ts';
import { sum } from '../../draw/statistics.ts';
import { timeFormatter } from '../../format/time.ts';
import { TIMESTAMP } from '../../question/base-axis.ts';
import { columnsOf, metricsOf, textOf, uniqueBy } from '../../question/read-form.ts';
import { type TimeOption, timeOption } from './time-option.ts';

/** A part of a whole and its own parts. */
export interface Part {
  /** Tells it from the others. */
  key: string;
  name: string;
  /** Label of the metric that it is of. */
  metric: string;
  /** Columns and values that its rows have in common, from the outermost. */
  path: readonly (readonly [column: string, value: unknown])[];
  /** Null where it amounts to nothing that can be told. */
  value: number | null;
  children: readonly Part[];
}

type Valued = (rows: readonly DataRow[], column: string) => number | null;

/** The parts of an answer, a root per metric; moments are the first level where that is asked for. */
export function partsOf(input: DrawInput): Part[] {
  const { form, datasource } = input;
  const option = timeOption(form);
  const groups = columnsOf(form.groupby).map(columnLabel);
  const hasMoments = option === 'time_series' || option === 'adv_anal';
  const levels = hasMoments ? [TIMESTAMP, ...groups] : groups;
  const nameOf = namer(input);
  const metrics = uniqueBy(metricsOf(form.metrics), metricLabel).map(metricLabel);
  return metrics.map((metric) => {
    const rows = option === 'adv_anal' ? analysedRows(input, metric, groups) : (input.results[0]?.data ?? []);
    const amountOf = valuing(option, rows);
    const part = (name: string, own: readonly DataRow[], path: Part['path']): Part => ({
      key: JSON.stringify([metric, ...path.map(([, value]) => value)]),
      name,
      metric,
      path,
      value: amountOf(own, metric),
      children: inner(own, path),
    });
    const inner = (own: readonly DataRow[], path: Part['path']): Part[] => {
      const column = levels[path.length];
      if (column === undefined) return [];
      return [...Map.groupBy(own, (row) => JSON.stringify(row[column] ?? null)).values()].map((members) => {
        const value = members[0]?.[column] ?? null;
        return part(nameOf(column, value), members, [...path, [column, value]]);
      });
    };
    return part(datasource.verbose_map[metric] ?? metric, rows, []);
  });
}

function namer({ form, results }: DrawInput): (column: string, value: unknown) => string {
  const types = columnTypes(results[0] ?? { colnames: [], coltypes: [] });
  const pattern = textOf(form.date_time_format);
  const moments = timeFormatter(pattern);
  return (column, value) =>
    column === TIMESTAMP && typeof value === 'number'
      ? moments(value)
      : dimensionText(value, types.get(column), pattern);
}

/** The series of an answer over time as rows: those of now, or what became of them beside other times. */
function analysedRows(input: DrawInput, metric: string, groups: readonly string[]): DataRow[] {
  const lines = linesOverTime(input).filter((line) => line.metric === metric);
  const own = lines.filter(({ shift }) => shift === undefined);
  return (own.length > 0 ? own : lines).flatMap(({ parts, points }) => {
    const values = groups.map((group, at) => {
      const part = parts[at] ?? null;
      return [group, part === NULL_TEXT ? null : part];
    });
    return points.flatMap(({ x, y }) =>
      y === null ? [] : [{ ...Object.fromEntries(values), [TIMESTAMP]: x, [metric]: y }],
    );
  });
}

/** What rows amount to: a sum, their mean, or how the last moment differs from the first. */
function valuing(option: TimeOption, all: readonly DataRow[]): Valued {
  const total: Valued = (rows, column) => sum(rows.map((row) => finiteOf(row[column]) ?? 0));
  if (option === 'agg_mean')
    return (rows, column) => finiteOf((total(rows, column) ?? 0) / Math.max(1, rows.length));
  const differ = DIFFERENCES[option];
  if (differ === undefined) return total;
  const moments = all.map((row) => finiteOf(row[TIMESTAMP])).filter((moment) => moment !== null);
  const first = moments.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = moments.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return (rows, column) => {
    const at = (moment: number) =>
      total(
        rows.filter((row) => row[TIMESTAMP] === moment),
        column,
      ) ?? 0;
    return finiteOf(differ(at(last), at(first)));
  };
}

const DIFFERENCES: Partial<Record<TimeOption, (last: number, first: number) => number>> = {
  point_diff: (last, first) => last - first,
  point_factor: (last, first) => last / first,
  point_percent: (last, first) => last / first - 1,
};
