import type { Act } from '../http/act.ts';
import type { Db } from '../records/records.ts';
import type { Caller } from './caller.ts';
import { datasetRefusal, mayRead } from './data-sources.ts';
import { filterDatasets, type Metadata, targetsOf } from './filter-targets.ts';

/**
 * Refuses filters on data that the caller may not read, but for data that the dashboard asked `before`: a dashboard
 * hands what its filters ask to everybody whom it lets in. A number that no dataset has yet is refused as well.
 * @throws ChartroomError 403
 */
export async function requireFilterData(
  records: Db,
  { after, before }: { after: Metadata; before: Metadata },
  { caller, services }: Act,
): Promise<void> {
  const known = new Set(filterDatasets(before));
  for (const id of await unreadable(records, filterDatasets(after), caller)) {
    if (!known.has(id)) throw datasetRefusal(id, services.config.PERMISSION_INSTRUCTIONS_LINK);
  }
}

/** Metadata without the filters that ask data which the caller may not read. */
export async function readableFilters<Given extends Metadata>(
  records: Db,
  metadata: Given,
  caller: Caller,
): Promise<Given> {
  const { native_filter_configuration: filters } = metadata;
  if (!Array.isArray(filters)) return metadata;
  const closed = await unreadable(records, filterDatasets(metadata), caller);
  return {
    ...metadata,
    native_filter_configuration: filters.filter((filter) => !targetsOf(filter).some((id) => closed.has(id))),
  };
}

async function unreadable(records: Db, ids: readonly number[], caller: Caller): Promise<Set<number>> {
  const closed = new Set<number>();
  if (caller.grants.allDatasources) return closed;
  for (const id of new Set(ids)) if (!(await mayRead(records, caller, id))) closed.add(id);
  return closed;
}
