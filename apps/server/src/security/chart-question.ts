import { type ChartFormData, isJsonObject, type JsonObject } from '@chartroom/model';

/**
 * The question that a page makes of a chart as it is stored; empty where the chart is of no type that is known, or is
 * not finished. Charts that came in bundles, or were never drawn where they were saved, have no stored question.
 */
export async function questionOfChart(chart: { viz_type: string | null; datasource_id: number }, params: JsonObject): Promise<JsonObject> {
  const { loadChartType } = await import('@chartroom/charts');
  const type = chart.viz_type === null ? undefined : await loadChartType(chart.viz_type);
  if (!type) return {};
  const form: ChartFormData = { ...params, viz_type: chart.viz_type ?? '', datasource: `${chart.datasource_id}__table` };
  try {
    const question: unknown = JSON.parse(JSON.stringify(type.question(form, {})));
    return isJsonObject(question) ? question : {};
  } catch {
    // An unfinished chart asks nothing; the page says what it lacks.
    return {};
  }
}
