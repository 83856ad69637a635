import { sql } from 'kysely';
import { callerId } from '../../security/caller.ts';
import { type Condition, type CustomFilter, type Filters, matches } from '../list-filters.ts';

/** A filter that a flag turns on, or around; anything else is no condition. */
export function either(yes: Condition, no: Condition): CustomFilter {
  return (value) => (value === true ? yes : value === false ? no : undefined);
}

/** Starred by the caller, or not. */
export function starred(kind: string): CustomFilter {
  return (value, caller) => {
    const star = sql<boolean>`exists (select 1 from favorites as fav where fav.kind = ${kind} and fav.object_id = t.id and fav.user_id = ${callerId(caller)})`;
    return value === true ? star : sql<boolean>`not ${star}`;
  };
}

/** Filters on tags, for things of one type. */
export function tagFilters(objectType: number, prefix: string): Record<string, CustomFilter> {
  const tagged = (condition: Condition) =>
    sql<boolean>`exists (select 1 from tagged_objects as tob join tags as tg on tg.id = tob.tag_id where tob.object_type = ${objectType} and tob.object_id = t.id and ${condition})`;
  return {
    rel_m_m: (value) => tagged(sql<boolean>`tg.id = ${Number(value) || -1}`),
    [`${prefix}_tags`]: (value) => (value ? tagged(matches(sql.ref('tg.name'), String(value))) : undefined),
    [`${prefix}_tag_id`]: (value) => (value === null || value === '' ? undefined : tagged(sql<boolean>`tg.id = ${Number(value) || -1}`)),
  };
}

/** Made or last changed by the caller. */
export const createdByMe: CustomFilter = (_value, caller) =>
  sql<boolean>`(t.created_by_id = ${callerId(caller)} or t.changed_by_id = ${callerId(caller)})`;

/** Filters of the list of charts (contract §2.3). */
export const CHART_FILTERS: Filters = {
  columns: {
    id: { kind: 'number' },
    uuid: { kind: 'text' },
    slice_name: { kind: 'text' },
    description: { kind: 'text' },
    viz_type: { kind: 'text' },
    datasource_id: { kind: 'number' },
    datasource_name: { kind: 'text' },
    datasource_type: { kind: 'text' },
    last_saved_at: { kind: 'date' },
    created_by: { kind: 'one', column: 'created_by_id' },
    changed_by: { kind: 'one', column: 'changed_by_id' },
    last_saved_by: { kind: 'one', column: 'last_saved_by_id' },
    owners: { kind: 'many', link: 'chart_owners', own: 'chart_id', other: 'user_id' },
    dashboards: { kind: 'many', link: 'dashboard_charts', own: 'chart_id', other: 'dashboard_id' },
    tags: { kind: 'many', link: 'tagged_objects', own: 'object_id', other: 'tag_id' },
  },
  custom: {
    slice_name: {
      chart_all_text: (value) => {
        if (value === null || value === '') return undefined;
        const text = String(value);
        const names = ['t.slice_name', 't.description', 't.viz_type'].map((column) => matches(sql.ref(column), text));
        const table = sql<boolean>`exists (select 1 from datasets as fds where fds.id = t.datasource_id and ${matches(sql.ref('fds.table_name'), text)})`;
        return sql<boolean>`(${sql.join([...names, table], sql` or `)})`;
      },
    },
    id: {
      chart_is_favorite: starred('slice'),
      chart_is_certified: either(sql<boolean>`t.certified_by is not null`, sql<boolean>`t.certified_by is null`),
      chart_owned_created_favored_by_me: (value, caller) => {
        const id = callerId(caller);
        return sql<boolean>`(t.created_by_id = ${id} or t.changed_by_id = ${id}
          or exists (select 1 from chart_owners as fo where fo.chart_id = t.id and fo.user_id = ${id}) or ${starred('slice')(true, caller) ?? value})`;
      },
    },
    created_by: {
      chart_has_created_by: either(sql<boolean>`t.created_by_id is not null`, sql<boolean>`t.created_by_id is null`),
      chart_created_by_me: createdByMe,
    },
    tags: tagFilters(2, 'chart'),
  },
};
