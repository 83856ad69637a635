import { beyondBound, isJsonObject, tabApi } from '@chartroom/model';
import { sql } from 'kysely';
import { type Act, NOTHING } from '../../http/act.ts';
import type { DefineRoute } from '../../http/define-route.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { tabOf } from './tab-state.ts';
import { formJson, LONGEST, nameOf, requireLength, sendDone } from './tab-texts.ts';

/** The tables that are open beside a tab (contract/api.md §2.5, the tab store). */
export function registerTabTables(defineRoute: DefineRoute, { db, now }: Pick<Ground, 'db' | 'now'>): void {
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
        catalog: nameOf(given.catalog, 'table.catalog'),
        schema: nameOf(given.schema, 'table.schema'),
        table: nameOf(given.name, 'table.name') ?? '',
      };
      const description = JSON.stringify(given);
      requireLength(description, 'table', LONGEST.document);
      const { id } = await db.transaction().execute(async (records) => {
        await records
          .deleteFrom('table_schemas')
          .where('tab_state_id', '=', tab.id)
          .where('database_id', '=', place.database_id)
          .where('table', '=', place.table)
          .where('schema', place.schema === null ? 'is' : '=', place.schema)
          .execute();
        const { beside } = await records
          .selectFrom('table_schemas')
          .select(sql<number>`coalesce(sum(length(description)), 0)`.as('beside'))
          .where('tab_state_id', '=', tab.id)
          .executeTakeFirstOrThrow();
        const together = Number(beside) + description.length;
        if (together > LONGEST.tables)
          throw beyondBound('table: the length of all tables beside the tab', together, LONGEST.tables);
        return records
          .insertInto('table_schemas')
          .values({
            ...place,
            description,
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
