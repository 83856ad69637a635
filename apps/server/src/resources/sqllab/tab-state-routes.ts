import { ChartroomError, isJsonObject, type JsonValue, type TabState, tabApi } from '@chartroom/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Act, NOTHING } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { badRequest, forbidden, notFound, sendError } from '../../http/errors.ts';
import { readJson } from '../../http/json-text.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import type { NewRow, Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { formFields } from '../form-fields.ts';
import { queryObject } from './query-object.ts';

/** Tabs of SQL Lab and the tables opened beside them, each person's own (contract/api.md §2.5, the tab store). */
export function registerTabs(house: FastifyInstance, services: Ground): void {
  house.register(async (app) => {
    // What is not there, or is somebody else's, is told by the status alone (contract/api.md §2.5).
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof ChartroomError && (error.status === 404 || error.status === 403))
        return reply.status(error.status).send('');
      return sendError(error instanceof Error ? error : new Error(String(error)), request, reply);
    });
    registerTabRoutes(app, services);
  });
}

function registerTabRoutes(app: FastifyInstance, services: Ground): void {
  const defineRoute = routesOf(app, services);
  const may = (permission: string) => ({ permission, view: 'TabStateView' });
  defineRoute({
    ...tabApi.open,
    access: may('can_post'),
    handle: async ({ request, act }) => ({ id: await openTab(await formJson(request, 'queryEditor'), act) }),
  });
  defineRoute({
    ...tabApi.show,
    access: may('can_get'),
    handle: async ({ id, act }) => tabState(await tabOf(id, act), act),
  });
  defineRoute({
    ...tabApi.change,
    access: may('can_put'),
    handle: async ({ id, request, act }) => {
      const tab = await tabOf(id, act);
      await changeTab(tab, await formFields(request), act);
      return tab.id;
    },
  });
  defineRoute({
    ...tabApi.remove,
    access: may('can_delete'),
    handle: async ({ id, act, reply }) => {
      const tab = await tabOf(id, act);
      await services.db.deleteFrom('tab_states').where('id', '=', tab.id).execute();
      return sendDone(reply);
    },
  });
  defineRoute({
    ...tabApi.activate,
    access: may('can_activate'),
    handle: async ({ id, act }) => {
      const tab = await tabOf(id, act);
      await activate(tab.id, act);
      return tab.id;
    },
  });
  defineRoute({
    ...tabApi.migrateQuery,
    access: may('can_migrate_query'),
    handle: async ({ id, request, act }) => {
      const tab = await tabOf(id, act);
      await migrateQuery(tab, String(await formJson(request, 'queryId')), services.db);
      return tab.id;
    },
  });
  defineRoute({
    ...tabApi.removeQuery,
    access: may('can_delete_query'),
    handle: async ({ id, param, act, reply }) => {
      const tab = await tabOf(id, act);
      await removeQuery(tab, param('clientId'), services.db);
      return sendDone(reply);
    },
  });
  registerTables(defineRoute, services);
}

/** A text on its own would not be sent as JSON. */
function sendDone(reply: FastifyReply): FastifyReply {
  return reply.type('application/json').send('"OK"');
}

/** A query that was run before its tab was kept becomes the latest one of the tab. */
async function migrateQuery(tab: Row<'tab_states'>, clientId: string, db: Db): Promise<void> {
  const moved = await db
    .updateTable('queries')
    .set({ sql_editor_id: String(tab.id) })
    .where('client_id', '=', clientId)
    .where('user_id', '=', tab.user_id)
    .executeTakeFirst();
  if (Number(moved.numUpdatedRows) === 0) return;
  await db.updateTable('tab_states').set({ latest_query_id: clientId }).where('id', '=', tab.id).execute();
}

/** Removes a query of a tab; of the others the last one is then the latest. */
async function removeQuery(tab: Row<'tab_states'>, clientId: string, db: Db): Promise<void> {
  const own = { user_id: tab.user_id, sql_editor_id: String(tab.id) };
  if (tab.latest_query_id === clientId) {
    const before = await db
      .selectFrom('queries')
      .select('client_id')
      .where('user_id', '=', own.user_id)
      .where('sql_editor_id', '=', own.sql_editor_id)
      .where('client_id', '!=', clientId)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    await db
      .updateTable('tab_states')
      .set({ latest_query_id: before?.client_id ?? null })
      .where('id', '=', tab.id)
      .execute();
  }
  await db
    .deleteFrom('queries')
    .where('client_id', '=', clientId)
    .where('user_id', '=', tab.user_id)
    .execute();
}

