import { ChartroomError, isJsonObject, type JsonValue, tabApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { type Act, LARGEST_ID } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, sendError, staleVersion } from '../../http/errors.ts';
import { readJson } from '../../http/json-text.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import type { NewRow, Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { formFields } from '../form-fields.ts';
import { tabOf, tabState } from './tab-state.ts';
import { registerTabTables } from './tab-table-routes.ts';
import { formJson, LONGEST, nameOf, requireLength, sendDone, textOf } from './tab-texts.ts';

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
    handle: async ({ id, act, reply }) => {
      const tab = await tabOf(id, act);
      reply.header('etag', tagOf(tab.changed_on));
      return tabState(tab, act);
    },
  });
  defineRoute({
    ...tabApi.change,
    access: may('can_put'),
    handle: async ({ id, request, act, reply }) => {
      const tab = await tabOf(id, act);
      const wanted = request.headers['if-match'];
      // Proxies that compress answers make the tag a weak one.
      const isNamed = wanted !== undefined && wanted !== '*';
      if (isNamed && wanted.replace(/^W\//, '') !== tagOf(tab.changed_on)) throw staleVersion();
      reply.header('etag', tagOf(await changeTab(tab, await formFields(request), isNamed, act)));
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
  registerTabTables(defineRoute, services);
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
      label:
        nameOf(given.name, 'queryEditor.name') ??
        nameOf(given.title, 'queryEditor.title') ??
        'Untitled Query',
      active: 1,
      database_id: database.id,
      catalog: nameOf(given.catalog, 'queryEditor.catalog'),
      schema: nameOf(given.schema, 'queryEditor.schema'),
      // What a tab begins with when nothing is said.
      sql:
        textOf(given.sql, 'queryEditor.sql', Number.POSITIVE_INFINITY) ??
        (given.sql === undefined ? 'SELECT ...' : ''),
      query_limit: wholeNumber(given.queryLimit),
      latest_query_id: null,
      autorun: given.autorun === true ? 1 : 0,
      template_params: textOf(given.templateParams, 'queryEditor.templateParams', LONGEST.document),
      hide_left_bar: given.hideLeftBar === true ? 1 : 0,
      saved_query_id: await thereOrNull('saved_queries', wholeNumber(given.remoteId), act),
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

/** The texts of a tab with the characters that they may have; a script is as long as a request can be. */
const TEXTS = {
  label: LONGEST.name,
  catalog: LONGEST.name,
  schema: LONGEST.name,
  sql: Number.POSITIVE_INFINITY,
  latest_query_id: LONGEST.name,
  template_params: LONGEST.document,
} as const;
const TEXT_NAMES = ['label', 'catalog', 'schema', 'sql', 'latest_query_id', 'template_params'] as const;
const NUMBERS = ['database_id', 'query_limit', 'saved_query_id'] as const;
const REFERS_TO: Partial<Record<(typeof NUMBERS)[number], 'databases' | 'saved_queries'>> = {
  database_id: 'databases',
  saved_query_id: 'saved_queries',
};
const FLAGS = ['autorun', 'hide_left_bar', 'active'] as const;

/** Changes columns of a tab; `isNamed`: unless it was changed since it was read. Answers when that was. */
async function changeTab(
  tab: Row<'tab_states'>,
  given: Record<string, string>,
  isNamed: boolean,
  act: Act,
): Promise<string> {
  const columns: readonly string[] = [...TEXT_NAMES, ...NUMBERS, ...FLAGS, 'extra_json'];
  const unknown = Object.keys(given).find((name) => !columns.includes(name));
  if (unknown !== undefined) throw badRequest(`${unknown}: a tab has no such column`);
  const changes: Partial<NewRow<'tab_states'>> = {};
  const fieldValue = (name: string): JsonValue | undefined => {
    const text = given[name];
    return text === undefined ? undefined : readJson(text, name);
  };
  for (const name of TEXT_NAMES) {
    const value = fieldValue(name);
    if (value === undefined) continue;
    const isStored = value === null || typeof value === 'string';
    changes[name] = isStored ? value : JSON.stringify(value);
    requireLength(changes[name] ?? '', name, TEXTS[name]);
  }
  for (const name of NUMBERS) {
    const value = fieldValue(name);
    if (value === undefined) continue;
    const number = typeof value === 'number' ? value : null;
    const refersTo = REFERS_TO[name];
    changes[name] = refersTo ? await thereOrNull(refersTo, wholeNumber(number), act) : number;
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
  requireLength(changes.extra_json ?? '', 'extra_json', LONGEST.document);
  // Later than before, also for two changes of one millisecond.
  const at = Math.max(act.services.now().getTime(), Date.parse(tab.changed_on) + 1);
  const changed_on = new Date(at).toISOString();
  let update = act.services.db
    .updateTable('tab_states')
    .set({ ...changes, changed_on })
    .where('id', '=', tab.id);
  if (isNamed) update = update.where('changed_on', '=', tab.changed_on);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (isNamed && Number(numUpdatedRows) === 0) throw staleVersion();
  return changed_on;
}

/** By what a client knows a state of a tab. */
function tagOf(changedOn: string): string {
  return `"${Date.parse(changedOn)}"`;
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

/** A reference of a tab, or null where what it names is gone: what is written in the tab is kept all the same. */
async function thereOrNull(
  table: 'databases' | 'saved_queries',
  id: number | null,
  { services }: Act,
): Promise<number | null> {
  if (id === null || id > LARGEST_ID) return null;
  const row = await services.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  return row?.id ?? null;
}

function wholeNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}
