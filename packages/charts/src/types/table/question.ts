import {
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  metricLabel,
  type PostProcessing,
  type QueryContext,
  type QueryFilter,
  type QueryObject,
} from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { grainedColumn } from '../../question/base-axis.ts';
import { compare, isTimeComparison } from '../../question/post-processing.ts';
import { queryContext, type ShapedQuery } from '../../question/query-context.ts';
import type { OrderBy } from '../../question/query-fields.ts';
import { columnsOf, metricsOf, numberOf, textsOf, uniqueBy } from '../../question/read-form.ts';
import {
  comparedTimes,
  percentColumn,
  percentMetrics,
  serverPageSize,
  shiftedColumn,
  type TableState,
  tableMode,
  tableState,
} from './settings.ts';

/**
 * The rows; when the server pages, their number; the whole that shares are of, when it is not the shown rows; and
 * the totals: in this order (contract, table).
 */
export function question(form: ChartFormData, { force, ownState }: QuestionContext): QueryContext {
  const mode = tableMode(form);
  return queryContext(
    { ...form, query_mode: mode },
    { force, shape: (base) => tableQueries(form, base, tableState(ownState)) },
  );
}

/** The queries of a table, from what its form data mean before it shapes them. */
export function tableQueries(form: ChartFormData, base: QueryObject, state: TableState): ShapedQuery[] {
  const raw = tableMode(form) === 'raw';
  const shares = percentMetrics(form);
  const offsets = offsetsAsked(form, base);
  const download = isDownload(form);
  const main: ShapedQuery = {
    ...base,
    columns: columnsAsked(form, base),
    ...(raw ? {} : { metrics: uniqueBy([...(base.metrics ?? []), ...shares], metricLabel) }),
    orderby: clickedOrder(form, state) ?? orderOf(form, base),
    time_offsets: offsets,
    post_processing: raw
      ? []
      : [shareStep(shares.map(metricLabel), offsets), offsets.length > 0 ? compare(form, base) : undefined],
    ...(download ? { row_limit: numberOf(form.row_limit) ?? 0, row_offset: 0 } : {}),
  };
  const found = { ...main, filters: searched(form, base, state) };
  const whole = { columns: [], row_limit: 0, row_offset: 0, post_processing: [] };
  const sharesOfAll = shares.length > 0 && form.percent_metric_calculation === 'all_records';
  return [
    ...(form.server_pagination && !download ? pages(form, found, state) : [found]),
    ...(sharesOfAll ? [{ ...main, ...whole, metrics: shares, orderby: [], is_timeseries: false }] : []),
    ...(!raw && form.show_totals && metricsOf(main.metrics).length > 0
      ? [{ ...main, ...whole, orderby: undefined, order_desc: undefined }]
      : []),
  ];
}

/** The times that the dashboard compares with, else those of the chart. */
function offsetsAsked(form: ChartFormData, base: QueryObject): string[] {
  if (tableMode(form) === 'raw') return [];
  const fromDashboard = textsOf(form.extra_form_data?.time_compare);
  return fromDashboard.length > 0 || isTimeComparison(form, base) ? comparedTimes(form) : [];
}

/** The first time that has a grain is the base axis and goes first; the dashboard may add columns to drill by. */
function columnsAsked(form: ChartFormData, base: QueryObject): ColumnRef[] {
  const columns = uniqueBy(
    [...(base.columns ?? []), ...columnsOf(form.extra_form_data?.interactive_groupby)],
    columnLabel,
  );
  if (tableMode(form) === 'raw') return columns;
  for (const [index, column] of columns.entries()) {
    const axis = grainedColumn(form, column);
    if (axis !== undefined) return [axis, ...columns.toSpliced(index, 1)];
  }
  return columns;
}

/** Without `order_desc` a ranking metric goes up; the panel starts with it on. */
function orderOf(form: ChartFormData, base: QueryObject): OrderBy {
  if (tableMode(form) === 'raw') return base.orderby ?? [];
  const [ranking] = metricsOf(form.timeseries_limit_metric);
  const [first] = metricsOf(form.metrics);
  if (ranking !== undefined) return [[ranking, !form.order_desc]];
  return first === undefined ? [] : [[first, false]];
}

function shareStep(labels: readonly string[], offsets: readonly string[]): PostProcessing | undefined {
  if (labels.length === 0) return undefined;
  const columns = labels.flatMap((label) => [
    label,
    ...offsets.map((offset) => shiftedColumn(label, offset)),
  ]);
  return { operation: 'contribution', options: { columns, rename_columns: columns.map(percentColumn) } };
}

function isDownload({ result_format, result_type }: ChartFormData): boolean {
  return (
    result_format === 'csv' ||
    result_format === 'xlsx' ||
    (result_format === 'json' && result_type === 'results')
  );
}

/** The order of the header that was clicked, when the server pages. */
function clickedOrder(form: ChartFormData, { sortBy: [clicked] }: TableState): OrderBy | undefined {
  return form.server_pagination && clicked ? [[clicked.key, !clicked.desc]] : undefined;
}

/** One page of the rows, and how many there are in all. */
function pages(form: ChartFormData, query: ShapedQuery, { page, pageSize }: TableState): ShapedQuery[] {
  const size = pageSize ?? serverPageSize(form);
  return [
    { ...query, row_limit: size, row_offset: page * size },
    {
      ...query,
      row_limit: numberOf(form.row_limit) ?? 0,
      row_offset: 0,
      time_offsets: [],
      post_processing: [],
      is_rowcount: true,
    },
  ];
}

/** Conditions of the query: also those of its columns and the text that one starts with, when the server searches. */
function searched(
  form: ChartFormData,
  base: QueryObject,
  { searchText, searchColumn, filters: chosen }: TableState,
): QueryFilter[] {
  const filters = [...(base.filters ?? []), ...(form.server_pagination ? chosen : [])];
  if (!form.server_pagination || searchText === '' || searchColumn === undefined) return filters;
  return [...filters, { col: searchColumn, op: 'ILIKE', val: `${searchText}%` }];
}

/** Columns of the answer in which a table on the server can be searched: texts of its own columns. */
export function searchableColumns(form: ChartFormData): string[] {
  return textsOf(tableMode(form) === 'raw' ? form.all_columns : form.groupby);
}