function registerTables(defineRoute: DefineRoute, { db, now }: Pick<Ground, 'db' | 'now'>): void {
  const may = (permission: string) => ({ permission, view: 'TableSchemaView' });
  defineRoute({
    ...tabApi.openTable,
    access: may('can_post'),
    handle: async ({ request, act }) => {
      const given = await formJson(request, 'table');
      const tabId = isJsonObject(given) ? Number(given.queryEditorId) : Number.NaN;
      if (!isJsonObject(given) || !Number.isSafeInteger(tabId))
        throw badRequest('table: has to name its queryEditorId');
      const tab = await tabOf(tabId, act);
      const databaseId = Number(given.dbId ?? 0);
      if (!Number.isSafeInteger(databaseId))
        throw badRequest(`table.dbId: there is no database ${String(given.dbId)}`);
      const at = now().toISOString();
      const place = {
        tab_state_id: tab.id,
        database_id: databaseId || tab.database_id || 0,
        catalog: textOf(given.catalog),
        schema: textOf(given.schema),
        table: textOf(given.name) ?? '',
      };
      const { id } = await db.transaction().execute(async (records) => {
        await records
          .deleteFrom('table_schemas')
          .where('tab_state_id', '=', tab.id)
          .where('database_id', '=', place.database_id)
          .where('table', '=', place.table)
          .where('schema', place.schema === null ? 'is' : '=', place.schema)
          .execute();
        return records
          .insertInto('table_schemas')
          .values({
            ...place,
            description: JSON.stringify(given),
            expanded: 1,
            created_on: at,
            changed_on: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
      return { id };
    },
  });
  defineRoute({
    ...tabApi.removeTable,
    access: may('can_delete'),
    handle: async ({ id, act, reply }) => {
      const row = await ownTable(id, act);
      await db.deleteFrom('table_schemas').where('id', '=', row.id).execute();
      return sendDone(reply);
    },
  });
  defineRoute({
    ...tabApi.expandTable,
    access: may('can_expanded'),
    handle: async ({ id, request, act }) => {
      const row = await ownTable(id, act);
      const expanded = (await formJson(request, 'expanded')) === true;
      await db
        .updateTable('table_schemas')
        .set({ expanded: expanded ? 1 : 0 })
        .where('id', '=', row.id)
        .execute();
      return { id: row.id, expanded };
    },
  });
}

/** Tabs of the caller by their names, in the order in which they were opened: what is written in them may be long. */
export async function ownTabs(act: Act): Promise<Pick<Row<'tab_states'>, 'id' | 'label' | 'active'>[]> {
  return act.services.db
    .selectFrom('tab_states')
    .select(['id', 'label', 'active'])
    .where('user_id', '=', callerId(act.caller))
    .orderBy('id')
    .execute();
}

/** A tab with the tables beside it and its latest query. */
export async function tabState(tab: Row<'tab_states'>, act: Act): Promise<TabState> {
  const { db } = act.services;
  const tables = await db
    .selectFrom('table_schemas')
    .selectAll()
    .where('tab_state_id', '=', tab.id)
    .orderBy('id')
    .execute();
  const latest = tab.latest_query_id
    ? await db
        .selectFrom('queries')
        .selectAll()
        .where('client_id', '=', tab.latest_query_id)
        .where('user_id', '=', tab.user_id)
        .executeTakeFirst()
    : undefined;
  return {
    id: tab.id,
    user_id: tab.user_id,
    label: tab.label,
    active: tab.active === 1,
    database_id: tab.database_id,
    catalog: tab.catalog,
    schema: tab.schema,
    table_schemas: tables.map((table) => ({
      id: table.id,
      tab_state_id: table.tab_state_id,
      database_id: table.database_id,
      catalog: table.catalog,
      schema: table.schema,
      table: table.table,
      description: documentOf(table.description),
      expanded: table.expanded === 1,
    })),
    sql: tab.sql,
    query_limit: tab.query_limit,
    latest_query: latest ? await queryObject(latest, act) : null,
    autorun: tab.autorun === 1,
    template_params: tab.template_params,
    hide_left_bar: tab.hide_left_bar === 1,
    saved_query: tab.saved_query_id === null ? null : { id: tab.saved_query_id },
    extra_json: documentOf(tab.extra_json),
  };
}

async function openTab(given: JsonValue, act: Act): Promise<number> {
  if (!isJsonObject(given)) throw badRequest('queryEditor: has to be an object');
  const { db, now } = act.services;
  const databaseId = Number(given.dbId);
  const database = Number.isSafeInteger(databaseId)
    ? await db.selectFrom('databases').select('id').where('id', '=', databaseId).executeTakeFirst()
    : undefined;
  if (!database) throw badRequest(`queryEditor.dbId: there is no database ${String(given.dbId)}`);
  const at = now().toISOString();
  const { id } = await db
    .insertInto('tab_states')
    .values({
      user_id: callerId(act.caller),
      label: textOf(given.name) ?? textOf(given.title) ?? 'Untitled Query',
      active: 1,
      database_id: database.id,
      catalog: textOf(given.catalog),
      schema: textOf(given.schema),
      // What a tab begins with when nothing is said.
      sql: textOf(given.sql) ?? (given.sql === undefined ? 'SELECT ...' : ''),
      query_limit: wholeNumber(given.queryLimit),
      latest_query_id: null,
      autorun: given.autorun === true ? 1 : 0,
      template_params: textOf(given.templateParams),
      hide_left_bar: given.hideLeftBar === true ? 1 : 0,
      saved_query_id: wholeNumber(given.remoteId),
      extra_json: null,
      created_on: at,
      changed_on: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await activate(id, act);
  return id;
}

async function activate(id: number, act: Act): Promise<void> {
  const { db } = act.services;
  await db
    .updateTable('tab_states')
    .set({ active: 0 })
    .where('user_id', '=', callerId(act.caller))
    .where('id', '!=', id)
    .execute();
  await db.updateTable('tab_states').set({ active: 1 }).where('id', '=', id).execute();
}

const TEXTS = ['label', 'catalog', 'schema', 'sql', 'latest_query_id', 'template_params'] as const;
const NUMBERS = ['database_id', 'query_limit', 'saved_query_id'] as const;
const FLAGS = ['autorun', 'hide_left_bar', 'active'] as const;

async function changeTab(tab: Row<'tab_states'>, given: Record<string, string>, act: Act): Promise<void> {
  const columns: readonly string[] = [...TEXTS, ...NUMBERS, ...FLAGS, 'extra_json'];
  const unknown = Object.keys(given).find((name) => !columns.includes(name));
  if (unknown !== undefined) throw badRequest(`${unknown}: a tab has no such column`);
  const changes: Partial<NewRow<'tab_states'>> = {};
  const fieldValue = (name: string): JsonValue | undefined => {
    const text = given[name];
    return text === undefined ? undefined : readJson(text, name);
  };
  for (const name of TEXTS) {
    const value = fieldValue(name);
    if (value === undefined) continue;
    const isStored = value === null || typeof value === 'string';
    changes[name] = isStored ? value : JSON.stringify(value);
  }
  for (const name of NUMBERS) {
    const value = fieldValue(name);
    if (value !== undefined) changes[name] = typeof value === 'number' ? value : null;
  }
  for (const name of FLAGS) {
    const value = fieldValue(name);
    if (value !== undefined) changes[name] = value === true ? 1 : 0;
  }
  if (changes.latest_query_id) await requireOwnQuery(changes.latest_query_id, tab, act);
  const extra = fieldValue('extra_json');
  // Clients keep it as the text of a document.
  if (extra !== undefined)
    changes.extra_json =
      typeof extra === 'string' ? JSON.stringify(readJson(extra, 'extra_json')) : JSON.stringify(extra);
  await act.services.db
    .updateTable('tab_states')
    .set({ ...changes, changed_on: act.services.now().toISOString() })
    .where('id', '=', tab.id)
    .execute();
}

/** Rejects with 400 when a query that is to be the latest of a tab is not there. */
async function requireOwnQuery(clientId: string, tab: Row<'tab_states'>, { services }: Act): Promise<void> {
  const query = services.db
    .selectFrom('queries')
    .select('id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', tab.user_id);
  if (!(await query.executeTakeFirst())) throw badRequest('Bad request');
}

/** A tab of the caller's own. */
export async function tabOf(id: number | undefined, act: Act): Promise<Row<'tab_states'>> {
  const tab = await act.services.db
    .selectFrom('tab_states')
    .selectAll()
    .where('id', '=', id ?? NOTHING)
    .executeTakeFirst();
  if (!tab) throw notFound();
  if (tab.user_id !== callerId(act.caller)) throw forbidden();
  return tab;
}

async function ownTable(id: number | undefined, act: Act): Promise<Row<'table_schemas'>> {
  const row = await act.services.db
    .selectFrom('table_schemas')
    .selectAll()
    .where('id', '=', id ?? NOTHING)
    .executeTakeFirst();
  if (!row) throw notFound();
  await tabOf(row.tab_state_id, act);
  return row;
}

/** A field of the form whose text is JSON. */
async function formJson(request: FastifyRequest, name: string): Promise<JsonValue> {
  const text = (await formFields(request))[name];
  if (text === undefined) throw badRequest(`${name}: is missing`);
  return readJson(text, name);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function documentOf(text: string | null): JsonValue {
  const value: JsonValue = text ? JSON.parse(text) : {};
  return value;
}

function wholeNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}
