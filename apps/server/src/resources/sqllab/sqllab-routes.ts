import { join } from 'node:path';
import { type KeptQuery, type LabDatabase, type LabState, queryApi, sqlLabApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { notFound } from '../../http/errors.ts';
import { sendAnswer, sendLongText } from '../../http/send-answer.ts';
import type { WithJobs } from '../../jobs/jobs.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import { callerId } from '../../security/caller.ts';
import { databaseVisible } from '../../security/data-grants.ts';
import { databaseResource } from '../database/database-resource.ts';
import { databaseExtra, databaseRows, runsLive } from '../database/database-rows.ts';
import { sendRows } from '../long-rows.ts';
import { keepPermalink, readValue } from '../permalinks/kept-values.ts';
import { seenIds } from '../resource-queries.ts';
import { affectedBySql } from './affected-by-sql.ts';
import { askPlanner } from './ask-planner.ts';
import { changedQueries } from './changed-queries.ts';
import { columnProfile } from './column-profile.ts';
import { registerEmbeddedQueries } from './embedded-query.ts';
import { executeQuery } from './execute-query.ts';
import { exportedRows } from './export-rows.ts';
import { KeptResults } from './kept-results.ts';
import { keptRows } from './kept-rows.ts';
import { liveAnswer } from './live-answer.ts';
import { LiveRuns } from './live-runs.ts';
import { QUERY_JOBS, queryJobs } from './query-jobs.ts';
import { ACTIVE } from './query-record.ts';
import { parametersIn } from './run-query.ts';
import type { RunningQueries } from './running-queries.ts';
import { ownTabs, tabOf, tabState } from './tab-state.ts';

/** Bytes of results that wait to be fetched, packed. */
const KEPT_BYTES = 512 * 1024 * 1024;

/** Files that are worth packing: the others are packed already. */
const TEXT = /^(text\/csv|application\/json);/;

const STOPPED = { result: 'OK' } as const;

/** `/sqllab/` (contract/api.md §2.5). */
export function registerSqlLab(
  app: FastifyInstance,
  services: Ground & WithCallers & WithData & WithJobs,
  running: RunningQueries,
): void {
  const defineRoute = routesOf(app, services);
  const view = 'SQLLab';
  const limits = { bytes: KEPT_BYTES, seconds: services.config.CACHE_DEFAULT_TIMEOUT };
  const kept = new KeptResults(join(services.config.HOME, 'results'), limits, services.now);
  const live = new LiveRuns();
  services.jobs.handle(queryJobs(services, kept));
  endWith(app, [running, live], kept);
  defineRoute({
    ...sqlLabApi.open,
    access: { permission: 'can_read', view },
    handle: async ({ act }) => ({ result: await openingState(act) }),
  });
  defineRoute({
    ...sqlLabApi.execute,
    access: { permission: 'can_execute_sql_query', view },
    handle: async ({ body, act, reply }) => {
      const begun = await executeQuery(body, act, { running, kept });
      return reply.status(begun.status).type('application/json; charset=utf-8').send(begun.body);
    },
  });
  defineRoute({
    ...sqlLabApi.formatSql,
    access: { permission: 'can_read', view },
    handle: async ({ body, act }) => ({ result: await formatted(body, act) }),
  });
  defineRoute({
    ...sqlLabApi.exportRows,
    access: { permission: 'can_export_csv', view },
    handle: async ({ param, query, act, reply }) => {
      const asked = { clientId: param('clientId'), format: query('format'), rows: query('rows') };
      const file = await exportedRows(asked, act);
      return TEXT.test(file.contentType) ? sendLongText(reply, file) : sendAnswer(reply, file);
    },
  });
  defineRoute({
    ...sqlLabApi.results,
    access: { permission: 'can_get_results', view },
    handle: async ({ q, act, reply }) =>
      reply.type('application/json; charset=utf-8').send(await keptRows(q, kept, act)),
  });
  defineRoute({
    ...sqlLabApi.columnProfile,
    access: { permission: 'can_execute_sql_query', view },
    handle: async ({ body, act }) => ({ result: await columnProfile(body, act) }),
  });
  defineRoute({
    ...sqlLabApi.live,
    access: { permission: 'can_execute_sql_query', view },
    handle: async ({ body, act, reply }) =>
      reply.type('application/json; charset=utf-8').send(await liveAnswer(body, act, live)),
  });
  registerForesight(defineRoute);
  registerPermalinks(defineRoute);
  registerEmbeddedQueries(defineRoute, services);
}

/** What is told of scripts that are not run. */
function registerForesight(defineRoute: DefineRoute<Ground & WithData>): void {
  const view = 'SQLLab';
  defineRoute({
    ...sqlLabApi.estimate,
    access: { permission: 'can_estimate_query_cost', view },
    handle: async ({ body, act }) => ({
      result: await askPlanner(body, act, (data, question) => data.estimateSql(question)),
    }),
  });
  defineRoute({
    ...sqlLabApi.plan,
    access: { permission: 'can_estimate_query_cost', view },
    handle: async ({ body, act }) => ({
      result: await askPlanner(body, act, (data, question) => data.planSql(question)),
    }),
  });
  defineRoute({
    ...sqlLabApi.affected,
    access: { permission: 'can_execute_sql_query', view },
    handle: async ({ body, act }) => ({ result: await affectedBySql(body, act) }),
  });
}

function registerPermalinks(defineRoute: DefineRoute): void {
  const view = 'SqlLabPermalinkRestApi';
  defineRoute({
    ...sqlLabApi.keepLink,
    access: { permission: 'can_write', view },
    handle: async ({ body, act, request }) => {
      const key = await keepPermalink('sqllab_permalink', JSON.stringify(body), act);
      return { key, url: `${request.protocol}://${request.host}/sqllab/p/${key}/` };
    },
  });
  defineRoute({
    ...sqlLabApi.keptLink,
    access: { permission: 'can_read', view },
    handle: async ({ param, act }) => {
      const { value } = await readValue({ name: 'sqllab_permalink' }, param('key'), act);
      const kept: KeptQuery = JSON.parse(value);
      return kept;
    },
  });
}

/** Stopping and following one's own queries (contract/api.md §2.6). */
export function registerQueryRuns(
  app: FastifyInstance,
  services: Ground & WithJobs,
  running: RunningQueries,
): void {
  const defineRoute = routesOf(app, services);
  const access = { permission: 'can_read', view: 'Query' };
  defineRoute({
    ...queryApi.stop,
    access,
    handle: async ({ body: { client_id }, act }) => {
      const userId = callerId(act.caller);
      const row = await services.db
        .selectFrom('queries')
        .select(['status', 'id', 'uuid'])
        .where('client_id', '=', client_id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!row) throw notFound();
      if (!ACTIVE.includes(row.status) || running.stop(userId, client_id)) return STOPPED;
      if (!(await services.jobs.cancel(QUERY_JOBS, row.uuid))) {
        // Its process is gone: the record says so from now on.
        await services.db
          .updateTable('queries')
          .set({ status: 'stopped', changed_on: services.now().toISOString() })
          .where('id', '=', row.id)
          .where('status', 'in', ACTIVE)
          .execute();
      }
      return STOPPED;
    },
  });
  defineRoute({
    ...queryApi.updatedSince,
    access,
    handle: async ({ q, act, reply }) =>
      sendRows(reply, await changedQueries(new Date(q.last_updated_ms).toISOString(), act)),
  });
}

async function openingState(act: Act): Promise<LabState> {
  const { rows } = await sql<{
    id: number;
  }>`select t.id from databases as t where t.expose_in_sqllab = 1 and ${databaseVisible(act.caller.grants, 't')} order by t.database_name`.execute(
    act.services.db,
  );
  const databases =
    rows.length > 0
      ? await databaseRows(
          rows.map(({ id }) => id),
          act,
        )
      : [];
  const tabs = await ownTabs(act);
  const active = tabs.find((tab) => tab.active === 1) ?? tabs[0];
  return {
    active_tab: active ? await tabState(await tabOf(active.id, act), act) : null,
    tab_state_ids: tabs.map(({ id, label }) => ({ id, label })),
    databases: Object.fromEntries(
      await Promise.all(
        databases.map(async (row) => [
          String(row.id),
          labDatabase({
            ...row,
            runs_live: await runsLive(row),
            cancels_on_leaving: databaseExtra(row).cancel_query_on_windows_unload === true,
          }),
        ]),
      ),
    ),
  };
}

function labDatabase(row: LabDatabase): LabDatabase {
  return {
    allow_file_upload: row.allow_file_upload,
    allow_ctas: row.allow_ctas,
    allow_cvas: row.allow_cvas,
    allow_dml: row.allow_dml,
    allow_run_async: row.allow_run_async,
    allows_subquery: row.allows_subquery,
    backend: row.backend,
    database_name: row.database_name,
    expose_in_sqllab: row.expose_in_sqllab,
    force_ctas_schema: row.force_ctas_schema,
    id: row.id,
    disable_data_preview: row.disable_data_preview,
    disable_drill_to_detail: row.disable_drill_to_detail,
    allow_multi_catalog: row.allow_multi_catalog,
    runs_live: row.runs_live,
    allows_virtual_table_explore: row.allows_virtual_table_explore,
    cancels_on_leaving: row.cancels_on_leaving,
  };
}

/** SQL laid out, its templates rendered first where their database and their parameters are told (contract/api.md §2.5). */
async function formatted(
  { sql: text, engine, database_id, template_params }: z.output<typeof sqlLabApi.formatSql.body>,
  act: Act<Ground & WithData>,
): Promise<string> {
  const data = await act.services.data();
  const parameters = parametersIn(template_params);
  const isSeen =
    database_id &&
    Object.keys(parameters).length > 0 &&
    (await seenIds(databaseResource, [database_id], act)).has(database_id);
  const usual = { schema: null, catalog: null };
  const plain = isSeen
    ? await data.neutralSql(database_id, text, JSON.stringify(parameters), usual, act.caller.principal)
    : text;
  return plain.trim() === '' ? '' : data.formatSql(plain, engine ?? '');
}

/** Ends what runs, and writes what is to be kept, when the server ends. */
function endWith(app: FastifyInstance, running: readonly { close(): void }[], kept: KeptResults): void {
  app.addHook('onClose', async () => {
    for (const each of running) each.close();
    await kept.settled();
  });
}
