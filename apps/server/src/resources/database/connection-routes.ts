import { ChartroomError, databaseApi } from '@chartroom/model';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { DefineRoute } from '../../http/define-route.ts';
import { invalidOneByOne, notFound } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { schemaView } from '../../security/data-grants.ts';
import { ensurePair } from '../../security/role-setup.ts';
import { changedNow } from '../people.ts';
import type { ResourceServices } from '../resource-act.ts';
import { connectionOf, tryConnection } from './connection.ts';
import { checkParameters } from './connection-checks.ts';
import { databaseChanged } from './database-resource.ts';
import { seenDatabase } from './seen-database.ts';
import { requireTunneling } from './ssh-tunnel.ts';

const WRITE = { permission: 'can_write', view: 'Database' };

/** Trying connections, reading SQL without running it, and the grants that a connection offers (contract/api.md §2.1). */
export function registerConnections(
  defineRoute: DefineRoute<ResourceServices>,
  services: ResourceServices,
): void {
  const { db } = services;
  defineRoute({
    ...databaseApi.test,
    access: WRITE,
    handle: async ({ body, act }) => {
      const stored = body.database_name
        ? await db
            .selectFrom('databases')
            .selectAll()
            .where('database_name', '=', body.database_name)
            .executeTakeFirst()
        : undefined;
      const connection = await connectionOf(body, stored, act);
      await tryConnection(connection, act);
      // Whoever tries it lets the installation in, too.
      if (stored && connection.asksPersons)
        await services.sources.ports.database(stored.id, act.caller.principal);
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...databaseApi.validateParameters,
    access: WRITE,
    handle: async (call) => {
      try {
        await checkParameters(call.body, call.act);
      } catch (error) {
        throw error instanceof ChartroomError && error.status === 400 && error.fields
          ? invalidOneByOne(error.fields)
          : error;
      }
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...databaseApi.validateSql,
    access: { permission: 'can_read', view: 'Database' },
    handle: async (call) => {
      const database = await seenDatabase(call.id, call.act);
      const problem = await problemOf(call.body, database, call.act);
      if (!problem) return { result: [] };
      const { message, line, column } = problem;
      return { result: [{ line_number: line, start_column: column, end_column: column, message }] };
    },
  });
  defineRoute({
    ...databaseApi.removeTunnel,
    access: WRITE,
    handle: async ({ id: pk, act }) => {
      const { id, ssh_tunnel } = await seenDatabase(pk, act);
      if (ssh_tunnel === null) throw notFound();
      requireTunneling(services.config);
      await db
        .updateTable('databases')
        .set({ ...changedNow(act), ssh_tunnel: null })
        .where('id', '=', id)
        .execute();
      await databaseChanged([id], act);
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...databaseApi.syncPermissions,
    access: WRITE,
    handle: async ({ id, act }) => {
      await offerSchemas(await seenDatabase(id, act), act);
      return { message: 'Permissions successfully synced' };
    },
  });
}

/** What is wrong with a script first: its templates, or the SQL that they make. */
async function problemOf(
  { sql, template_params, schema, catalog }: z.output<typeof databaseApi.validateSql.body>,
  database: Row<'databases'>,
  act: Act<Ground & WithData>,
) {
  const [data, { isTemplate, TemplateProblem }] = await Promise.all([
    act.services.data(),
    import('@chartroom/query'),
  ]);
  try {
    const parameters = JSON.stringify(template_params ?? {});
    const usual = { schema: schema ?? null, catalog: catalog ?? null };
    const plain = isTemplate(sql)
      ? await data.neutralSql(database.id, sql, parameters, usual, act.caller.principal)
      : sql;
    return await data.sqlProblem(plain, database.backend);
  } catch (error) {
    if (error instanceof TemplateProblem) return { message: error.message, line: error.line ?? 1, column: 1 };
    throw error;
  }
}

/** Makes a grant for every schema that the database has now, so that it can be given to roles. */
async function offerSchemas(
  database: Row<'databases'>,
  { services, caller }: Act<Pick<Ground, 'db'> & WithData>,
): Promise<void> {
  const session = await (await services.data()).session(database.id, caller.principal);
  const schemas = await session.schemas();
  await services.db.transaction().execute(async (records) => {
    for (const schema of schemas)
      await ensurePair(records, 'schema_access', schemaView(database.database_name, null, schema));
  });
}
