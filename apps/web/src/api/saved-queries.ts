import {
  isCustomTag,
  type SavedQueryBody,
  type SavedQueryItem,
  savedQueryApi,
  tagApi,
} from '@chartroom/model';
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

/** Names of the tags that people put on a saved query. */
export async function fetchQueryTags(pk: number, signal?: AbortSignal): Promise<string[]> {
  const q = { filters: [{ col: 'id', opr: 'eq', value: pk }], page: 0, page_size: 1 };
  const { result } = await api(savedQueryApi.list, { q, signal });
  return (result[0]?.tags ?? []).filter(isCustomTag).map(({ name }) => name);
}

/** Puts tags, new ones among them, on a saved query, and takes others off. */
export async function changeQueryTags(
  id: number,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const params = { object_type: 'query', object_id: id };
  const added = after.filter((name) => !before.includes(name));
  if (added.length > 0) await api(tagApi.addToObject, { params, body: { properties: { tags: added } } });
  for (const tag of before.filter((name) => !after.includes(name)))
    await api(tagApi.removeFromObject, { params: { ...params, tag } });
}
