import { type AnswerOf, type Asked, type Endpoint, type RisonValue, risonOf } from '@chartroom/model';
import { type RequestOptions, request, send } from './client.ts';

/** What any call is asked with. */
interface AnyAsked {
  params?: Readonly<Record<string, string | number>> | undefined;
  q?: RisonValue;
  query?: RequestOptions['query'];
  body?: unknown;
  form?: Readonly<Record<string, string | undefined>> | undefined;
  file?: Blob | undefined;
  signal?: AbortSignal | undefined;
  keepalive?: boolean;
}

/** Makes a call of the API and reads its answer. Rejects with ApiError (or the abort's reason). */
export function api<E extends Endpoint>(endpoint: E, asked: Asked<E> & AnyAsked): Promise<AnswerOf<E>>;
export function api(endpoint: Endpoint, asked: AnyAsked): Promise<unknown> {
  return request(...requestOf(endpoint, asked));
}

/** Makes a call whose answer is no JSON document, e.g. a file. Rejects as `api`. */
export function open<E extends Endpoint>(endpoint: E, asked: Asked<E> & AnyAsked): Promise<Response>;
export function open(endpoint: Endpoint, asked: AnyAsked): Promise<Response> {
  const [method, path, options] = requestOf(endpoint, asked);
  return send(method, path, { ...options, headers: { Accept: '*/*' } });
}

function requestOf(
  endpoint: Endpoint,
  { params = {}, q, query, body, form, file, signal, keepalive }: AnyAsked,
): [Endpoint['method'], string, RequestOptions] {
  const sent = form ? formOf(endpoint, form, file) : body;
  return [
    endpoint.method,
    pathOf(endpoint.path, params),
    {
      ...(sent !== undefined && { body: sent }),
      query: { ...query, ...(q !== undefined && { q: risonOf(q) }) },
      signal,
      keepalive,
    },
  ];
}

/** A form, in parts when it brings a file. */
function formOf(
  { file: part }: Endpoint,
  fields: Readonly<Record<string, string | undefined>>,
  file: Blob | undefined,
): FormData | URLSearchParams {
  const form = part === undefined ? new URLSearchParams() : new FormData();
  for (const [name, text] of Object.entries(fields)) if (text !== undefined) form.set(name, text);
  if (form instanceof FormData && part !== undefined && file) form.set(part, file);
  return form;
}

/** A path with its parameters filled in. */
function pathOf(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
