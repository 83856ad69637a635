import { type AnswerOf, type Asked, type Endpoint, type RisonValue, risonOf } from '@chartroom/model';
import { type RequestOptions, request } from './client.ts';

/** What any call is asked with. */
interface AnyAsked {
  params?: Readonly<Record<string, string | number>> | undefined;
  q?: RisonValue;
  query?: RequestOptions['query'];
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Makes a call of the API and reads its answer. Rejects with ApiError (or the abort's reason). */
export function api<E extends Endpoint>(endpoint: E, asked: Asked<E> & AnyAsked): Promise<AnswerOf<E>>;
export function api(
  { method, path }: Endpoint,
  { params = {}, q, query, body, signal }: AnyAsked,
): Promise<unknown> {
  return request(method, pathOf(path, params), {
    ...(body !== undefined && { body }),
    query: { ...query, ...(q !== undefined && { q: risonOf(q) }) },
    signal,
  });
}

/** A path with its parameters filled in. */
function pathOf(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
