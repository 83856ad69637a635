import type { detailQuestion } from '@chartroom/charts';
import { datasourceApi, parseDatasourceKey } from '@chartroom/model';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../api/api.ts';
import { queryClient } from '../../../api/query-client.ts';
import { bootstrap } from '../../../base/bootstrap.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import type { DrilledChart } from './drill.ts';

/** Rows of a page (contract/ui.md C10). */
export const DETAIL_PAGE = 50;
/** Rows that a sample has at most, where the installation does not say. */
const USUAL_LIMIT = 1_000;
const PAGES = ['drill', 'detail'];

/** One page of the rows behind a chart. The pages that were looked at last are kept until the dialog closes. */
export function useDetailPage(
  { id, form }: DrilledChart,
  question: ReturnType<typeof detailQuestion>,
  page: number,
) {
  const dashboard_id = useDashboard((state) => state.dashboard.info.id);
  const isForced = useRef(false);
  const key = [...PAGES, id];
  const source = parseDatasourceKey(form.datasource);
  const rows = useQuery({
    queryKey: [...key, JSON.stringify(question), page],
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = {
        datasource_type: 'table' as const,
        datasource_id: source?.id ?? 0,
        force: isForced.current ? ('true' as const) : ('false' as const),
        page,
        per_page: DETAIL_PAGE,
        dashboard_id,
      };
      isForced.current = false;
      return (await api(datasourceApi.samples, { query, body: question, signal })).result;
    },
  });
  const { data } = rows;
  useEffect(() => {
    if (data) forgetPages(mostPages() - 1);
  }, [data]);
  const reload = () => {
    isForced.current = true;
    queryClient.removeQueries({ queryKey: key, type: 'inactive' });
    void rows.refetch();
  };
  return { rows, reload };
}

function mostPages(): number {
  const limit = Number(bootstrap.conf.SAMPLES_ROW_LIMIT) || USUAL_LIMIT;
  return Math.ceil(limit / DETAIL_PAGE);
}

/** Forgets the pages that nobody looks at, but for so many that were fetched last. */
export function forgetPages(kept: number): void {
  const idle = queryClient.getQueryCache().findAll({ queryKey: PAGES, type: 'inactive' });
  const newestFirst = idle.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey } of newestFirst.slice(kept)) queryClient.removeQueries({ queryKey, exact: true });
}
