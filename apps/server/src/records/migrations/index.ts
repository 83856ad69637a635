import type { Migration } from 'kysely';
import type { RecordsKind } from '../records.ts';
import { firstTables } from './0001-first-tables.ts';

/** Every step of the records' shape, in order. A step that has shipped is never changed: add another. */
export function migrations(kind: RecordsKind): Record<string, Migration> {
  return { '0001-first-tables': firstTables(kind) };
}
