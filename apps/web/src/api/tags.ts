import { type TaggedObject, type TagRef, tagApi } from '@chartroom/model';
import { api } from './api.ts';
import { fetchList } from './list.ts';

export type TaggedType = TaggedObject['type'];

/** Everything that carries a tag. */
export async function taggedObjects(tag: number, signal?: AbortSignal): Promise<TaggedObject[]> {
  return (await api(tagApi.objects, { query: { tagIds: String(tag) }, signal })).result;
}

/** Puts tags, new ones among them, on things; things that the person may not tag are skipped. */
export async function tagMany(
  names: string[],
  objects: [TaggedType, number][],
): Promise<{ tagged: number; skipped: number }> {
  const body = { tags: names.map((name) => ({ name, description: '', objects_to_tag: objects })) };
  const { result } = await api(tagApi.createMany, { body });
  return { tagged: result.objects_tagged.length, skipped: result.objects_skipped.length };
}

/** Names of tags that people made and that contain a text, up to 100. */
export async function tagNames(search: string, signal?: AbortSignal): Promise<string[]> {
  const filters = [
    { col: 'type', opr: 'custom_tag', value: true },
    ...(search ? [{ col: 'name', opr: 'ct', value: search }] : []),
  ];
  const { result } = await fetchList<TagRef>('tag', { filters, page: 0, page_size: 100 }, signal);
  return result.map((tag) => tag.name);
}
