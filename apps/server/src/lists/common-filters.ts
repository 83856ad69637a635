import { sql } from 'kysely';
import { callerId } from '../security/caller.ts';
import { type Condition, type CustomFilter, type Filters, idOrNothing, matches, not } from './filters.ts';

/** Filters by who made and who last changed a row. */
export const SIGNED_FILTERS = {
  created_by: { kind: 'one', column: 'created_by_id' },
  changed_by: { kind: 'one', column: 'changed_by_id' },
} satisfies Filters['columns'];

/** Filters by who and when made and last changed a row. */
export const AUDITED_FILTERS = {
  ...SIGNED_FILTERS,
  created_on: { kind: 'date' },
  changed_on: { kind: 'date' },
} satisfies Filters['columns'];

/** A filter that a flag turns on, or around; anything else is no condition. */
export function either(yes: Condition): CustomFilter {
  return (value) => (typeof value === 'boolean' ? (value ? yes : not(yes)) : undefined);
}

/** A filter that `true` turns on, and anything else around. */
export function onlyIf(yes: Condition): CustomFilter {
  return (value) => (value === true ? yes : not(yes));
}

/** Starred by the caller, or not. */
export function starred(kind: string): CustomFilter {
  return (value, caller) => {
    const where = sql<boolean>`t.id in (select fav.object_id from favorites as fav where fav.kind = ${kind} and fav.user_id = ${callerId(caller)})`;
    return value === true ? where : not(where);
  };
}

/** Filters on tags, for things of one type. */
export function tagFilters(objectType: number, prefix: string): Record<string, CustomFilter> {
  const tagged = (condition: Condition) =>
    sql<boolean>`t.id in (select tob.object_id from tagged_objects as tob join tags as tg on tg.id = tob.tag_id where tob.object_type = ${objectType} and ${condition})`;
  return {
    rel_m_m: (value) => tagged(sql<boolean>`tg.id = ${idOrNothing(value)}`),
    [`${prefix}_tags`]: (value) => (value ? tagged(matches(sql.ref('tg.name'), String(value))) : undefined),
    [`${prefix}_tag_id`]: (value) =>
      value === null || value === '' ? undefined : tagged(sql<boolean>`tg.id = ${idOrNothing(value)}`),
  };
}

/** Made or last changed by the caller. */
export const createdByMe: CustomFilter = (_value, caller) =>
  sql<boolean>`(t.created_by_id = ${callerId(caller)} or t.changed_by_id = ${callerId(caller)})`;

/** Rows with a text in any of some columns of `t`; no text finds them all. */
export function textIn(...columns: string[]): CustomFilter {
  return (value) => {
    if (value === null || value === '' || value === false) return undefined;
    const places = columns.map((column) => matches(sql.ref(`t.${column}`), String(value)));
    return sql<boolean>`(${sql.join(places, sql` or `)})`;
  };
}

/** Rows that somebody made (true), or that came without a maker (false). */
export const HAS_MAKER: CustomFilter = either(sql<boolean>`t.created_by_id is not null`);
