import type { ChartSource, NativeAnnotation } from '../data/ports.ts';
import type { Db } from '../records/records.ts';
import { questionOfChart } from './chart-question.ts';

/** What the data side needs to know of a stored chart. */
export async function readChart(db: Db, id: number): Promise<ChartSource | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const chart = await db
    .selectFrom('charts')
    .select(['query_context', 'params', 'viz_type', 'datasource_id', 'datasource_type', 'cache_timeout'])
    .where('id', '=', id)
    .executeTakeFirst();
  return chart && { cache_timeout: chart.cache_timeout, question: () => questionOfChart(chart) };
}

/** The annotations of a layer in the order in which they begin; undefined when there is no such layer. */
export async function readAnnotations(db: Db, layerId: number): Promise<NativeAnnotation[] | undefined> {
  if (!Number.isSafeInteger(layerId)) return undefined;
  const layer = await db
    .selectFrom('annotation_layers')
    .select('id')
    .where('id', '=', layerId)
    .executeTakeFirst();
  if (!layer) return undefined;
  const rows = await db
    .selectFrom('annotations')
    .select(['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'])
    .where('layer_id', '=', layerId)
    .orderBy('start_dttm')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, start_dttm: moment(row.start_dttm), end_dttm: moment(row.end_dttm) }));
}

/** A stored wall clock as epoch milliseconds; one without a zone is read as UTC. */
function moment(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}
