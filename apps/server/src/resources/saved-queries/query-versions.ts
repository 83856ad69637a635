import { type SavedQueryDocument, savedQueryChanges, savedQueryDocument } from '@chartroom/model';
import { sql } from 'kysely';
import { packed, unpacked } from '../../base/packed-text.ts';
import type { Db } from '../../records/records.ts';
import type { Row } from '../../records/tables.ts';

/** What a version keeps of a saved query. */
export function documentIn(row: Row<'saved_queries'>): SavedQueryDocument {
  const { label, description, database_id: db_id, catalog, schema, template_parameters } = row;
  return { label, description, db_id, catalog, schema, sql: row.sql, template_parameters };
}

/**
 * Writes values of a saved query and keeps what it is then, unless nothing changed; what it was before is kept where no
 * version is yet. Of two who write at once the second has the first one's state before it.
 */
export async function writeQuery(
  records: Db,
  id: number,
  values: Partial<Row<'saved_queries'>>,
  { kept, words }: { kept: number; words?: string },
): Promise<Row<'saved_queries'>> {
  // Whoever else writes it waits from here on.
  await records.updateTable('saved_queries').set({ id }).where('id', '=', id).execute();
  const one = records.selectFrom('saved_queries').selectAll().where('id', '=', id);
  const before = await one.executeTakeFirstOrThrow();
  await records.updateTable('saved_queries').set(values).where('id', '=', id).execute();
  const after = await one.executeTakeFirstOrThrow();
  const changes = savedQueryChanges(documentIn(before), documentIn(after));
  if (changes === '') return after;
  const last = await lastNumber(records, id);
  if (last === 0) await insertVersion(records, before, 1, 'as it was before');
  const number = Math.max(last, 1) + 1;
  await insertVersion(records, after, number, words ?? changes);
  await records
    .deleteFrom('saved_query_versions')
    .where('saved_query_id', '=', id)
    .where('number', '<=', number - kept)
    .execute();
  return after;
}

/** Keeps the first version of a saved query that was made just now. */
export async function keepFirstVersion(records: Db, id: number): Promise<void> {
  const row = await records
    .selectFrom('saved_queries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await insertVersion(records, row, 1, 'created');
}

async function lastNumber(records: Db, id: number): Promise<number> {
  const last = await records
    .selectFrom('saved_query_versions')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('saved_query_id', '=', id)
    .executeTakeFirst();
  return last?.number ?? 0;
}

async function insertVersion(
  records: Db,
  row: Row<'saved_queries'>,
  number: number,
  summary: string,
): Promise<void> {
  const document = await packed(documentIn(row));
  const { id: saved_query_id, changed_on } = row;
  await records
    .insertInto('saved_query_versions')
    .values({ saved_query_id, number, changed_on, summary, document })
    .execute();
}

/** Versions of a saved query without what they hold, newest first. */
export function queryVersionsOf(db: Db, id: number) {
  return db
    .selectFrom('saved_query_versions')
    .select(['number', 'changed_on', 'summary'])
    .where('saved_query_id', '=', id)
    .orderBy(sql`number desc`)
    .execute();
}

/** One version with what it holds; undefined where there is none of that number. */
export async function queryVersionOf(db: Db, id: number, number: number) {
  const row = await db
    .selectFrom('saved_query_versions')
    .select(['number', 'changed_on', 'summary', 'document'])
    .where('saved_query_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...row, document: savedQueryDocument.parse(await unpacked(row.document)) };
}
