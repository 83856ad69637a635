import { type Insertable, sql } from 'kysely';
import type { Db } from '../records/records.ts';
import type { RecordsKind } from '../records/records-kind.ts';
import type { TableName, Tables } from '../records/tables.ts';

/** Rows of one statement. */
const AT_ONCE = 5_000;
const WORDS =
  'sales revenue orders margin churn flights weather people cities energy prices stock visits returns'.split(
    ' ',
  );
const DAY = 86_400_000;

/** Things that nobody outside manages. */
export const EXTERNAL = { is_managed_externally: 0, external_url: null } as const;

/** One of a few words. */
export function wordOf(at: number): string {
  return WORDS[at % WORDS.length] ?? '';
}

/** Spread over the years before 2026, in an order of their own. */
export function dates(at: number): { created_on: string; changed_on: string } {
  const day = Date.UTC(2026, 0, 1) - ((at * 7_919) % 3_000) * DAY - at;
  return { created_on: new Date(day - DAY).toISOString(), changed_on: new Date(day).toISOString() };
}

/** The id that the next row of a table gets. */
export async function nextId(db: Db, table: TableName): Promise<number> {
  const { rows } = await sql<{
    last: number | null;
  }>`select max(id) as last from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.last ?? 0) + 1;
}

/** Makes rows of a table, each of its place. */
export type Fill = <Name extends TableName>(
  table: Name,
  count: number,
  row: (at: number) => Insertable<Tables[Name]>,
) => Promise<void>;

/** Rows travel as one JSON text for each statement: a parameter for every value would take ten times as long. */
export function filler(db: Db, kind: RecordsKind): Fill {
  return async (table, count, row) => {
    await db.transaction().execute(async (records) => {
      for (let from = 0; from < count; from += AT_ONCE) {
        const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_each, at) => row(from + at));
        const columns = Object.keys(rows[0] ?? {});
        const names = sql.join(columns.map((column) => sql.ref(column)));
        const text = JSON.stringify(rows);
        const given =
          kind === 'sqlite'
            ? sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${text})`
            : sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${text}::json)`;
        await sql`insert into ${sql.table(table)} (${names}) ${given}`.execute(records);
      }
    });
  };
}

/** A flag as it is stored. */
export function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
