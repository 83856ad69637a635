import { type DashboardChart, exploreApi } from '@chartroom/model';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { toast } from '../../../base/toasts.tsx';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { addChart } from '../store/editing.ts';
import type { Carried } from './board-drop.ts';

/** Fetches what a chart needs that came onto the board; nothing for other components. */
export async function bringCarried(store: DashboardStore, { component, meta }: Carried): Promise<void> {
  const chart = component.type === 'CHART' ? Number(meta.chartId) : Number.NaN;
  if (Number.isInteger(chart)) await bringChart(store, chart);
}

async function bringChart(store: DashboardStore, id: number): Promise<void> {
  const { dashboard, tiles, refresh } = store.getState();
  if (dashboard.charts.some((chart) => chart.id === id)) {
    // It may stand in a tab as yet that was not opened.
    if (!tiles[id] || tiles[id].status === 'waiting') await refresh([id], false);
    return;
  }
  try {
    const { result } = await api(exploreApi.open, { query: { slice_id: String(id) } });
    const { slice, dataset } = result;
    if (!slice) throw new Error(result.message ?? 'The chart is gone.');
    const chart: DashboardChart = {
      id,
      slice_name: slice.slice_name,
      cache_timeout: slice.cache_timeout,
      changed_on: slice.changed_on,
      description: slice.description,
      description_markeddown: slice.description_markeddown,
      form_data: slice.form_data,
      slice_url: slice.slice_url,
      certified_by: slice.certified_by,
      certification_details: slice.certification_details,
    };
    const column_names = dataset.columns.map((column) => column.column_name);
    addChart(store, chart, { ...dataset, column_names, column_types: [] });
  } catch (error) {
    toast.error(`The chart cannot be shown here: ${errorText(error)}`);
  }
}
