import type { JsonValue, TabState } from '@chartroom/model';
import { type Act, NOTHING } from '../../http/act.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import type { Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { queryObject } from './query-object.ts';

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

function documentOf(text: string | null): JsonValue {
  const value: JsonValue = text ? JSON.parse(text) : {};
  return value;
}
