import type { ImportReport } from '@chartroom/model';
import type { Db } from '../records/records.ts';
import type { TableName } from '../records/tables.ts';
import type { ImportOptions } from './import-options.ts';
import type { Bundle, Document } from './parse-bundle.ts';

/** The parts of a bundle: kinds of things, where they are kept and what they are called in rights and messages. */
export const PARTS = {
  databases: { kind: 'database', table: 'databases', model: 'Database' },
  datasets: { kind: 'dataset', table: 'datasets', model: 'Dataset' },
  charts: { kind: 'chart', table: 'charts', model: 'Chart' },
  dashboards: { kind: 'dashboard', table: 'dashboards', model: 'Dashboard' },
  queries: { kind: 'saved_query', table: 'saved_queries', model: 'SavedQuery' },
  themes: { kind: 'theme', table: 'themes', model: 'Theme' },
} as const satisfies Record<string, { kind: string; table: TableName; model: string }>;
export type Part = keyof typeof PARTS;
export const PART_NAMES = [
  'databases',
  'datasets',
  'charts',
  'dashboards',
  'queries',
  'themes',
] as const satisfies Part[];

type Change = ImportReport['changes'][number];

/** Uuid → id of the things of a bundle that are here. */
export async function idsByUuid(part: Part, uuids: string[], records: Db): Promise<Map<string, number>> {
  const rows = await records
    .selectFrom(PARTS[part].table)
    .select(['id', 'uuid'])
    .where('uuid', 'in', ['', ...uuids])
    .execute();
  return new Map(rows.map(({ id, uuid }) => [uuid, id]));
}

/** Tells what became of every file; `before` holds what was here when the import began. */
export async function changesOf(
  bundle: Bundle,
  before: Record<Part, ReadonlyMap<string, number>>,
  options: ImportOptions,
  records: Db,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const part of PART_NAMES) {
    const documents: Document<{ uuid: string }>[] = bundle[part];
    const after = await idsByUuid(part, uuidsOf(documents), records);
    const present = options.overwrites.has(PARTS[part].kind) ? 'replaced' : 'kept';
    for (const { path, content } of documents)
      changes.push({
        path,
        type: PARTS[part].kind,
        uuid: content.uuid,
        id: after.get(content.uuid),
        change: before[part].has(content.uuid) ? present : 'created',
      });
  }
  return changes;
}

/** Uuids of some documents. */
export function uuidsOf(documents: Document<{ uuid: string }>[]): string[] {
  return documents.map(({ content }) => content.uuid);
}
