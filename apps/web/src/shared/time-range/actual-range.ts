import { risonOf } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** The range that filters nothing. */
export const NO_FILTER = 'No filter';

interface Evaluated {
  since: string;
  until: string;
  timeRange: string;
}

/** What a range means now, as the server works it out. */
export function useActualRange(range: string) {
  return useQuery({
    queryKey: ['time_range', range],
    enabled: range !== NO_FILTER && range !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await request<{ result: Evaluated[] | Evaluated }>('GET', '/api/v1/time_range/', {
        query: { q: risonOf(range) },
        signal,
      });
      const first = Array.isArray(answer.result) ? answer.result[0] : answer.result;
      return `${shown(first?.since) || '-∞'} ≤ col < ${shown(first?.until) || '∞'}`;
    },
  });
}

function shown(moment: string | undefined): string {
  return (moment ?? '').replace(/T00:00:00$/, '').replace('T', ' ');
}
