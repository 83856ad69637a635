import { openLayout, placeChart, storedLayout } from '@chartroom/model';
import { nanoid } from 'nanoid';
import { ApiError } from '../../api/client.ts';
import { fetchDashboard } from '../../api/dashboards.ts';
import { saveVersion, tagOf } from '../../api/versions.ts';

/**
 * Puts a chart that was just added to a dashboard where there is room on it. Where that cannot be, it is left to the
 * dashboard, which shows its charts without a place at the end (contract/ui.md B1).
 */
export async function placeOnDashboard(
  dashboard: number,
  chart: { id: number; slice_name: string },
): Promise<void> {
  try {
    const { info, position, charts } = await fetchDashboard(String(dashboard));
    const others = charts.filter(({ id }) => id !== chart.id);
    const layout = openLayout(position, others);
    const placed = placeChart(layout, chart, (type) =>
      type === 'CHART' ? `CHART-explore-${chart.id}-1` : `${type}-${nanoid()}`,
    );
    if (placed === layout) return;
    const position_json = JSON.stringify(storedLayout(placed, info.position_json));
    await saveVersion('dashboard', dashboard, { position_json }, tagOf(info.changed_on));
  } catch (error) {
    // Somebody else has saved it meanwhile, or it may only be looked at: the chart belongs to it all the same.
    if (!(error instanceof ApiError) || ![403, 412].includes(error.status)) throw error;
  }
}
