import {
  type ChartFormData,
  ChartroomError,
  DEFAULT_BOUNDS,
  isJsonObject,
  type JsonObject,
  type QueryObject,
  queryObjectSchema,
} from '@chartroom/model';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';

/** What of a stored chart says what it asks. */
export type StoredChart = Pick<
  Row<'charts'>,
  'viz_type' | 'datasource_id' | 'datasource_type' | 'params' | 'query_context'
>;

/**
 * The questions of a chart as it is stored: those that were kept with it, and those that a page makes of its settings.
 * Charts that came in bundles, or were never drawn where they were saved, have none of the first kind.
 */
export async function questionsOfChart(chart: StoredChart): Promise<QueryObject[]> {
  const kept = queriesIn(storedObject(chart.query_context).queries);
  const made = await questionsOfForm(formOfChart(chart));
  return [...kept, ...made];
}

/**
 * What a chart asks when nobody tells it what: the question that was kept with it, else the one of its type. `words` stand in
 * the settings that the latter is made of, as they do where a page asks for a file. Undefined where there is neither: the chart
 * is unfinished, or its type is none of those here.
 */
export async function questionOfChart(
  chart: StoredChart,
  words: Readonly<Record<string, string>> = {},
): Promise<JsonObject | undefined> {
  const kept = storedObject(chart.query_context);
  if (Object.keys(kept).length > 0) return kept;
  const own = await orNothing(() => contextOfForm({ ...formOfChart(chart), ...words }));
  return own && queriesIn(own.queries).some(asksSomething) ? own : undefined;
}

/** The form data of a chart, with its type and its dataset. */
export function formOfChart({
  params,
  viz_type,
  datasource_id,
  datasource_type,
}: StoredChart): ChartFormData {
  return {
    ...storedObject(params),
    viz_type: viz_type ?? '',
    datasource: `${datasource_id}__${datasource_type}`,
  };
}

/** The question of a chart type, as JSON has it; undefined when there is no such type. */
async function contextOfForm(form: ChartFormData): Promise<JsonObject | undefined> {
  const { loadChartType } = await import('@chartroom/charts');
  const type = await loadChartType(form.viz_type);
  const context: unknown = type && JSON.parse(JSON.stringify(type.question(form, { force: false })));
  return isJsonObject(context) ? context : undefined;
}

/** What a chart asks beside its own question where it is repeated as a matrix of small ones. */
async function questionsOfMatrix(form: ChartFormData): Promise<QueryObject[]> {
  const { loadChartType, matrixQuestions } = await import('@chartroom/charts');
  const type = await loadChartType(form.viz_type);
  return type ? queriesIn(JSON.parse(JSON.stringify(matrixQuestions(type, form)))) : [];
}

async function questionsOfForm(form: ChartFormData): Promise<QueryObject[]> {
  const made = await orNothing(async () => {
    const context = await contextOfForm(form);
    if (context) return [...queriesIn(context.queries), ...(await questionsOfMatrix(form))];
    const { baseQuery } = await import('@chartroom/charts');
    const { legacyChart } = await import('../data/shaped-charts/legacy-charts.ts');
    return queriesIn(
      JSON.parse(
        JSON.stringify([
          baseQuery(form),
          ...legacyChart(form.viz_type).queries(form, DEFAULT_BOUNDS.MAX_QUERIES),
        ]),
      ),
    );
  });
  return made ?? [];
}

/** An unfinished chart asks nothing; the page says what it lacks. */
async function orNothing<Made>(make: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ChartroomError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function asksSomething({ columns, groupby, metrics }: QueryObject): boolean {
  return [columns, groupby, metrics].some((parts) => (parts ?? []).length > 0);
}

/** What is no question by the schema was never answered either. */
function queriesIn(list: unknown): QueryObject[] {
  return (Array.isArray(list) ? list : []).flatMap((each: unknown) => {
    const read = queryObjectSchema.safeParse(each);
    return read.success ? [read.data] : [];
  });
}
