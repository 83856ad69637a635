import {
  type AlertQuestion,
  type AlertQuestionWanted,
  type ColumnRef,
  columnLabel,
  isJsonObject,
  type MetricRef,
  metricLabel,
  type QueryContext,
} from '@chartroom/model';
import { labelAlias, windowText } from '@chartroom/query';
import type { WithData } from '../data/ports.ts';
import { wholeBody } from '../data/writing/answer-body.ts';
import type { Act } from '../http/act.ts';
import { badRequest, notFound, unprocessable } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import { readContext, storedContext } from '../resources/chart/chart-data-routes.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { requireSeen } from '../resources/resource-queries.ts';

/** What the column of a question is called whose moments stand in no column of its own. */
const TIMESTAMP = '__timestamp';

/**
 * The query of an alert on a chart: one number, that of a metric for one of its series; of a chart without a metric, how many rows there are. Over time it is that of the latest moment,
 * whatever range the chart shows; else that of all rows. Rejects with 404 when the caller may not see the chart, 422 when it has no such metric.
 */
export async function alertQuestion(
  { chart, metric: wanted, filters }: AlertQuestionWanted,
  act: Act<Ground & WithData>,
): Promise<AlertQuestion> {
  await requireSeen(chartResource, [chart], act);
  const { context } = await storedContext(chart, act);
  const asked = readContext(context, act.services.config);
  const [query] = asked.queries;
  const metric = metricIn(query?.metrics ?? [], wanted ?? undefined);
  if (!query || metric === undefined)
    throw unprocessable('This chart asks for no number that an alert could look at.');
  const database = await databaseOf(asked, act);
  const axis = await timeAxisOf(query.columns ?? [], asked, act);
  const isOverTime = axis !== undefined || (query.is_timeseries === true && Boolean(query.granularity));
  const isOfAxis = (col: unknown) => axis !== undefined && typeof col === 'string' && col === axisName(axis);
  const own = (query.filters ?? []).filter(
    ({ op, col }) => !(isOverTime && op === 'TEMPORAL_RANGE') && !isOfAxis(col),
  );
  const narrowed = {
    ...asked,
    result_type: 'query',
    result_format: 'json',
    queries: [
      {
        ...query,
        metrics: [metric],
        columns: axis === undefined ? [] : [axis],
        groupby: undefined,
        series_columns: [],
        series_limit: 0,
        series_limit_metric: undefined,
        filters: [...own, ...filters],
        ...(isOverTime && { time_range: undefined, from_dttm: undefined, to_dttm: undefined }),
        orderby: [],
        post_processing: [],
        time_offsets: [],
        row_limit: isOverTime ? act.services.config.SQL_MAX_ROW : 1,
        row_offset: 0,
      },
    ],
  };
  const sql = await sqlOf(readContext(JSON.parse(JSON.stringify(narrowed)), act.services.config), act);
  const { engineById } = await import('@chartroom/engines');
  const engine = engineById(database.backend);
  if (!engine) throw notFound();
  const named = (label: string) => engine.dialect.quoteIdentifier(labelAlias(label, engine.dialect));
  const range = rangeOf(query);
  const notes =
    isOverTime || range === undefined
      ? []
      : [`The time range of the chart (${range}) stands in the query as the dates of today.`];
  const told = { database: database.id, metric: metricLabel(metric), notes };
  if (!isOverTime) return { ...told, sql };
  const time = named(axis === undefined ? TIMESTAMP : columnLabel(axis));
  const { head, tail } = windowText({ limit: 1, sorted: true }, engine.dialect);
  const latest = [
    `SELECT ${head}${named(metricLabel(metric))}`,
    `FROM (\n${sql.replace(/;\s*$/, '')}\n) AS periods`,
    `WHERE ${time} IS NOT NULL`,
    `ORDER BY ${time} DESC`,
    ...tail,
  ];
  return { ...told, sql: latest.join('\n') };
}

/** How many rows there are: what there is to be told of a chart without a metric. */
const ROWS: MetricRef = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' };

function metricIn(metrics: readonly MetricRef[], wanted: string | undefined): MetricRef | undefined {
  if (wanted === undefined) return metrics[0] ?? ROWS;
  return metrics.find((metric) => metricLabel(metric) === wanted);
}

async function databaseOf(
  { datasource }: QueryContext,
  { services: { db } }: Act,
): Promise<{ id: number; backend: string }> {
  if (datasource.type === 'query')
    throw unprocessable('Save the query of this chart as a dataset first: an alert asks a dataset.');
  const row = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['databases.id', 'databases.backend'])
    .where('datasets.id', '=', Number(datasource.id))
    .executeTakeFirst();
  if (!row) throw badRequest('chart: its dataset is gone');
  return row;
}

/** The column along which moments stand; undefined where there is none, or no moments. */
async function timeAxisOf(
  columns: readonly ColumnRef[],
  { datasource }: QueryContext,
  { services: { db } }: Act,
): Promise<ColumnRef | undefined> {
  const axis = columns.find((column) => typeof column !== 'string' && column.columnType === 'BASE_AXIS');
  if (axis === undefined || typeof axis === 'string') return undefined;
  if (axis.timeGrain) return axis;
  const known = await db
    .selectFrom('dataset_columns')
    .select('is_dttm')
    .where('dataset_id', '=', Number(datasource.id))
    .where('column_name', '=', axisName(axis))
    .executeTakeFirst();
  return known?.is_dttm === 1 ? axis : undefined;
}

function axisName(axis: ColumnRef): string {
  return typeof axis === 'string' ? axis : axis.sqlExpression;
}

/** The range that the rows of a question are taken of, in its own words. */
function rangeOf({ time_range, filters }: QueryContext['queries'][number]): string | undefined {
  const given = time_range ?? filters?.find(({ op }) => op === 'TEMPORAL_RANGE')?.val;
  return typeof given === 'string' && given !== '' && given !== 'No filter' ? given : undefined;
}

async function sqlOf(
  context: QueryContext,
  { services, caller, signal }: Act<Ground & WithData>,
): Promise<string> {
  const data = await services.data();
  const answer = await data.chartData(context, caller.principal, signal);
  const told: unknown = JSON.parse((await wholeBody(answer)).toString());
  const [first] = isJsonObject(told) && Array.isArray(told.result) ? told.result : [];
  if (isJsonObject(first) && typeof first.query === 'string' && first.query !== '' && !first.error)
    return first.query;
  const why = [isJsonObject(first) && first.error, isJsonObject(told) && told.message].find(
    (text) => typeof text === 'string',
  );
  throw unprocessable(`The question of this chart cannot be made into an alert: ${why || 'it has no SQL'}`);
}
