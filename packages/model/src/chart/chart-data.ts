import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { jobEvent } from '../events/job-event.ts';
import type { GenericType } from '../generic-type.ts';
import { queryContextSchema } from '../query-object.ts';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.number())]);

/** A row of an answer; integers beyond 2^53 and decimals may arrive as text in a numeric column. */
const dataRow = z.record(z.string(), cell);
export type DataRow = z.infer<typeof dataRow>;

const kinds = z.array(z.literal([0, 1, 2, 3] satisfies GenericType[]));

/** Rows as result type `results` tells them (contract/charts.md §1.10, §1.11). */
export const rowsAlone = z.strictObject({
  colnames: z.array(z.string()),
  coltypes: kinds,
  rowcount: z.number(),
  /** Before post-processing. */
  sql_rowcount: z.number(),
  data: z.array(dataRow),
});

/** One entry of `result` with result type `full` and those that tell as much (contract/query.md §1.13). */
export const wholeResult = z.strictObject({
  cache_key: z.string().nullable(),
  cached_dttm: z.string().nullable(),
  cache_timeout: z.number().nullable(),
  is_cached: z.boolean().nullable(),
  /** What stands beside the rows, by the name of its layer. */
  annotation_data: z.record(
    z.string(),
    z.strictObject({ columns: z.array(z.string()).optional(), records: z.array(dataRow) }),
  ),
  applied_template_filters: z.array(z.string()),
  error: z.string().nullable(),
  /** Empty for guests. */
  query: z.string(),
  status: z.enum([
    'pending',
    'running',
    'fetching',
    'success',
    'failed',
    'stopped',
    'scheduled',
    'timed_out',
  ]),
  stacktrace: z.string().nullable(),
  /** Epoch milliseconds. */
  from_dttm: z.number().nullable(),
  to_dttm: z.number().nullable(),
  result_format: z.string(),
  applied_filters: z.array(z.strictObject({ column: z.string() })),
  rejected_filters: z.array(z.strictObject({ column: z.string(), reason: z.string() })),
  ...rowsAlone.shape,
  label_map: z.record(z.string(), z.array(z.string())),
  indexnames: z.array(z.union([z.number(), z.string()])),
});
export type ChartDataResult = z.infer<typeof wholeResult>;

/** The statement of a question, as result type `query` tells it. */
export const sqlResult = z.strictObject({ language: z.literal('sql'), query: z.string() });

const result = z.union([
  wholeResult,
  rowsAlone,
  sqlResult,
  /** Result type `columns`. */
  z.strictObject({
    data: z.array(
      z.strictObject({ column_name: z.string(), verbose_name: z.string().nullable(), dtype: z.number() }),
    ),
  }),
  /** Result type `timegrains`. */
  z.strictObject({
    data: z.array(z.strictObject({ name: z.string(), function: z.string(), duration: z.string() })),
  }),
]);

export type ChartDataEntry = z.infer<typeof result>;

/** What each question of a context answers. */
const answer = z.strictObject({ result: z.array(result) });

/** What became of a chart's answer that was made anew. */
export const warmedCharts = z.strictObject({
  result: z.array(
    z.strictObject({
      chart_id: z.number(),
      viz_error: z.string().nullable(),
      viz_status: z.string().nullable(),
    }),
  ),
});
export type Warmed = z.infer<typeof warmedCharts>['result'][number];

/** Data of charts (contract/api.md §2.3). */
export const chartDataApi = {
  ask: endpoint({
    method: 'POST',
    path: '/api/v1/chart/data',
    body: queryContextSchema,
    answer,
    otherwise: 'file',
    later: jobEvent,
  }),
  /** The older call: the list alone. */
  askOld: endpoint({
    method: 'POST',
    path: '/api/v1/query/',
    body: z.object({ query_context: z.string() }),
    answer: z.array(result),
  }),
  /** What the stored question of a chart answers; further parameters are for its templates. */
  stored: endpoint({
    method: 'GET',
    path: '/api/v1/chart/:pk/data/',
    query: z.object({ type: z.string(), format: z.string(), force: z.string() }).partial(),
    answer,
    otherwise: 'file',
    later: jobEvent,
  }),
  /** What a job has answered. */
  replay: endpoint({ method: 'GET', path: '/api/v1/chart/data/:cache_key', answer }),
  /** Answers the stored question of a chart afresh. */
  warmUp: endpoint({
    method: 'PUT',
    path: '/api/v1/chart/warm_up_cache',
    body: z.strictObject({
      chart_id: z.int(),
      dashboard_id: z.int().nullish(),
      /** JSON of a list of filters. */
      extra_filters: z.string().nullish(),
    }),
    answer: warmedCharts,
  }),
};
