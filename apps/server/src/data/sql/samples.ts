import {
  type Bounds,
  ChartroomError,
  type JsonObject,
  type JsonValue,
  type QueryContext,
  type QueryObject,
  queryObjectSchema,
  safeRead,
} from '@chartroom/model';
import type { ChartDataParts } from '../chart-data/chart-answers.ts';
import { chartResults, orComplaint } from '../chart-data/chart-data.ts';
import type { DataService, EncodedAnswer, Principal } from '../ports.ts';
import { jsonAnswer, membersOf } from '../writing/answer-body.ts';

type SamplesRequest = Parameters<DataService['samples']>[0];

/**
 * Rows of a dataset as they are, a page at a time, with how many there are (contract/query.md §8).
 * Resolves with the inside of `result` as an answer ready to be sent.
 */
export async function samples(
  parts: ChartDataParts,
  request: SamplesRequest,
  who: Principal,
  signal: AbortSignal,
): Promise<EncodedAnswer> {
  const { page, perPage, force } = request;
  const context = (query: QueryObject, result_type: 'drill_detail' | 'full'): QueryContext => ({
    datasource: { ...request.source },
    queries: [query],
    force,
    result_type,
    result_format: 'json',
    form_data: {},
  });
  const source = await parts.source(context({}, 'full'), who);
  const asked = askedQuery(
    request.body,
    parts.config.bounds,
    new Map(
      source.dataset.columns.flatMap(({ column_name, verbose_name }) =>
        verbose_name ? [[verbose_name, column_name]] : [],
      ),
    ),
  );
  const limit = Math.min(perPage, parts.config.samples_row_limit);
  const rows = context({ ...asked, row_limit: limit, row_offset: (page - 1) * perPage }, 'drill_detail');
  const count = context(
    {
      ...asked,
      columns: source.dataset.columns.map(({ column_name }) => column_name),
      metrics: null,
      orderby: [],
      is_rowcount: true,
    },
    'full',
  );
  return orComplaint(who, async () => {
    const [[shown = []], [counted = []]] = await Promise.all([
      chartResults(parts, rows, who, signal),
      chartResults(parts, count, who, signal),
    ]);
    const facts = { page, per_page: perPage, total_count: countIn(counted) };
    return jsonAnswer([
      Buffer.from('{"result":{'),
      ...shown,
      Buffer.from(','),
      membersOf(facts),
      Buffer.from('}}'),
    ]);
  });
}

function askedQuery(
  body: JsonObject | null,
  bounds: Bounds,
  verbose: ReadonlyMap<string, string>,
): QueryObject {
  const { filters, granularity, time_range, extras } = body ?? {};
  const read = safeRead(
    queryObjectSchema,
    { filters, granularity, time_range, extras },
    bounds.MAX_LIST_ENTRIES,
  );
  if (!read.success) {
    throw new ChartroomError(
      `The filters are not valid: ${read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
      {
        status: 400,
        error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
        shape: 'message',
      },
    );
  }
  const named = read.data.filters?.map((filter) =>
    typeof filter.col === 'string' ? { ...filter, col: verbose.get(filter.col) ?? filter.col } : filter,
  );
  return { ...read.data, ...(named && { filters: named }) };
}

/** The number in the members of the result that counts. */
function countIn(members: readonly Buffer[]): number {
  const result: JsonValue = JSON.parse(`{${Buffer.concat(members).toString()}}`);
  const rows =
    typeof result === 'object' && result !== null && !Array.isArray(result) && Array.isArray(result.data)
      ? result.data
      : [];
  const [row] = rows;
  const count = typeof row === 'object' && row !== null && !Array.isArray(row) ? row.rowcount : undefined;
  if (typeof count !== 'number')
    throw new Error('The engine answered the question for the number of rows with none.');
  return count;
}
