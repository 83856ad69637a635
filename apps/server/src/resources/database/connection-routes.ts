import {
  ChartroomError,
  testConnectionSchema,
  validateParametersSchema,
  validateSqlSchema,
} from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf } from '../../http/act.ts';
import { invalidOneByOne, notFound } from '../../http/errors.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Row } from '../../records/tables.ts';
import { schemaView } from '../../security/data-grants.ts';
import { ensurePair } from '../../security/role-setup.ts';
import type { Services } from '../../services.ts';
import { changedNow } from '../people.ts';
import { connectionOf, tryConnection } from './connection.ts';
import { checkParameters } from './connection-checks.ts';
import { databaseChanged } from './database-resource.ts';
import { seenDatabase } from './seen-database.ts';
import { requireTunneling } from './ssh-tunnel.ts';

const WRITE = needs('can_write', 'Database');

/** Trying connections, reading SQL without running it, and the grants that a connection offers (contract/api.md §2.1). */
export function registerConnections(app: FastifyInstance, services: Services): void {
  app.post(
    '/api/v1/database/test_connection/',
    taking(WRITE, { body: testConnectionSchema }),
    async (request) => {
      const act = actOf(services, request);
      const body = parseBody(testConnectionSchema, request.body);
      const stored = body.database_name
        ? await services.db
            .selectFrom('databases')
            .selectAll()
            .where('database_name', '=', body.database_name)
            .executeTakeFirst()
        : undefined;
      await tryConnection(await connectionOf(body, stored, act), act);
      return { message: 'OK' };
    },
  );
  app.post(
    '/api/v1/database/validate_parameters/',
    taking(WRITE, { body: validateParametersSchema }),
    async (request) => {
      try {
        await checkParameters(parseBody(validateParametersSchema, request.body), actOf(services, request));
      } catch (error) {
        throw error instanceof ChartroomError && error.status === 400 && error.fields
          ? invalidOneByOne(error.fields)
          : error;
      }
      return { message: 'OK' };
    },
  );
  app.post(
    '/api/v1/database/:pk/validate_sql/',
    taking(needs('can_read', 'Database'), { body: validateSqlSchema }),
    async (request) => {
      const act = actOf(services, request);
      const database = await seenDatabase(request, act);
      const problem = await problemOf(parseBody(validateSqlSchema, request.body), database, act);
      if (!problem) return { result: [] };
      const { message, line, column } = problem;
      return { result: [{ line_number: line, start_column: column, end_column: column, message }] };
    },
  );
  app.delete('/api/v1/database/:pk/ssh_tunnel/', WRITE, async (request) => {
    const act = actOf(services, request);
    const { id, ssh_tunnel } = await seenDatabase(request, act);
    if (ssh_tunnel === null) throw notFound();
    requireTunneling(services.config);
    await services.db
      .updateTable('databases')
      .set({ ...changedNow(act), ssh_tunnel: null })
      .where('id', '=', id)
      .execute();
    await databaseChanged([id], act);
    return { message: 'OK' };
  });
  app.post('/api/v1/database/:pk/sync_permissions/', WRITE, async (request) => {
    await offerSchemas(await seenDatabase(request, actOf(services, request)), services);
    return { message: 'Permissions successfully synced' };
  });
}

/** What is wrong with a script first: its templates, or the SQL that they make. */
async function problemOf(
  { sql, template_params, schema, catalog }: z.output<typeof validateSqlSchema>,
  database: Row<'databases'>,
  act: Act,
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
async function offerSchemas(database: Row<'databases'>, services: Services): Promise<void> {
  const session = await (await services.data()).session(database.id);
  const schemas = await session.schemas();
  await services.db.transaction().execute(async (records) => {
    for (const schema of schemas)
      await ensurePair(records, 'schema_access', schemaView(database.database_name, null, schema));
  });
}
