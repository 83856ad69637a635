import {
  type BoardDocument,
  boardChanges,
  boardDocument,
  boardOf,
  changesInWords,
  isDeepEqual,
} from '@chartroom/model';
import { sql } from 'kysely';
import { packed, unpacked } from '../../../base/packed-text.ts';
import type { Act } from '../../../http/act.ts';
import type { Db } from '../../../records/records.ts';
import type { Row } from '../../../records/tables.ts';

/** Columns of a dashboard that a version keeps. */
export const BOARD_COLUMNS = [
  'dashboard_title',
  'css',
  'theme_id',
  'certified_by',
  'certification_details',
  'published',
  'json_metadata',
  'position_json',
] as const;
type BoardColumns = Pick<Row<'dashboards'>, (typeof BOARD_COLUMNS)[number]>;

/** What a version keeps of a dashboard. */
export function boardIn(row: BoardColumns): BoardDocument {
  return boardDocument.parse({
    ...Object.fromEntries(BOARD_COLUMNS.map((name) => [name, row[name]])),
    published: row.published === 1,
  });
}

/** A state of a dashboard, and who made it when. */
interface Saved {
  board: BoardDocument;
  changed_on: string;
  changed_by_id: number | null;
}

/**
 * Keeps what a dashboard is after a save, unless nothing of it has changed, and what it was before where no version of it
 * is kept yet. `words` says what happened where the difference does not.
 */
export async function keepVersion(
  records: Db,
  id: number,
  { before, after, words }: { before: Saved; after: Saved; words?: string | undefined },
  act: Act,
): Promise<void> {
  if (isDeepEqual(before.board, after.board)) return;
  const last = await records
    .selectFrom('dashboard_versions')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('dashboard_id', '=', id)
    .executeTakeFirst();
  let number = last?.number ?? 0;
  if (number === 0) {
    number = 1;
    await insertVersion(records, id, { ...before, number, summary: 'as it was before' });
  }
  const summary = words ?? changesInWords(boardChanges(boardOf(before.board), boardOf(after.board)));
  await insertVersion(records, id, { ...after, number: number + 1, summary });
  await prune(records, id, number + 1, act);
}

/** Keeps the first version of a dashboard that was made just now. */
export async function keepFirst(records: Db, id: number, summary: string): Promise<void> {
  const row = await records
    .selectFrom('dashboards')
    .select([...BOARD_COLUMNS, 'changed_on', 'changed_by_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { changed_on, changed_by_id } = row;
  await insertVersion(records, id, { board: boardIn(row), changed_on, changed_by_id, number: 1, summary });
}

async function insertVersion(
  records: Db,
  dashboard_id: number,
  { board, number, summary, changed_on, changed_by_id }: Saved & { number: number; summary: string },
): Promise<void> {
  const document = await packed(board);
  await records
    .insertInto('dashboard_versions')
    .values({ dashboard_id, number, summary, changed_on, changed_by_id, document })
    .execute();
}

/** Forgets versions that are too many or too old; the last one stays. */
async function prune(records: Db, dashboard_id: number, last: number, act: Act): Promise<void> {
  const { DASHBOARD_VERSIONS_KEPT: kept, DASHBOARD_VERSIONS_DAYS: days } = act.services.config;
  const oldest = new Date(act.services.now().getTime() - days * 86_400_000).toISOString();
  await records
    .deleteFrom('dashboard_versions')
    .where('dashboard_id', '=', dashboard_id)
    .where('number', '<', last)
    .where((on) => on.or([on('number', '<=', last - kept), on('changed_on', '<', oldest)]))
    .execute();
}

/** Versions of a dashboard without what they hold, newest first. */
export function versionsOf(db: Db, id: number) {
  return db
    .selectFrom('dashboard_versions')
    .select(['number', 'changed_on', 'changed_by_id', 'summary'])
    .where('dashboard_id', '=', id)
    .orderBy(sql`number desc`)
    .execute();
}

/** One version with what it holds; undefined where there is none of that number. */
export async function versionOf(db: Db, id: number, number: number) {
  const row = await db
    .selectFrom('dashboard_versions')
    .select(['number', 'changed_on', 'changed_by_id', 'summary', 'document'])
    .where('dashboard_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...row, document: boardDocument.parse(await unpacked(row.document)) };
}
