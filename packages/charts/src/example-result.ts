import { type ChartDataResult, type DataRow, GenericType } from '@chartroom/model';

/**
 * An answer of the server, for examples and tests.
 *
 * @param columns kind of each column, in order
 * @param rows values in the order of the columns
 */
export function exampleResult(
  columns: Readonly<Record<string, GenericType>>,
  rows: readonly (readonly DataRow[string][])[],
): ChartDataResult {
  const names = Object.keys(columns);
  return {
    cache_key: null,
    cached_dttm: null,
    cache_timeout: null,
    applied_template_filters: [],
    annotation_data: {},
    error: null,
    is_cached: null,
    query: '',
    status: 'success',
    stacktrace: null,
    rowcount: rows.length,
    sql_rowcount: rows.length,
    from_dttm: null,
    to_dttm: null,
    label_map: Object.fromEntries(names.map((name) => [name, [name]])),
    colnames: names,
    indexnames: rows.map((_, index) => index),
    coltypes: Object.values(columns),
    data: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    result_format: 'json',
    applied_filters: [],
    rejected_filters: [],
  };
}

/**
 * An answer with a row per moment and a column per series.
 *
 * @param series parts of the name of each: its metric and the values of its dimensions
 * @param rows the moment, and the value of each series
 */
export function overTimeResult(
  series: readonly (readonly string[])[],
  rows: readonly (readonly DataRow[string][])[],
): ChartDataResult {
  const names = series.map((parts) => parts.join(', '));
  const columns = Object.fromEntries(names.map((name) => [name, GenericType.NUMERIC]));
  const result = exampleResult({ __timestamp: GenericType.TEMPORAL, ...columns }, rows);
  const parts: Record<string, string[]> = {};
  for (const each of series) parts[each.join(', ')] = [...each];
  return { ...result, label_map: { ...result.label_map, ...parts } };
}
