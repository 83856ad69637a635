import { type ChartFormData, columnLabel, type DataRow, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { amountOf, columnTypes, dimensionText } from '../../draw/row-names.ts';
import { SMART_DATE, timeFormatter } from '../../format/time.ts';
import { grainFormatter } from '../../format/time-by-grain.ts';
import { columnsOf, metricsOf, textOf } from '../../question/read-form.ts';
import { type Aggregation, aggregate, aggregationOf, type PivotValue } from './aggregators.ts';

/** The level of the metrics among the dimensions of their axis. */
export const METRIC = 'Metric';

/** One dimension of an axis, or the level of the metrics. */
export interface Level {
  /** Column of the answer, or `Metric`. */
  column: string;
  label: string;
}

/** One value of a level and how it is written. */
export interface Part {
  value: DataRow[string];
  text: string;
}

/** Values of the first levels of an axis: all of them for a plain row or column, fewer for a group, none for the total. */
export type AxisKey = readonly Part[];

/** An answer taken apart: what stands on each axis, and the values of each pair of keys. */
export interface PivotData {
  rows: Level[];
  columns: Level[];
  rowKeys: AxisKey[];
  columnKeys: AxisKey[];
  aggregation: Aggregation;
  value(row: AxisKey, column: AxisKey): PivotValue | null;
}

/** Identity of a key. */
export function keyId(key: AxisKey): string {
  return JSON.stringify(key.map((part) => part.value));
}

/** Which dimensions stand where: metrics go first on their axis, or last when they are combined. */
export function pivotLevels(
  form: ChartFormData,
  verbose: Readonly<Record<string, string>>,
): { rows: Level[]; columns: Level[] } {
  const level = (column: string): Level => ({ column, label: verbose[column] ?? column });
  const given = [form.groupbyRows, form.groupbyColumns].map((value) =>
    columnsOf(value).map((column) => level(columnLabel(column))),
  );
  const [rows = [], columns = []] = form.transposePivot ? given.toReversed() : given;
  const metrics: Level = { column: METRIC, label: METRIC };
  const withMetrics = (levels: Level[]) => (form.combineMetric ? [...levels, metrics] : [metrics, ...levels]);
  return form.metricsLayout === 'ROWS'
    ? { rows: withMetrics(rows), columns }
    : { rows, columns: withMetrics(columns) };
}

/** Takes an answer apart: one value per row and metric; missing values are dropped (contract, pivot table). */
export function pivotData({ form, results, datasource }: DrawInput): PivotData {
  const [result] = results;
  const { rows, columns } = pivotLevels(form, datasource.verbose_map);
  const partOf = partReader(form, result ?? { colnames: [], coltypes: [] });
  const values = new Map<string, Map<string, PivotValue[]>>();
  const rowKeys = new Map<string, AxisKey>();
  const columnKeys = new Map<string, AxisKey>();
  for (const row of result?.data ?? []) {
    for (const reference of metricsOf(form.metrics)) {
      const metric = metricLabel(reference);
      const value = pivotValue(row[metric]);
      if (value === undefined) continue;
      const metricPart: Part = { value: metric, text: datasource.verbose_map[metric] ?? metric };
      const keyOn = (levels: Level[]) =>
        levels.map(({ column }) => (column === METRIC ? metricPart : partOf(column, row[column] ?? null)));
      const [rowKey, columnKey] = [keyOn(rows), keyOn(columns)];
      rowKeys.set(keyId(rowKey), rowKey);
      columnKeys.set(keyId(columnKey), columnKey);
      record(values, rowKey, columnKey, value);
    }
  }
  const at = (row: AxisKey, column: AxisKey) => values.get(keyId(row))?.get(keyId(column)) ?? [];
  const aggregation = aggregationOf(form.aggregateFunction);
  return {
    rows,
    columns,
    rowKeys: [...rowKeys.values()],
    columnKeys: [...columnKeys.values()],
    aggregation,
    value: (row, column) =>
      aggregate(aggregation, {
        cell: at(row, column),
        row: () => at(row, []),
        column: () => at([], column),
        whole: () => at([], []),
      }),
  };
}

/** Every value counts for its cell, and for all groups and totals that the cell belongs to. */
function record(
  values: Map<string, Map<string, PivotValue[]>>,
  row: AxisKey,
  column: AxisKey,
  value: PivotValue,
): void {
  for (let rowLevel = 0; rowLevel <= row.length; rowLevel++) {
    const rowId = keyId(row.slice(0, rowLevel));
    const line = values.get(rowId) ?? new Map<string, PivotValue[]>();
    values.set(rowId, line);
    for (let columnLevel = 0; columnLevel <= column.length; columnLevel++) {
      const columnId = keyId(column.slice(0, columnLevel));
      const cell = line.get(columnId);
      if (cell) cell.push(value);
      else line.set(columnId, [value]);
    }
  }
}

function pivotValue(value: unknown): PivotValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return String(value);
  return amountOf(value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
}

function partReader(
  form: ChartFormData,
  result: Parameters<typeof columnTypes>[0],
): (column: string, value: DataRow[string]) => Part {
  const types = columnTypes(result);
  const format = textOf(form.date_format) ?? SMART_DATE;
  const grain = form.extra_form_data?.time_grain_sqla ?? textOf(form.time_grain_sqla);
  const writeTime = format === SMART_DATE ? grainFormatter(grain) : timeFormatter(format);
  return (column, value) => {
    const type = types.get(column);
    const isTime = type === 2 && (typeof value === 'number' || typeof value === 'string');
    return { value, text: isTime ? writeTime(value) : dimensionText(value, type) };
  };
}
