import { type SavedQueryBody, type SavedQueryItem, savedQueryApi } from '@chartroom/model';
import { api } from './api.ts';

/** One saved query of the person's own. Rejects with ApiError 404 for any other. */
export async function fetchSavedQuery(pk: number, signal?: AbortSignal): Promise<SavedQueryItem> {
  return (await api(savedQueryApi.show, { params: { pk }, signal })).result;
}

/** Saves a query anew, or over the one with this id; answers its id. */
export async function saveQuery(pk: number | undefined, body: SavedQueryBody): Promise<number> {
  if (pk === undefined) return (await api(savedQueryApi.create, { body })).id;
  await api(savedQueryApi.update, { params: { pk }, body });
  return pk;
}
