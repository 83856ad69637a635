import type { TagRef } from '@chartroom/model';
import { request } from './client.ts';

/** A table that a query names. */
export interface QueryTable {
  catalog: string | null;
  schema: string | null;
  table: string;
}

/** A saved query, as its list and its item call answer it (contract/api.md §2.7). */
interface SavedQueryBase {
  id: number;
  label: string | null;
  description: string | null;
  database: { id: number; database_name: string } | null;
  catalog: string | null;
  schema: string | null;
  sql: string | null;
  sql_tables: QueryTable[];
  changed_on_delta_humanized: string;
}

/** A row of the list. */
export interface SavedQueryRow extends SavedQueryBase {
  tags: TagRef[];
}

/** One saved query; its parameters are a JSON text. */
export interface SavedQuery extends SavedQueryBase {
  template_parameters: string | null;
}

/** One saved query of the person's own. Rejects with ApiError 404 for any other. */
export async function fetchSavedQuery(id: number, signal?: AbortSignal): Promise<SavedQuery> {
  return (await request<{ result: SavedQuery }>('GET', `/api/v1/saved_query/${id}`, { signal })).result;
}
