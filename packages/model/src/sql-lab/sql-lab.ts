import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';
import { labQuery } from '../query/query.ts';
import { liveAnswer, liveBody } from './live-sql.ts';
import { notFinite } from './not-finite.ts';
import { resultColumn } from './result-column.ts';
import { tabState } from './tab-state.ts';

const BASE = '/api/v1/sqllab';

/** What things are called: no engine has longer names. */
const name = z.string().max(256).nullish();

const executionBody = z.strictObject({
  database_id: z.int(),
  sql: z.string(),
  client_id: z.string().max(11).nullish(),
  /** A number below nothing asks for as many rows as there may be, as nothing does. */
  queryLimit: z
    .int()
    .transform((rows) => Math.max(rows, 0))
    .nullish(),
  sql_editor_id: name,
  catalog: name,
  schema: name,
  tab: name,
  ctas_method: z.enum(['TABLE', 'VIEW']).nullish(),
  /** JSON text. */
  templateParams: z.string().nullish(),
  tmp_table_name: name,
  select_as_cta: z.boolean().nullish(),
  json: z.boolean().nullish(),
  runAsync: z.boolean().nullish(),
  expand_data: z.boolean().nullish(),
  /** It is refused, and nothing of it runs, where it would write. */
  onlyReads: z.boolean().nullish(),
});
export type Execution = z.output<typeof executionBody>;

/** What a statement answered that others follow. */
const earlierAnswer = z.strictObject({
  /** As it was written. */
  sql: z.string(),
  columns: z.array(resultColumn),
  data: z.array(z.record(z.string(), z.unknown())),
  notFinite,
  /** There are more rows than these. */
  isCut: z.boolean(),
});

/** A run that has ended, with its rows. */
const sqlAnswer = z.strictObject({
  status: z.literal('success'),
  query_id: z.number(),
  query: labQuery,
  columns: z.array(resultColumn),
  selected_columns: z.array(resultColumn),
  expanded_columns: z.array(resultColumn),
  displayLimitReached: z.literal(true).optional(),
  /** How many rows can be fetched, where they are more than are sent at once: page after page, as long as the first. */
  rowsKept: z.number().optional(),
  data: z.array(z.record(z.string(), z.unknown())),
  notFinite,
  /** Of a script of several statements: its last one as it was written, and what those before it answered. */
  statement: z.string().optional(),
  earlier: z.array(earlierAnswer).optional(),
});
export type SqlAnswer = z.infer<typeof sqlAnswer>;

/** A run that is to be followed: it goes on when nobody waits, or was begun before. */
const begunQuery = z.strictObject({ query: labQuery });

/** A database as tabs know it. */
const labDatabase = z.strictObject({
  allow_file_upload: z.boolean(),
  allow_ctas: z.boolean(),
  allow_cvas: z.boolean(),
  allow_dml: z.boolean(),
  /** Its queries run in the background. */
  allow_run_async: z.boolean(),
  allows_subquery: z.boolean(),
  backend: z.string(),
  database_name: z.string(),
  expose_in_sqllab: z.boolean(),
  force_ctas_schema: z.string().nullable(),
  id: z.number(),
  disable_data_preview: z.boolean(),
  disable_drill_to_detail: z.boolean(),
  allow_multi_catalog: z.boolean(),
  /** Statements run while they are written. */
  runs_live: z.boolean(),
  /** Charts may be made of its queries. */
  allows_virtual_table_explore: z.boolean(),
  /** Its queries end with the page that began them. */
  cancels_on_leaving: z.boolean(),
});
export type LabDatabase = z.infer<typeof labDatabase>;

const openingState = z.strictObject({
  active_tab: tabState.nullable(),
  tab_state_ids: z.array(z.strictObject({ id: z.number(), label: z.string().nullable() })),
  databases: z.record(z.string(), labDatabase),
});
export type LabState = z.infer<typeof openingState>;

