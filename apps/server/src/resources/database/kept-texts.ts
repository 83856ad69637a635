import type { Db } from '../../records/records.ts';

/** What people have written for databases that go stays: tabs of SQL Lab and saved queries, for which another one can be chosen. */
export async function keepTexts(records: Db, databases: readonly number[]): Promise<void> {
  if (databases.length === 0) return;
  for (const table of ['tab_states', 'saved_queries'] as const)
    await records
      .updateTable(table)
      .set({ database_id: null })
      .where('database_id', 'in', databases)
      .execute();
}
