import { request } from './client.ts';
import { fetchList } from './list.ts';

/** A tag as things carry it; type 1 is one that people made. */
export interface TagRef {
  id: number;
  name: string;
  type: number;
}
/** Tags that people make; the others are kept by the house. */
export const CUSTOM_TAG = 1;

export type TaggedType = 'dashboard' | 'chart' | 'query';

/** A thing that carries a tag. */
export interface TaggedObject {
  id: number;
  type: TaggedType;
  name: string;
  url: string;
  changed_on: string;
  creator: string | null;
  tags: TagRef[];
  owners: { id: number; first_name: string; last_name: string }[];
}

/** Everything that carries a tag. */
export async function taggedObjects(tag: number, signal?: AbortSignal): Promise<TaggedObject[]> {
  const answer = await request<{ result: TaggedObject[] }>('GET', '/api/v1/tag/get_objects/', {
    query: { tagIds: tag },
    signal,
  });
  return answer.result;
}

/** Puts tags, new ones among them, on things; things that the person may not tag are skipped. */
export async function tagMany(
  names: string[],
  objects: [TaggedType, number][],
): Promise<{ tagged: number; skipped: number }> {
  const body = { tags: names.map((name) => ({ name, description: '', objects_to_tag: objects })) };
  const { result } = await request<{ result: { objects_tagged: unknown[]; objects_skipped: unknown[] } }>(
    'POST',
    '/api/v1/tag/bulk_create',
    {
      body,
    },
  );
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