/** A query as a link keeps it. */
const keptQuery = z.strictObject({
  autorun: z.boolean().nullish(),
  dbId: z.int(),
  name: z.string(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  sql: z.string(),
  /** JSON text. */
  templateParams: z.string().nullish(),
});
export type KeptQuery = z.infer<typeof keptQuery>;

/** What a statement does to a table, or with an empty table to all of a schema. */
const loss = z.strictObject({
  does: z.enum(['drop', 'rename', 'change', 'empty', 'replace']),
  schema: z.string().nullable(),
  table: z.string(),
});

/** What stands on the tables from which a script would take something, as far as the caller sees it. */
const affected = z.strictObject({
  losses: z.array(loss),
  datasets: z.array(
    z.strictObject({
      id: z.number(),
      table_name: z.string(),
      does: loss.shape.does,
      may_delete: z.boolean(),
    }),
  ),
  charts: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  dashboards: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  /** How many more there are of each that the caller does not see. */
  others: z.strictObject({ datasets: z.number(), charts: z.number(), dashboards: z.number() }),
});
export type AffectedBySql = z.infer<typeof affected>;

/** A query whose result other sites show in a frame, and which sites those are. */
const embeddedQuery = keptQuery.omit({ autorun: true }).extend({
  allowed_domains: z.array(z.string().trim().min(1).max(255)).min(1).max(50),
});
export type EmbeddedQuery = z.output<typeof embeddedQuery>;

/** What such a frame shows. */
const embeddedRows = z.strictObject({
  columns: z.array(resultColumn),
  data: z.array(z.record(z.string(), z.unknown())),
  notFinite,
  /** There are more rows than these. */
  isCut: z.boolean(),
});

/** SQL of which is asked what it would cost. */
const askedCost = z.strictObject({
  database_id: z.int(),
  sql: z.string(),
  template_params: z.record(z.string(), z.unknown()).nullish(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
});
export type AskedCost = z.input<typeof askedCost>;

/** A step of the way on which a planner would answer a statement, and the steps whose rows it takes. */
export interface PlanStep {
  name: string;
  /** What it is done with and on which condition; may be empty. */
  about: string;
  /** Rows that it is thought to give; what it costs with all steps below, in a measure of the engine. */
  rows: number | null;
  cost: number | null;
  below: PlanStep[];
}
const planStep: z.ZodType<PlanStep> = z.strictObject({
  name: z.string(),
  about: z.string(),
  rows: z.number().nullable(),
  cost: z.number().nullable(),
  below: z.lazy(() => z.array(planStep)),
});

const told = z.strictObject({ value: z.string(), count: z.number() });
const columnProfile = z.strictObject({
  type: z.string(),
  /** Rows that were looked at: the first ones, or all. */
  rows: z.number(),
  isWhole: z.boolean(),
  nulls: z.number(),
  distinct: z.number(),
  /** As texts; null where values of the kind have no order, and without any. */
  smallest: z.string().nullable(),
  greatest: z.string().nullable(),
  /** The most frequent values, the first one first. */
  frequent: z.array(told),
  /** How many values lie between two, of numbers and times. */
  histogram: z.array(z.strictObject({ from: z.string(), to: z.string(), count: z.number() })),
});
/** What the first rows of a table say of one of its columns. */
export type ColumnProfile = z.infer<typeof columnProfile>;

/** Forms in which the rows of a run are downloaded. */
export const LAB_FILE_FORMATS = ['csv', 'xlsx', 'parquet', 'arrow', 'json'] as const;
export type LabFileFormat = (typeof LAB_FILE_FORMATS)[number];

/** The header of a download that holds less than all rows: how many. */
export const CUT_AT = 'x-rows-cut-at';

/** `/sqllab/` (contract/api.md §2.5). */
export const sqlLabApi = {
  open: endpoint({ method: 'GET', path: `${BASE}/`, answer: z.strictObject({ result: openingState }) }),
  execute: endpoint({
    method: 'POST',
    path: `${BASE}/execute/`,
    body: executionBody,
    answer: z.union([sqlAnswer, begunQuery]),
  }),
  formatSql: endpoint({
    method: 'POST',
    path: `${BASE}/format_sql/`,
    body: z.strictObject({
      sql: z.string(),
      engine: z.string().nullish(),
      database_id: z.int().nullish(),
      template_params: z.string().nullish(),
    }),
    answer: z.strictObject({ result: z.string() }),
  }),
  exportRows: endpoint({
    method: 'GET',
    path: `${BASE}/export/:clientId`,
    query: z
      .object({
        format: z.enum(LAB_FILE_FORMATS),
        /** As many as the run was limited to, which is usual, or all that the query has. */
        rows: z.enum(['shown', 'all']),
      })
      .partial(),
    answer: 'file',
  }),
  estimate: endpoint({
    method: 'POST',
    path: `${BASE}/estimate/`,
    body: askedCost,
    /** Of each statement what its planner thinks, in words of the engine. */
    answer: z.strictObject({ result: z.array(z.record(z.string(), z.string())) }),
  }),
  /** What a script would take with it; it is not run. */
  affected: endpoint({
    method: 'POST',
    path: `${BASE}/affected/`,
    body: askedCost,
    answer: z.strictObject({ result: affected }),
  }),
  results: endpoint({
    method: 'GET',
    path: `${BASE}/results/`,
    q: z.object({
      key: z.string(),
      rows: z.number().int().min(1).optional(),
      /** Of rows that are not all shown at once, those after as many as the first page holds; the first is 0. */
      page: z.number().int().min(0).optional(),
    }),
    answer: sqlAnswer,
  }),
  plan: endpoint({
    method: 'POST',
    path: `${BASE}/plan/`,
    body: askedCost,
    /** Of each statement; none where the engine does not tell. */
    answer: z.strictObject({ result: z.array(planStep) }),
  }),
  columnProfile: endpoint({
    method: 'POST',
    path: `${BASE}/column_profile/`,
    body: z.strictObject({
      database_id: z.int(),
      catalog: name,
      schema: name,
      table: z.string().max(256),
      column: z.string().max(256),
    }),
    answer: z.strictObject({ result: columnProfile }),
  }),
  live: endpoint({ method: 'POST', path: `${BASE}/live/`, body: liveBody, answer: liveAnswer }),
  keepLink: endpoint({
    method: 'POST',
    path: `${BASE}/permalink`,
    body: keptQuery,
    answer: z.strictObject({ key: z.string(), url: z.string() }),
    status: 201,
  }),
  /** The same query of the same person keeps its key; its sites are those that were told last. */
  embed: endpoint({
    method: 'POST',
    path: `${BASE}/embedded/`,
    body: embeddedQuery,
    answer: z.strictObject({ key: z.string(), url: z.string() }),
    status: 201,
  }),
  unembed: endpoint({ method: 'DELETE', path: `${BASE}/embedded/:key`, answer: messageAnswer }),
  embeddedRows: endpoint({ method: 'POST', path: `${BASE}/embedded/:key/rows`, answer: embeddedRows }),
  keptLink: endpoint({ method: 'GET', path: `${BASE}/permalink/:key`, answer: keptQuery }),
};
