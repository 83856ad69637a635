import { filterQuestion, parentExtras } from '@chartroom/charts';
import { type DataMasks, type NativeFilter, selectMask, withFirstValues } from '@chartroom/model';
import { fetchChartData } from '../../../api/chart-data.ts';
import type { OpenDashboard } from '../../../api/dashboards.ts';
import { scalarOf } from '../../../shared/filter-values/value-options.ts';

/** What filters say that begin with the first value they offer, as the server tells it. */
export function firstValuesOf(
  filters: readonly NativeFilter[],
  given: DataMasks,
  dashboard: OpenDashboard,
): Promise<{ masks: DataMasks; failed: NativeFilter[] }> {
  return withFirstValues(filters, given, (filter, masks) => firstMask(filter, masks, dashboard));
}

async function firstMask(filter: NativeFilter, masks: DataMasks, { info, datasets }: OpenDashboard) {
  const dataset = datasets.find(({ id }) => id === filter.targets?.[0]?.datasetId);
  const asker = { dashboardId: info.id, mainTime: dataset?.main_dttm_col, rows: 1 };
  const question = filterQuestion(filter, parentExtras(filter, masks), asker);
  if (!question) return undefined;
  try {
    const [answer] = await fetchChartData(question);
    const row = answer?.data[0];
    const column = filter.targets?.[0]?.column?.name ?? '';
    return row ? selectMask(filter, [scalarOf(row[column])]) : undefined;
  } catch {
    // The caller says which filters have no value.
    return 'failed' as const;
  }
}
