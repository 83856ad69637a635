import type { GenericType } from '../generic-type.ts';
import type { JsonValue } from '../json.ts';

export type QueryStatus =
  | 'pending'
  | 'running'
  | 'fetching'
  | 'success'
  | 'failed'
  | 'stopped'
  | 'scheduled'
  | 'timed_out';

/** A row of an answer; integers beyond 2^53 and decimals may arrive as text in a numeric column. */
export type DataRow = Record<string, JsonValue>;

/** One entry of `result` of `POST /api/v1/chart/data` with result_type `full` (contract/query.md §1.13). */
export interface ChartDataResult {
  cache_key: string | null;
  cached_dttm: string | null;
  cache_timeout: number | null;
  applied_template_filters: string[];
  annotation_data: Record<string, unknown>;
  error: string | null;
  is_cached: boolean | null;
  query: string;
  status: QueryStatus;
  stacktrace: string | null;
  rowcount: number;
  sql_rowcount: number;
  /** Epoch milliseconds. */
  from_dttm: number | null;
  to_dttm: number | null;
  label_map: Record<string, string[]>;
  colnames: string[];
  indexnames: (number | string)[];
  coltypes: GenericType[];
  data: DataRow[];
  result_format: string;
  applied_filters: { column: JsonValue }[];
  rejected_filters: { reason: string; column: JsonValue }[];
}
