import type { relatedAnswer, relatedQuerySchema } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Act } from '../http/act.ts';
import { unprocessable } from '../http/errors.ts';
import { pageOf } from '../http/q-argument.ts';
import { type Condition, matches } from '../lists/filters.ts';
import { EVERYTHING } from '../records/everything.ts';
import type { TableName } from '../records/tables.ts';
import { databaseVisible } from '../security/data-grants.ts';

/** Where the choices of a related column come from; the table goes by `r`. */
export interface RelatedSource {
  table: TableName;
  text: RawBuilder<string>;
  /** Which rows a typed text keeps. */
  match(filter: string): Condition;
  visible?(act: Act): Condition;
  extra?: RawBuilder<unknown>[];
  /** Reads the columns of `extra` into what is sent along with a choice. */
  extraOf?(row: Record<string, unknown>): Record<string, unknown>;
}

const fullName = sql<string>`r.first_name || ' ' || r.last_name`;

/** People: found by name or user name. */
export const PEOPLE: RelatedSource = {
  table: 'users',
  text: fullName,
  match: (filter) =>
    sql<boolean>`(${matches(fullName, filter)} or ${matches(sql.ref('r.username'), filter)})`,
  visible: ({ services: { config } }) => {
    const hidden = config.EXCLUDE_USERS_FROM_LISTS;
    return hidden.length === 0 ? EVERYTHING : sql<boolean>`r.username not in (${sql.join(hidden)})`;
  },
};
/** Who made and who last changed a row. */
export const SIGNERS = { created_by: PEOPLE, changed_by: PEOPLE };
/** People who own things: their address and whether the account is on go along. */
export const OWNERS: RelatedSource = {
  ...PEOPLE,
  extra: [sql`r.email as email`, sql`r.active as active`],
  extraOf: (row) => ({ email: String(row.email), active: row.active === 1 }),
};

/** Choices named by one column; databases and the like match by their beginning, roles and tables anywhere. */
export function named(table: TableName, column: string, how: 'sw' | 'ct'): RelatedSource {
  const target = sql.ref<string>(`r.${column}`);
  return { table, text: sql<string>`${target}`, match: (filter) => matches(target, filter, how) };
}

/** Databases that the caller may see. */
export const DATABASES: RelatedSource = {
  ...named('databases', 'database_name', 'sw'),
  visible: ({ caller }) => databaseVisible(caller.grants, 'r'),
};

type RelatedQuery = z.infer<typeof relatedQuerySchema>;

/** One page of the choices of a related column (contract/api.md §1.4). */
export async function relatedChoices(
  source: RelatedSource,
  query: RelatedQuery,
  act: Act,
): Promise<z.input<typeof relatedAnswer>> {
  const { db, config } = act.services;
  if (query.include_ids && (query.page ?? 0) > 0)
    throw unprocessable('include_ids cannot be combined with a page');
  const shown = source.visible?.(act) ?? sql<boolean>`1 = 1`;
  const where = query.filter ? sql<boolean>`${shown} and ${source.match(query.filter)}` : shown;
  const { limit, offset } = pageOf(query, 20, config.FAB_API_MAX_PAGE_SIZE);
  const from = sql`from ${sql.table(source.table)} as r`;
  const columns = sql.join([sql`r.id as value`, sql`${source.text} as text`, ...(source.extra ?? [])]);
  const present = (row: Record<string, unknown>) => ({
    value: Number(row.value),
    text: String(row.text),
    extra: source.extraOf?.(row) ?? {},
  });
  const total = await sql<{ n: number }>`select count(*) as n ${from} where ${where}`.execute(db);
  const rows = await sql<
    Record<string, unknown>
  >`select ${columns} ${from} where ${where} order by 2, 1 limit ${limit} offset ${offset}`.execute(db);
  const result = rows.rows.map(present);
  const missing = (query.include_ids ?? []).filter((id) => !result.some((each) => each.value === id));
  if (!query.include_ids) return { count: Number(total.rows[0]?.n ?? 0), result };
  if (missing.length > 0) {
    const more = await sql<
      Record<string, unknown>
    >`select ${columns} ${from} where ${shown} and r.id in (${sql.join(missing)})`.execute(db);
    result.push(...more.rows.map(present));
  }
  return { count: result.length, result };
}
