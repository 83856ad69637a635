import { ChartroomError, isJsonObject } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, textParameter } from '../../http/act.ts';
import { forbidden, listed, notFound } from '../../http/errors.ts';
import { parseQ } from '../../http/q-argument.ts';
import { parseBody } from '../../http/validation.ts';
import { callerId } from '../../security/caller.ts';
import { databaseVisible } from '../../security/data-grants.ts';
import type { Services } from '../../services.ts';
import { databaseRows } from '../database/database-rows.ts';
import { keepPermalink, readValue } from '../permalinks/kept-values.ts';
import { executeQuery, executeSchema } from './execute-query.ts';
import { queryObjects } from './query-object.ts';
import type { RunningQueries } from './running-queries.ts';
import { ownTabs, tabState } from './tab-state-routes.ts';

const formatSchema = z.strictObject({
  sql: z.string(),
  engine: z.string().nullish(),
  database_id: z.int().nullish(),
  template_params: z.string().nullish(),
});
const linkSchema = z.strictObject({
  autorun: z.boolean().nullish(),
  dbId: z.int(),
  name: z.string(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  sql: z.string(),
  templateParams: z.string().nullish(),
});
const BOOTSTRAP_COLUMNS = [
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_run_async',
  'allows_subquery',
  'backend',
  'database_name',
  'expose_in_sqllab',
  'force_ctas_schema',
  'id',
  'disable_data_preview',
  'disable_drill_to_detail',
  'allow_multi_catalog',
];

/** `/sqllab/` (contract §2.5). */
export function registerSqlLab(app: FastifyInstance, services: Services, running: RunningQueries): void {
  const act = (request: FastifyRequest): Act => actOf(services, request);
  app.get('/api/v1/sqllab/', needs('can_read', 'SQLLab'), async (request) => ({ result: await openingState(act(request)) }));
  app.post('/api/v1/sqllab/execute/', needs('can_execute_sql_query', 'SQLLab'), async (request, reply) => {
    const body = parseBody(executeSchema, request.body);
    const text = await executeQuery(body, act(request), running);
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.post('/api/v1/sqllab/format_sql/', needs('can_read', 'SQLLab'), async (request) => {
    const body = parseBody(formatSchema, request.body);
    const data = await services.data();
    return { result: body.sql.trim() === '' ? '' : await data.formatSql(body.sql, body.engine ?? '') };
  });
  app.get('/api/v1/sqllab/export/:clientId', needs('can_export_csv', 'SQLLab'), async (request, reply) => {
    const { name, chunks } = await exportedRows(textParameter(request, 'clientId'), act(request));
    reply.header('content-disposition', `attachment; filename=${name}.csv`).type('text/csv; charset=utf-8');
    const { Readable } = await import('node:stream');
    return reply.send(Readable.from(chunks));
  });
  app.get('/api/v1/sqllab/results/', needs('can_get_results', 'SQLLab'), async (request) => {
    const { key } = parseQ(z.object({ key: z.string(), rows: z.number().int().optional() }), request.query);
    throw resultsGone(key);
  });
  registerPermalinks(app, act);
}

function registerPermalinks(app: FastifyInstance, act: (request: FastifyRequest) => Act): void {
  const view = 'SqlLabPermalinkRestApi';
  app.post('/api/v1/sqllab/permalink', needs('can_write', view), async (request, reply) => {
    const body = parseBody(linkSchema, request.body);
    const key = await keepPermalink('sqllab_permalink', JSON.stringify(body), act(request));
    return reply.status(201).send({ key, url: `${request.protocol}://${request.host}/sqllab/p/${key}/` });
  });
  app.get('/api/v1/sqllab/permalink/:key', needs('can_read', view), async (request) => {
    const { value } = await readValue({ name: 'sqllab_permalink' }, textParameter(request, 'key'), act(request));
    const kept: unknown = JSON.parse(value);
    if (!isJsonObject(kept)) throw notFound();
    return kept;
  });
}

/** Stopping and following one's own queries (contract §2.6). */
export function registerQueryRuns(app: FastifyInstance, services: Services, running: RunningQueries): void {
  const act = (request: FastifyRequest): Act => actOf(services, request);
  app.post('/api/v1/query/stop', needs('can_read', 'Query'), async (request) => {
    const { client_id } = parseBody(z.strictObject({ client_id: z.string() }), request.body);
    const userId = callerId(act(request).caller);
    const row = await services.db
      .selectFrom('queries')
      .select(['status', 'id'])
      .where('client_id', '=', client_id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) throw notFound();
    const active = row.status === 'running' || row.status === 'pending';
    if (active && !running.stop(userId, client_id)) {
      // Its process is gone: the record says so from now on.
      await services.db
        .updateTable('queries')
        .set({ status: 'stopped', changed_on: services.now().toISOString() })
        .where('id', '=', row.id)
        .execute();
    }
    return { result: 'OK' };
  });
  app.get('/api/v1/query/updated_since', needs('can_read', 'Query'), async (request) => {
    const { last_updated_ms } = parseQ(z.object({ last_updated_ms: z.number() }), request.query);
    const since = new Date(last_updated_ms).toISOString();
    const rows = await services.db
      .selectFrom('queries')
      .selectAll()
      .where('user_id', '=', callerId(act(request).caller))
      .where('changed_on', '>=', since)
      .orderBy('changed_on', 'desc')
      .limit(500)
      .execute();
    return { result: await queryObjects(rows, act(request)) };
  });
}

async function openingState(act: Act): Promise<object> {
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
    active_tab: active ? await tabState(active, act) : null,
    tab_state_ids: tabs.map(({ id, label }) => ({ id, label })),
    databases: Object.fromEntries(
      databases.map((row) => [String(row.id), Object.fromEntries(BOOTSTRAP_COLUMNS.map((name) => [name, row[name]]))]),
    ),
  };
}

async function exportedRows(clientId: string, act: Act): Promise<{ name: string; chunks: AsyncIterable<Buffer> }> {
  const row = await act.services.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst();
  if (!row)
    throw listed(
      404,
      'RESULTS_BACKEND_ERROR',
      'The query associated with these results could not be found. You need to re-run the original query.',
    );
  if (row.user_id !== callerId(act.caller) && !act.caller.isAdmin) throw forbidden();
  const data = await act.services.data();
  const chunks = await data.exportSql({
    databaseId: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    limit: row.limit ?? 0,
    who: act.caller.principal,
    signal: act.signal,
  });
  const at = act.services.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return { name: `sqllab_${(row.tab_name ?? 'query').replaceAll(/[^\w-]+/g, '_')}_${at}`, chunks };
}

/** Rows are answered with the run and not kept; their query can be run again. */
function resultsGone(key: string): ChartroomError {
  return new ChartroomError(`There are no kept results under the key "${key}". You need to re-run the original query.`, {
    status: 410,
    error_type: 'RESULTS_BACKEND_ERROR',
  });
}
