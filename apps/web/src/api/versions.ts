import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError, send } from './client.ts';

/** A thing with all its fields, and by what the server knows this state of it. */
export interface Version<Row> {
  row: Row;
  tag: string | null;
}

/** Reads a thing that is about to be changed. */
export function useVersion<Row>(resource: string, id: number): UseQueryResult<Version<Row>> {
  return useQuery({
    queryKey: [resource, 'version', id],
    queryFn: async ({ signal }) => {
      const response = await send('GET', `/api/v1/${resource}/${id}`, { signal });
      const answer: { result: Row } = await response.json();
      return { row: answer.result, tag: response.headers.get('etag') };
    },
    // An editor begins with what is there now.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/**
 * Changes some fields of a thing, unless somebody else has changed it since it was read as `tag`; without one it is
 * changed whatever stands there. Rejects with ApiError, 412 when somebody has.
 */
export async function saveVersion(resource: string, id: number, fields: object, tag: string | null): Promise<void> {
  await send('PUT', `/api/v1/${resource}/${id}`, { body: fields, headers: tag === null ? {} : { 'If-Match': tag } });
}

/** Whether somebody else has saved meanwhile. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}
