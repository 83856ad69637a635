import { loadChartType } from '@chartroom/charts';
import { chartsIn, type DashboardChart, dashboardApi, dashboardTitle } from '@chartroom/model';
import { open } from '../../../api/api.ts';
import { fileWords, saveBlob } from '../../../api/chart-data.ts';
import { isPivoted } from '../../../shared/chart/download-forms.ts';
import { fileName } from '../../../shared/chart/file-name.ts';
import { useDashboardStore } from '../store/dashboard-context.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { type Making, MakingDialog } from './making-dialog.tsx';

/** 'Export to Excel workbook': a sheet for each chart of all tabs, with the filters in force. */
export function WorkbookDialog({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  return (
    <MakingDialog
      title="Export to Excel workbook"
      make={(making) => makeWorkbook(store, making)}
      onClose={onClose}
    />
  );
}

async function makeWorkbook(store: DashboardStore, { signal, tell }: Making): Promise<void> {
  const { dashboard, layout } = store.getState();
  const charts = chartsIn(layout).flatMap((id) => dashboard.charts.find((chart) => chart.id === id) ?? []);
  const asked = (await Promise.all(charts.map((chart) => questionOf(store, chart)))).flat();
  if (asked.length === 0) throw new Error('There is no chart on this dashboard.');
  tell(asked.length === 1 ? 'One chart is asked' : `${asked.length} charts are asked`, 0.3);
  const response = await open(dashboardApi.workbook, {
    params: { pk: dashboard.info.id },
    body: { charts: asked },
    signal,
  });
  tell('The workbook is on its way', 0.8);
  const blob = await response.blob();
  signal.throwIfAborted();
  saveBlob(blob, `${fileName(dashboardTitle(dashboard.info), 'dashboard')}.xlsx`);
}

/** The question of a chart as its rows are asked for a sheet; none of a kind that is not known. */
async function questionOf(store: DashboardStore, chart: DashboardChart) {
  const type = await loadChartType(chart.form_data.viz_type);
  if (!type) return [];
  const words = fileWords({ format: 'xlsx', pivoted: isPivoted(type.key) });
  const form = store.getState().formOf(chart);
  const query_context = { ...type.question({ ...form, ...words }, {}), ...words };
  return [{ name: nameOf(store, chart), query_context }];
}

/** The name that a chart has on the dashboard. */
function nameOf(store: DashboardStore, { id, slice_name }: DashboardChart): string {
  const item = Object.values(store.getState().layout).find(
    ({ type, meta }) => type === 'CHART' && Number(meta.chartId) === id,
  );
  return String(item?.meta.sliceNameOverride || slice_name);
}
