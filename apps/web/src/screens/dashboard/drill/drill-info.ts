import { datasetApi, parseDatasourceKey } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import type { DrilledChart } from './drill.ts';

/** What is known of the dataset behind a chart: the columns that it can be taken apart by, and whose it is. */
export function useDrillInfo({ form }: Pick<DrilledChart, 'form'>) {
  const dashboard_id = useDashboard((state) => state.dashboard.info.id);
  const pk = parseDatasourceKey(form.datasource)?.id ?? 0;
  return useQuery({
    queryKey: ['drill', 'info', pk, dashboard_id],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api(datasetApi.drillInfo, { params: { pk }, q: { dashboard_id }, signal })).result,
  });
}
