import { type ChartFormData, ChartroomError, type QueryObject, queryObjectSchema } from '@chartroom/model';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';

/** What of a stored chart says what it asks. */
export type StoredChart = Pick<Row<'charts'>, 'viz_type' | 'datasource_id' | 'params' | 'query_context'>;

/**
 * The questions of a chart as it is stored: those that were kept with it, and those that a page makes of its settings.
 * Charts that came in bundles, or were never drawn where they were saved, have none of the first kind.
 */
export async function questionsOfChart(chart: StoredChart): Promise<QueryObject[]> {
  const params = storedObject(chart.params);
  const form: ChartFormData = {
    ...params,
    viz_type: chart.viz_type ?? '',
    datasource: `${chart.datasource_id}__table`,
  };
  const kept = queriesIn(storedObject(chart.query_context).queries);
  const made = await questionsOfForm(form);
  return [...kept, ...made];
}

/** An unfinished chart asks nothing; the page says what it lacks. */
async function questionsOfForm(form: ChartFormData): Promise<QueryObject[]> {
  const { baseQuery, loadChartType } = await import('@chartroom/charts');
  try {
    const type = await loadChartType(form.viz_type);
    if (type) return queriesIn(JSON.parse(JSON.stringify(type.question(form, {}).queries)));
    const { legacyChart } = await import('../resources/explore-json/legacy-charts.ts');
    return queriesIn(
      JSON.parse(JSON.stringify([baseQuery(form), ...legacyChart(form.viz_type).queries(form)])),
    );
  } catch (error) {
    if (error instanceof ChartroomError || error instanceof TypeError) return [];
    throw error;
  }
}

/** What is no question by the schema was never answered either. */
function queriesIn(list: unknown): QueryObject[] {
  return (Array.isArray(list) ? list : []).flatMap((each: unknown) => {
    const read = queryObjectSchema.safeParse(each);
    return read.success ? [read.data] : [];
  });
}
