import { type ChartType, loadChartType } from '@chartroom/charts';
import { useQuery } from '@tanstack/react-query';

/** The drawing code of a chart type, fetched when first needed; null when there is no such type. */
export function useChartType(key: string | undefined) {
  return useQuery({
    queryKey: ['chart-type', key],
    enabled: key !== undefined && key !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<ChartType | null> => (await loadChartType(key ?? '')) ?? null,
  });
}
