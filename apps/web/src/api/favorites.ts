import { risonOf } from '@chartroom/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../base/toasts.tsx';
import { errorText, request } from './client.ts';

/** Kinds of things that people star. */
export type FavoriteKind = 'chart' | 'dashboard' | 'tag';

/** What is said when a thing could not be starred; what was wrong is told behind a colon. */
const REFUSED: Record<FavoriteKind, string> = {
  chart: 'An error occurred while starring this chart',
  dashboard: 'There was an issue favoriting this dashboard.',
  tag: 'There was an error saving the favorite status: ',
};

/** Which of these things the person has starred; asks nothing without a kind. */
export function useFavorites(kind: FavoriteKind | undefined, rows: readonly { id: number }[]) {
  const ids = rows.map((row) => row.id);
  const asked = useQuery({
    queryKey: [kind, 'favorites', ids],
    enabled: kind !== undefined && ids.length > 0,
    queryFn: async ({ signal }) => {
      const q = risonOf(ids);
      const answer = await request<{ result: { id: number; value: boolean }[] }>(
        'GET',
        `/api/v1/${kind}/favorite_status/`,
        {
          query: { q },
          signal,
        },
      );
      return new Set(answer.result.filter((each) => each.value).map((each) => each.id));
    },
  });
  const { error } = asked;
  useEffect(() => {
    if (error) toast.error(`There was an error fetching the favorite status: ${errorText(error)}`);
  }, [error]);
  return asked;
}

/** Stars or unstars one thing. */
export function useStar(kind: FavoriteKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, starred }: { id: number; starred: boolean }) =>
      request(starred ? 'POST' : 'DELETE', `/api/v1/${kind}/${id}/favorites/`),
    onSuccess: async (_answer, { id }) => {
      // Lists of favourites are asked again when they are next opened: what is in view does not go under the pointer. One
      // that was opened meanwhile and does not show the thing may lack it.
      await client.invalidateQueries({ queryKey: [kind, 'list'], refetchType: 'none' });
      await client.refetchQueries({
        queryKey: [kind, 'list'],
        type: 'active',
        predicate: ({ state }) => !shows(state.data, id),
      });
      await client.invalidateQueries({ queryKey: [kind, 'favorites'] });
    },
    onError: (error) =>
      toast.error(REFUSED[kind].endsWith(': ') ? REFUSED[kind] + errorText(error) : REFUSED[kind]),
  });
}

function shows(answer: unknown, id: number): boolean {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'ids' in answer &&
    Array.isArray(answer.ids) &&
    answer.ids.includes(id)
  );
}
