import type { Db } from './records.ts';

/** What the installation remembers under a name; undefined when nothing. */
export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/**
 * Lets the transactions of one name go one after another, on every server that shares the records: what the ones before
 * have made is seen afterwards. To be called first in the transaction, which keeps its turn to its end.
 */
export async function takeTurn(records: Db, name: string): Promise<void> {
  await writeSetting(records, `turn: ${name}`, '');
}

/** Remembers a value under a name. */
export async function writeSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}
