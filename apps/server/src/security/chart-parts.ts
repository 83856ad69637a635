import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { formOfChart, type StoredChart } from './chart-question.ts';

/** A chart within another, as it is stored and as it is asked there. */
interface PartOfChart {
  row: Row<'charts'>;
  /** Under the filters of the chart that it is a part of. */
  asked: StoredChart;
}

/**
 * The charts that the charts of a dashboard are made of (`ChartType.parts`), or those of one chart. Only such count whose data
 * the dashboard shows by a chart of its own: whoever puts one there has had to be allowed to read them.
 */
export async function partsOnDashboard(
  db: Db,
  dashboardId: number,
  chartId?: number,
): Promise<PartOfChart[]> {
  const { loadChartType, partForm } = await import('@chartroom/charts');
  const charts = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select(['charts.id', 'viz_type', 'datasource_id', 'datasource_type', 'params', 'query_context'])
    .where('dashboard_id', '=', dashboardId)
    .execute();
  const shown = new Set(charts.map((chart) => `${chart.datasource_id}__${chart.datasource_type}`));
  const parts: PartOfChart[] = [];
  for (const chart of charts) {
    if (chartId !== undefined && chart.id !== chartId) continue;
    const named = (await loadChartType(chart.viz_type ?? ''))?.parts?.(formOfChart(chart)) ?? [];
    if (named.length === 0) continue;
    const ids = named.map(({ id }) => id).filter(Number.isSafeInteger);
    const rows = await db
      .selectFrom('charts')
      .selectAll()
      .where('id', 'in', [0, ...ids])
      .execute();
    for (const part of named) {
      const row = rows.find(({ id }) => id === part.id);
      if (!row || !shown.has(`${row.datasource_id}__${row.datasource_type}`)) continue;
      parts.push({
        row,
        asked: { ...row, params: JSON.stringify(partForm(formOfChart(row), part)), query_context: null },
      });
    }
  }
  return parts;
}
