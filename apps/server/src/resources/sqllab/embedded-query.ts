import { createHash } from 'node:crypto';
import { type EmbeddedQuery, sqlLabApi } from '@chartroom/model';
import type { SqlRun, WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { DefineRoute } from '../../http/define-route.ts';
import { notFound } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { type Kind, keepValue, removeValue } from '../permalinks/kept-values.ts';
import { unknownDatabase } from './execute-query.ts';
import { columnsFor } from './result-json.ts';
import { parametersIn } from './run-query.ts';

/** Queries whose results other sites show in frames; they are kept until their maker takes them back. */
const EMBEDDED: Kind = { name: 'sqllab_embedded' };

/**
 * A query that is embedded.
 * @throws ChartroomError 404 where embedding is switched off or nothing goes by the key
 */
export async function embeddedQuery(
  key: string,
  { db, config }: Pick<Ground, 'db' | 'config'>,
): Promise<EmbeddedQuery> {
  if (!config.EMBEDDED_SUPERSET) throw notFound();
  const row = await db
    .selectFrom('key_values')
    .select('value')
    .where('kind', '=', EMBEDDED.name)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) throw notFound();
  const query: EmbeddedQuery = JSON.parse(row.value);
  return query;
}

/** `/sqllab/embedded/`: results of queries in frames of other sites, for people who have signed in, with the rights of each. */
export function registerEmbeddedQueries(
  defineRoute: DefineRoute<Ground & WithData>,
  services: Pick<Ground, 'db' | 'config'>,
): void {
  const links = { permission: 'can_write', view: 'SqlLabPermalinkRestApi' };
  defineRoute({
    ...sqlLabApi.embed,
    access: links,
    handle: async ({ body, act, request }) => {
      if (!services.config.EMBEDDED_SUPERSET) throw notFound();
      await (await act.services.data()).checkSql(await runOf(body, act));
      const { allowed_domains: _sites, ...query } = body;
      const scope = createHash('sha256').update(JSON.stringify(query)).digest('hex');
      const key = await keepValue(EMBEDDED, { value: JSON.stringify(body), scope, reuse: true }, act);
      return { key, url: `${request.protocol}://${request.host}/embedded/query/${key}/` };
    },
  });
  defineRoute({
    ...sqlLabApi.unembed,
    access: links,
    handle: async ({ param, act }) => {
      await removeValue(EMBEDDED, param('key'), act);
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...sqlLabApi.embeddedRows,
    access: { permission: 'can_execute_sql_query', view: 'SQLLab' },
    handle: async ({ param, act, reply }) => {
      const query = await embeddedQuery(param('key'), services);
      return reply.type('application/json; charset=utf-8').send(await rowsOf(query, act));
    },
  });
}

async function rowsOf(query: EmbeddedQuery, act: Act<Ground & WithData>): Promise<Buffer> {
  const run = await runOf(query, act);
  const { backend } = await databaseOf(query, act);
  const data = await act.services.data();
  const { frame, limitingFactor } = await data.runSql(run);
  const told = {
    columns: (await columnsFor(backend))(frame.columns),
    isCut: limitingFactor === 'DROPDOWN',
  };
  return data.writeLabRows(frame, told, run.limit, run.who, run.signal);
}

/** The run of a query that nobody has pressed Run for: of a template, too, only what reads is run. */
async function runOf(query: EmbeddedQuery, act: Act): Promise<SqlRun> {
  const { id } = await databaseOf(query, act);
  return {
    databaseId: id,
    catalog: query.catalog || null,
    schema: query.schema || null,
    sql: query.sql,
    templateParams: parametersIn(query.templateParams),
    limit: act.services.config.DEFAULT_SQLLAB_LIMIT,
    onlyReads: true,
    who: act.caller.principal,
    signal: act.signal,
  };
}

async function databaseOf({ dbId }: EmbeddedQuery, act: Act): Promise<{ id: number; backend: string }> {
  const database = await act.services.db
    .selectFrom('databases')
    .select(['id', 'backend'])
    .where('id', '=', dbId)
    .executeTakeFirst();
  if (!database) throw unknownDatabase(dbId);
  return database;
}
