import { filterQuestion, parentExtras } from '@chartroom/charts';
import type { ChartDataResult } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { fetchChartData } from '../../api/chart-data.ts';
import type { FilterValueProps } from './filter-value-props.ts';
import { OFFERED } from './offered.ts';

/** What a filter has to offer: its values, or their bounds, as its parents leave them. */
export function useFilterAnswer(
  { filter, parents, source }: Pick<FilterValueProps, 'filter' | 'parents' | 'source'>,
  search = '',
) {
  const extra = parentExtras(filter, parents);
  const { dashboardId, datasets } = source;
  const mainTime = datasets.find(({ id }) => id === filter.targets?.[0]?.datasetId)?.main_dttm_col;
  const context = filterQuestion(filter, extra, { dashboardId, mainTime, rows: OFFERED, search });
  return useQuery({
    queryKey: ['filter-values', filter.id, context],
    enabled: context !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<ChartDataResult[]> =>
      context ? fetchChartData(context, signal) : Promise.resolve([]),
  });
}
