import {
  ChartroomError,
  isAdhocColumn,
  isJsonObject,
  type QueryContext,
  type QueryObject,
  queryContextSchema,
} from '@chartroom/model';
import type { NormalQuery } from '@chartroom/query';
import type { DataPorts } from '../ports.ts';

/** Members of a native annotation, in the order in which they are told. */
const NATIVE_COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'];

/** A layer as it is sent with a query. */
type Layer = NormalQuery['annotation_layers'][number];

/** Answers the first query of a stored question with its rows as a JSON array, in pieces. */
type RowsOf = (context: QueryContext) => Promise<readonly Buffer[]>;

/**
 * `annotation_data` of a query as JSON, in pieces (contract/query.md §8): events and spans that were written down, and the
 * rows of other charts. Never kept with an answer: whoever asks sees the rows that they may see.
 * @throws ChartroomError 400 for a layer or a chart that is gone, 403 for data that this person may not read
 */
export async function annotationData(
  layers: readonly Layer[],
  ports: Pick<DataPorts, 'annotations' | 'chart'>,
  rowsOf: RowsOf,
): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  for (const layer of layers) {
    pieces.push(Buffer.from(`${pieces.length > 0 ? ',' : '{'}${JSON.stringify(nameOf(layer))}:`));
    if (layer.sourceType === 'NATIVE') pieces.push(await nativeRecords(layer, ports));
    else pieces.push(...(await chartRecords(layer, ports, rowsOf)));
  }
  return pieces.length > 0 ? [...pieces, Buffer.from('}')] : [Buffer.from('{}')];
}

async function nativeRecords(layer: Layer, ports: Pick<DataPorts, 'annotations'>): Promise<Buffer> {
  const records = await ports.annotations(idOf(layer));
  if (!records) throw missing(layer, `There is no annotation layer "${layer.value}"`);
  return Buffer.from(JSON.stringify({ columns: NATIVE_COLUMNS, records }));
}

async function chartRecords(
  layer: Layer,
  ports: Pick<DataPorts, 'chart'>,
  rowsOf: RowsOf,
): Promise<Buffer[]> {
  const chart = await ports.chart(idOf(layer));
  if (!chart) throw missing(layer, `There is no chart "${layer.value}"`);
  const read = queryContextSchema.safeParse(await chart.question());
  const [query] = read.success ? read.data.queries : [];
  if (!read.success || !query)
    throw missing(layer, `The chart ${idOf(layer)} has no question saved with it; save it again`);
  const rows = await rowsOf({
    ...read.data,
    queries: [overridden(query, layer)],
    result_format: 'json',
  });
  return [Buffer.from('{"records":'), ...rows, Buffer.from('}')];
}

/** The layer may ask for another time range, and for other steps of time. */
function overridden(query: QueryObject, layer: Layer): QueryObject {
  const overrides = isJsonObject(layer.overrides) ? layer.overrides : {};
  const grain = overrides.time_grain_sqla;
  const range = overrides.time_range;
  const ranged = typeof range === 'string' && range !== '' ? { ...query, time_range: range } : query;
  if (typeof grain !== 'string' || grain === '') return ranged;
  const columns = ranged.columns?.map((column) =>
    isAdhocColumn(column) && column.columnType === 'BASE_AXIS' ? { ...column, timeGrain: grain } : column,
  );
  return { ...ranged, ...(columns && { columns }), extras: { ...ranged.extras, time_grain_sqla: grain } };
}

function nameOf({ name }: Layer): string {
  return typeof name === 'string' ? name : '';
}

function idOf({ value }: Layer): number {
  return Number(value);
}

function missing(layer: Layer, why: string): ChartroomError {
  return new ChartroomError(`Error: The annotation layer "${nameOf(layer)}" cannot be shown. ${why}.`, {
    status: 400,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}
