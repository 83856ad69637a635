import { type AnswerOf, type Asked, type Endpoint, type JsonValue, risonOf } from '@chartroom/model';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { request } from './client.ts';

/** One condition of a list (contract/api.md §1.5). */
export type ListFilter = { col: string; opr: string; value: JsonValue };

export type ListQuestion = {
  filters?: ListFilter[];
  order_column?: string;
  order_direction?: 'asc' | 'desc';
  page?: number;
  page_size?: number;
  columns?: string[];
};

export interface ListAnswer<Row> {
  count: number;
  ids: number[];
  result: Row[];
}

/** Asks for one page of a resource, e.g. `chart`. */
export function fetchList<Row>(
  resource: string,
  question: ListQuestion,
  signal?: AbortSignal,
): Promise<ListAnswer<Row>> {
  const q = risonOf(question);
  return request<ListAnswer<Row>>('GET', `/api/v1/${resource}/`, { query: { q }, signal });
}

/** Asks for one page of a resource. */
export type FetchPage<Row> = (
  resource: string,
  question: ListQuestion,
  signal?: AbortSignal,
) => Promise<ListAnswer<Row>>;

/** Milliseconds after which a list that shows something running looks again. */
const LOOKS_EVERY = 2_000;

interface ListOptions<Row> {
  enabled?: boolean;
  fetchPage?: FetchPage<Row> | undefined;
  /** Whether a row, one of these, tells of something that will be another by itself. */
  isRunning?: ((row: Row, rows: readonly Row[]) => boolean) | undefined;
}

/** One page of a resource; the page before stays in view while the next is on its way. */
export function useList<Row>(
  resource: string,
  question: ListQuestion,
  { enabled = true, fetchPage = fetchList<Row>, isRunning = () => false }: ListOptions<Row> = {},
): UseQueryResult<ListAnswer<Row>> {
  return useQuery({
    queryKey: [resource, 'list', question],
    queryFn: ({ signal }) => fetchPage(resource, question, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data } }) =>
      data?.result.some((row) => isRunning(row, data.result)) ? LOOKS_EVERY : false,
  });
}

/** A choice offered by `related` and `distinct` calls. */
export interface RelatedChoice {
  text: string;
  value: number | string;
}

/**
 * Values that a filter or a form offers: people, databases … (contract/api.md §1.4); `include` = ids that must be among
 * them, `distinct` = the texts that a column itself holds.
 */
export async function fetchRelated(
  resource: string,
  column: string,
  asked: { search?: string; include?: number[]; way?: 'related' | 'distinct' },
  signal?: AbortSignal,
): Promise<RelatedChoice[]> {
  const q = risonOf({
    page: 0,
    page_size: 100,
    ...(asked.search ? { filter: asked.search } : {}),
    ...(asked.include && asked.include.length > 0 ? { include_ids: asked.include } : {}),
  });
  const path = `/api/v1/${resource}/${asked.way ?? 'related'}/${column}`;
  const answer = await request<{ result: RelatedChoice[] }>('GET', path, { query: { q }, signal });
  return answer.result;
}

type ItemOf<Show extends Endpoint> = AnswerOf<Show> extends { result: infer Item } ? Item : never;

/** One thing with all its fields, by the call that shows it; asks nothing without an id. */
export function useItem<Show extends Endpoint>(
  show: Show,
  id: number | undefined,
): UseQueryResult<ItemOf<Show>> {
  const [resource = ''] = show.path.slice('/api/v1/'.length).split('/:');
  return useQuery({
    queryKey: [resource, 'item', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await request<{ result: ItemOf<Show> }>('GET', `/api/v1/${resource}/${id}`, { signal })).result,
    // An editor begins with what is there now.
    gcTime: 0,
  });
}

/** Makes a thing, or changes the one with this id. */
export function save<Create extends Endpoint, Update extends Endpoint>(
  { create, update }: { create: Create; update: Update },
  id: number | undefined,
  body: Asked<Create>['body'] & Asked<Update>['body'],
): Promise<AnswerOf<Create> | AnswerOf<Update>> {
  return id === undefined
    ? request('POST', create.path, { body })
    : request('PUT', update.path.replace(':pk', String(id)), { body });
}

/** Deletes one thing. */
export function deleteOne(resource: string, id: number): Promise<{ message: string }> {
  return request('DELETE', `/api/v1/${resource}/${id}`);
}

/** Deletes several things of one kind. */
export function deleteMany(resource: string, ids: number[]): Promise<{ message: string }> {
  return request('DELETE', `/api/v1/${resource}/`, { query: { q: risonOf(ids) } });
}
