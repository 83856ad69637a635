import { ChartroomError, databaseTablesApi } from '@chartroom/model';
import type { FastifyRequest } from 'fastify';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { DefineRoute } from '../../http/define-route.ts';
import { badRequest, listed, notFound } from '../../http/errors.ts';
import { reasonsByField } from '../../http/validation.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { requireTable, tableMetadata } from './database-browse.ts';
import { findDatabase, seenDatabase } from './seen-database.ts';
import { selectStar } from './select-star.ts';

const access = { permission: 'can_read', view: 'Database' };

interface NamedTable {
  table: string;
  schema: string | null;
  catalog: string | null;
}

/** The table that the query string names. @throws ChartroomError 422 whose `extra` has the reasons per field */
function namedTable({ query }: FastifyRequest): NamedTable {
  const read = databaseTablesApi.tableMetadata.query.safeParse(query);
  if (read.success)
    return { table: read.data.name, schema: read.data.schema || null, catalog: read.data.catalog || null };
  throw new ChartroomError('An error happened when validating the request', {
    status: 422,
    error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    level: 'error',
    extra: { messages: reasonsByField(read.error, query) },
  });
}

/** Words that clients put where a table has no schema. */
const NO_SCHEMA = new Set(['', 'None', 'null', 'undefined']);

/** A table and its schema as an address of old has them. */
interface WrittenTable {
  table: string;
  schema: string;
}

function tableIn({ table, schema }: WrittenTable): NamedTable {
  if (!table) throw badRequest('The table has to be named.');
  return { table, schema: NO_SCHEMA.has(schema) ? null : schema, catalog: null };
}

/** What SQL Lab shows of a table, under the present addresses and those of old (contract/api.md §2.1). */
export function registerTables(defineRoute: DefineRoute<Ground & WithData>): void {
  defineRoute({
    ...databaseTablesApi.tableMetadata,
    access,
    handle: async ({ id, request, act }) =>
      tableMetadata(await databaseOrSip40(id, act), namedTable(request), act),
  });
  defineRoute({
    ...databaseTablesApi.tableExtra,
    access,
    handle: async ({ id, request, act }) => {
      const database = await databaseOrSip40(id, act);
      const table = namedTable(request);
      await requireTable(database, table, act);
      const { createView } = await (await act.services.data()).describe(
        database.id,
        table,
        act.caller.principal,
      );
      return createView === undefined ? {} : { view: createView };
    },
  });
  defineRoute({
    ...databaseTablesApi.oldTable,
    access,
    handle: async ({ id, param, act }) => {
      const { database, table } = await openTable(
        id,
        { table: param('table'), schema: param('schema') },
        act,
      );
      return tableMetadata(database, table, act);
    },
  });
  defineRoute({
    ...databaseTablesApi.oldTableExtra,
    access,
    handle: async ({ id, param, act }) => {
      await openTable(id, { table: param('table'), schema: param('schema') }, act);
      return {};
    },
  });
  defineRoute({
    ...databaseTablesApi.selectStar,
    access,
    handle: async ({ id, param, act }) => ({
      result: await firstRows(id, { table: param('table'), schema: '' }, act),
    }),
  });
  defineRoute({
    ...databaseTablesApi.selectStarInSchema,
    access,
    handle: async ({ id, param, act }) => ({
      result: await firstRows(id, { table: param('table'), schema: param('schema') }, act),
    }),
  });
}

/** SQL that shows the first rows of a table; 404 when it is not there. */
async function firstRows(
  id: number | undefined,
  written: WrittenTable,
  act: Act<Ground & WithData>,
): Promise<string> {
  const { database, table } = await openTable(id, written, act);
  const data = await act.services.data();
  await data.describe(database.id, table, act.caller.principal).catch((error: unknown) => {
    const isMissing = error instanceof ChartroomError && error.error_type === 'TABLE_DOES_NOT_EXIST_ERROR';
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
  return selectStar(engine.dialect, table);
}

/** The database and the table of the address; 404 in one sentence when the caller may not read it. */
async function openTable(
  id: number | undefined,
  written: WrittenTable,
  act: Act<Ground & WithData>,
): Promise<{ database: Row<'databases'>; table: NamedTable }> {
  const database = await seenDatabase(id, act);
  const table = tableIn(written);
  await requireTable(database, table, act).catch((error: unknown) => {
    throw error instanceof ChartroomError && error.error_type === 'TABLE_NOT_FOUND_ERROR'
      ? notFound()
      : error;
  });
  return { database, table };
}

async function databaseOrSip40(id: number | undefined, act: Act): Promise<Row<'databases'>> {
  const database = await findDatabase(id, act);
  if (!database) throw listed(404, 'DATABASE_NOT_FOUND_ERROR', 'No such database', 'error');
  return database;
}
