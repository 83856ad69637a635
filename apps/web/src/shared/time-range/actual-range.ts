import { timeRangeApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** The range that filters nothing. */
export const NO_FILTER = 'No filter';

/** What a range means now, as the server works it out. */
export function useActualRange(range: string) {
  return useQuery({
    queryKey: ['time_range', range],
    enabled: range !== NO_FILTER && range !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { result } = await api(timeRangeApi.evaluate, { q: range, signal });
      const first = result[0];
      return `${shown(first?.since) || '-∞'} ≤ col < ${shown(first?.until) || '∞'}`;
    },
  });
}

function shown(moment: string | undefined): string {
  return (moment ?? '').replace(/T00:00:00$/, '').replace('T', ' ');
}
