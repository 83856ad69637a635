import { chartsInScope, type DashboardDataset, type NativeFilter } from '@chartroom/model';
import { useQueries } from '@tanstack/react-query';
import { Button } from 'antd';
import { fetchChartData } from '../../../api/chart-data.ts';
import styles from '../filter-bar.module.css';
import { useDashboard } from '../store/dashboard-context.ts';
import { type Extent, extentOf, momentText, spanOf, wholeRange } from './whole-range.ts';

/** The first and the last moment of the data that a filter of times narrows, to be chosen with one click. */
export function DataExtent({
  filter,
  onChoose,
}: {
  filter: NativeFilter;
  onChoose: (range: string) => void;
}) {
  const extents = useExtents(filter);
  const span = spanOf(extents.map(({ extent }) => extent));
  if (!span) return null;
  const isOne = extents.every(({ extent }) => extent.first === span.first && extent.last === span.last);
  return (
    <div className={styles.extent}>
      <div>
        <div>
          Data from <b>{momentText(span.first)}</b> to <b>{momentText(span.last)}</b>
        </div>
        {!isOne &&
          extents.slice(0, MOST_TOLD).map(({ name, extent }) => (
            <div key={name} className={styles.hint}>
              {name}: {momentText(extent.first)} – {momentText(extent.last)}
            </div>
          ))}
      </div>
      <Button size="small" onClick={() => onChoose(wholeRange(span))}>
        Whole range
      </Button>
    </div>
  );
}

const MOST_TOLD = 5;
/** Data grows, but hardly while somebody chooses a range. */
const FRESH = 600_000;

function useExtents(filter: NativeFilter): { name: string; extent: Extent }[] {
  const layout = useDashboard((state) => state.layout);
  const { charts, datasets, info } = useDashboard((state) => state.dashboard);
  const reached = new Set(chartsInScope(filter.scope, layout));
  const asked = new Set(charts.flatMap(({ id, form_data }) => (reached.has(id) ? form_data.datasource : [])));
  const timed = datasets.filter(({ uid, main_dttm_col }) => asked.has(uid) && main_dttm_col);
  return useQueries({
    queries: timed.map((dataset) => ({
      queryKey: ['data-extent', info.id, filter.id, dataset.id, dataset.main_dttm_col],
      staleTime: FRESH,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const [answer] = await fetchChartData(questionOf(dataset, info.id, filter.id), signal);
        return extentOf(answer?.data[0]?.first, answer?.data[0]?.last) ?? null;
      },
    })),
    combine: (answers) =>
      answers.flatMap(({ data }, at) => {
        const name = timed[at]?.datasource_name;
        // Data without a moment, or that may not be asked, leaves the range to be chosen by hand.
        return data && name !== undefined ? [{ name, extent: data }] : [];
      }),
  });
}

function questionOf(
  { id, main_dttm_col }: Pick<DashboardDataset, 'id' | 'main_dttm_col'>,
  dashboardId: number,
  filterId: string,
) {
  const bound = (aggregate: 'MIN' | 'MAX', label: string) => ({
    expressionType: 'SIMPLE' as const,
    aggregate,
    column: { column_name: main_dttm_col },
    label,
    hasCustomLabel: true,
  });
  return {
    datasource: { id, type: 'table' as const },
    queries: [
      { columns: [], metrics: [bound('MIN', 'first'), bound('MAX', 'last')], filters: [], extras: {} },
    ],
    result_format: 'json' as const,
    result_type: 'full' as const,
    force: false,
    form_data: { dashboardId, type: 'NATIVE_FILTER', native_filter_id: filterId },
  };
}
