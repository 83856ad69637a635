import {
  filterDatasets,
  nativeFilterSchema,
  readDashboardMetadata,
  type StoredDocument,
  targetsOf,
} from '@chartroom/model';
import type { Ground } from '../records/ground.ts';
import type { Db } from '../records/records.ts';
import type { Caller } from './caller.ts';
import { datasetRefusal, mayRead } from './data-sources.ts';

/**
 * Refuses filters on data that the caller may not read, but for data that the dashboard asked `before`: a dashboard
 * hands what its filters ask to everybody whom it lets in. A number that no dataset has yet is refused as well.
 * @throws ChartroomError 403
 */
export async function requireFilterData(
  records: Db,
  { after, before }: { after: StoredDocument; before: StoredDocument },
  { caller, services }: { caller: Caller; services: Pick<Ground, 'config'> },
): Promise<void> {
  const known = new Set(filterDatasets(readDashboardMetadata(before)));
  for (const id of await unreadable(records, filterDatasets(readDashboardMetadata(after)), caller)) {
    if (!known.has(id)) throw datasetRefusal(id, services.config.PERMISSION_INSTRUCTIONS_LINK);
  }
}

/** Metadata without the filters that ask data which the caller may not read. */
export async function readableFilters(
  records: Db,
  metadata: StoredDocument,
  caller: Caller,
): Promise<StoredDocument> {
  const { native_filter_configuration: filters } = metadata;
  if (!Array.isArray(filters)) return metadata;
  const closed = await unreadable(records, filterDatasets(readDashboardMetadata(metadata)), caller);
  const isOpen = (filter: unknown) => {
    const read = nativeFilterSchema.safeParse(filter);
    return !read.success || !targetsOf(read.data).some((id) => closed.has(id));
  };
  return { ...metadata, native_filter_configuration: filters.filter(isOpen) };
}

async function unreadable(records: Db, ids: readonly number[], caller: Caller): Promise<Set<number>> {
  const closed = new Set<number>();
  if (caller.grants.allDatasources) return closed;
  for (const id of new Set(ids)) if (!(await mayRead(records, caller, id))) closed.add(id);
  return closed;
}
