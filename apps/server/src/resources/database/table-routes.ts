import { ChartroomError } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, textParameter } from '../../http/act.ts';
import { badRequest, listed, notFound } from '../../http/errors.ts';
import { reasonsByField } from '../../http/validation.ts';
import type { Row } from '../../records/tables.ts';
import type { Services } from '../../services.ts';
import { requireTable, tableMetadata } from './database-browse.ts';
import { findDatabase, seenDatabase } from './seen-database.ts';
import { selectStar } from './select-star.ts';

const READ = needs('can_read', 'Database');

interface NamedTable {
  table: string;
  schema: string | null;
  catalog: string | null;
}

const tableQuery = z.strictObject({
  name: z.string(),
  schema: z.string().default(''),
  catalog: z.string().default(''),
});

/** The table that the query string names. @throws ChartroomError 422 whose `extra` has the reasons per field */
function namedTable(request: FastifyRequest): NamedTable {
  const read = tableQuery.safeParse(request.query);
  if (read.success)
    return { table: read.data.name, schema: read.data.schema || null, catalog: read.data.catalog || null };
  throw new ChartroomError('An error happened when validating the request', {
    status: 422,
    error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    level: 'error',
    extra: { messages: reasonsByField(read.error, request.query) },
  });
}

/** Words that clients put where a table has no schema. */
const NO_SCHEMA = new Set(['', 'None', 'null', 'undefined']);

function tableInPath(request: FastifyRequest): NamedTable {
  const table = textParameter(request, 'table');
  if (!table) throw badRequest('The table has to be named.');
  const schema = textParameter(request, 'schema');
  return { table, schema: NO_SCHEMA.has(schema) ? null : schema, catalog: null };
}

/** What SQL Lab shows of a table, under the present addresses and those of old (contract/api.md §2.1). */
export function registerTables(app: FastifyInstance, services: Services): void {
  const base = '/api/v1/database/:pk';
  app.get(`${base}/table_metadata/`, READ, async (request) => {
    const act = actOf(services, request);
    return tableMetadata(await databaseOrSip40(request, act), namedTable(request), act);
  });
  app.get(`${base}/table_metadata/extra/`, READ, async (request) => {
    const act = actOf(services, request);
    await requireTable(await databaseOrSip40(request, act), namedTable(request), act);
    return {};
  });
  app.get(`${base}/table/:table/:schema/`, READ, async (request) => {
    const act = actOf(services, request);
    const { database, table } = await openTable(request, act);
    return tableMetadata(database, table, act);
  });
  app.get(`${base}/table_extra/:table/:schema/`, READ, async (request) => {
    await openTable(request, actOf(services, request));
    return {};
  });
  for (const path of [`${base}/select_star/:table/`, `${base}/select_star/:table/:schema/`]) {
    app.get(path, READ, async (request) => {
      const { database, table } = await openTable(request, actOf(services, request));
      await (await services.data()).describe(database.id, table).catch((error: unknown) => {
        const isMissing =
          error instanceof ChartroomError && error.error_type === 'TABLE_DOES_NOT_EXIST_ERROR';
        throw isMissing
          ? new ChartroomError('Table not found on the database', {
              status: 404,
              error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
              shape: 'message',
            })
          : error;
      });
      const { engineById } = await import('@chartroom/engines');
      const engine = engineById(database.backend);
      if (!engine) throw notFound();
      return { result: selectStar(engine.dialect, table) };
    });
  }
}

/** The database and the table of the address; 404 in one sentence when the caller may not read it. */
async function openTable(
  request: FastifyRequest,
  act: Act,
): Promise<{ database: Row<'databases'>; table: NamedTable }> {
  const database = await seenDatabase(request, act);
  const table = tableInPath(request);
  await requireTable(database, table, act).catch((error: unknown) => {
    throw error instanceof ChartroomError && error.error_type === 'TABLE_NOT_FOUND_ERROR'
      ? notFound()
      : error;
  });
  return { database, table };
}

async function databaseOrSip40(request: FastifyRequest, act: Act): Promise<Row<'databases'>> {
  const database = await findDatabase(request, act);
  if (!database) throw listed(404, 'DATABASE_NOT_FOUND_ERROR', 'No such database', 'error');
  return database;
}
