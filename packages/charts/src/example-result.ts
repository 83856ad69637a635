import type { ChartDataResult, DataRow, GenericType } from '@chartroom/model';

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
