import { z } from 'zod';
import { isJsonObject } from '../json.ts';
import { member, readableItems, type StoredDocument } from '../stored.ts';

/** The settings of a connection that stand in its `extra` (contract/api.md §2.1). */
const databaseExtra = z.looseObject({
  cost_estimate_enabled: member(z.boolean()),
  allows_virtual_table_explore: member(z.boolean()),
  explore_database_id: member(z.number()),
  disable_data_preview: member(z.boolean()),
  disable_drill_to_detail: member(z.boolean()),
  allow_multi_catalog: member(z.boolean()),
  live_sql: member(z.boolean()),
  cancel_query_on_windows_unload: member(z.boolean()),
  schema_options: member(z.record(z.string(), z.unknown())),
  schemas_allowed_for_file_upload: member(readableItems(z.coerce.string())),
  engine_params: member(z.looseObject({ connect_args: member(z.record(z.string(), z.unknown())) })),
});
export type DatabaseExtra = z.infer<typeof databaseExtra>;

/** Reads a stored `extra`: what is not as it has to be counts as not given. */
export function readDatabaseExtra(document: unknown): DatabaseExtra {
  return databaseExtra.parse(isJsonObject(document) ? document : {});
}

/** What databases tell of their `extra` beside themselves; `id` is the database's own. */
export function toldOfExtra(extra: DatabaseExtra, id: number) {
  return {
    allows_virtual_table_explore: extra.allows_virtual_table_explore !== false,
    explore_database_id: extra.explore_database_id ?? id,
    disable_data_preview: extra.disable_data_preview === true,
    disable_drill_to_detail: extra.disable_drill_to_detail === true,
    allow_multi_catalog: extra.allow_multi_catalog === true,
    schema_options: extra.schema_options ?? {},
  };
}

/** Whether files may become tables in a schema: people write its name there, engines may have it in capitals. */
export function takesFilesInto(
  { schemas_allowed_for_file_upload: allowed = [] }: DatabaseExtra,
  schema: string | null,
): boolean {
  if (allowed.length === 0) return true;
  return schema !== null && allowed.some((each) => each.toLowerCase() === schema.toLowerCase());
}

const marks = z.looseObject({
  certification: member(z.looseObject({ certified_by: member(z.string()), details: member(z.string()) })),
  warning_markdown: member(z.string()),
});

/** What columns and metrics tell of their `extra`: who vouches for them, and what to beware of. */
export function readMarks(document: StoredDocument): {
  is_certified: boolean;
  certified_by: string | null;
  certification_details: string | null;
  warning_markdown: string | null;
} {
  const { certification, warning_markdown } = marks.parse(document);
  return {
    is_certified: certification !== undefined,
    certified_by: certification?.certified_by ?? null,
    certification_details: certification?.details ?? null,
    warning_markdown: warning_markdown ?? null,
  };
}
