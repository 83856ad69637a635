import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError, put, send } from './client.ts';

/** A thing with all its fields, and by what the server knows this state of it. */
export interface Version<Row> {
  row: Row;
  tag: string | null;
}

/** Reads a thing that is about to be changed. */
export function useVersion<Row>(resource: string, id: number): UseQueryResult<Version<Row>> {
  return useQuery({
    // Not below the resource's own: what is asked again when that changes would take the place of what is being edited.
    queryKey: ['version', resource, id],
    queryFn: ({ signal }) => readVersion<Row>(resource, id, signal),
    // An editor begins with what is there now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads a thing as it is now. */
export async function readVersion<Row>(
  resource: string,
  id: number,
  signal?: AbortSignal,
): Promise<Version<Row>> {
  const response = await send('GET', `/api/v1/${resource}/${id}`, { signal });
  const answer: { result: Row } = await response.json();
  return { row: answer.result, tag: response.headers.get('etag') };
}

/**
 * Changes some fields of a thing, unless somebody else has changed it since it was read as `tag`; answers the tag that it
 * has now. Rejects with ApiError, 412 when somebody has.
 */
export async function saveVersion(
  resource: string,
  id: number,
  fields: object,
  tag: string | null,
): Promise<string | null> {
  const headers: Record<string, string> = tag === null ? {} : { 'If-Match': tag };
  return (await put(`/api/v1/${resource}/${id}`, { body: fields, headers })).get('etag');
}

/** The tag of a thing that was last changed at a time in UTC, which stands with a zone or without one. */
export function tagOf(changedOn: string): string {
  return `"${Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(changedOn) ? changedOn : `${changedOn}Z`)}"`;
}

/** Whether somebody else has saved meanwhile. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}
