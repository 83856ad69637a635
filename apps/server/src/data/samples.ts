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
import { wholeBody } from './answer-body.ts';
import { type ChartDataParts, chartData, errorAnswer } from './chart-data.ts';
import type { DataService, EncodedAnswer, Principal } from './ports.ts';
import { QuestionError } from './prepare-question.ts';

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
  const { datasetId, page, perPage, force } = request;
  const context = (query: QueryObject, result_type: 'drill_detail' | 'full'): QueryContext => ({
    datasource: { id: datasetId, type: 'table' },
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
  try {
    const [rows, count] = await Promise.all([
      chartData(
        parts,
        context({ ...asked, row_limit: limit, row_offset: (page - 1) * perPage }, 'drill_detail'),
        who,
        signal,
      ),
      chartData(
        parts,
        context(
          {
            ...asked,
            columns: source.dataset.columns.map(({ column_name }) => column_name),
            metrics: null,
            orderby: [],
            is_rowcount: true,
          },
          'full',
        ),
        who,
        signal,
      ),
    ]);
    if (rows.status !== 200) return rows;
    if (count.status !== 200) return count;
    return {
      ...rows,
      headers: {},
      body: await spliced(rows, { page, per_page: perPage, total_count: await countIn(count) }),
    };
  } catch (error) {
    if (error instanceof QuestionError) return errorAnswer(error);
    throw error;
  }
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

/** `{"result":[{…}]}` becomes `{"result":{…, more}}` without reading the rows again. */
async function spliced(answer: EncodedAnswer, more: Record<string, number>): Promise<Buffer> {
  const body = await wholeBody(answer);
  const head = '{"result":[';
  const inner = body.subarray(head.length, body.length - '}]}'.length);
  return Buffer.concat([Buffer.from('{"result":'), inner, Buffer.from(`,${JSON.stringify(more).slice(1)}}`)]);
}

async function countIn(answer: EncodedAnswer): Promise<number> {
  const value: JsonValue = JSON.parse((await wholeBody(answer)).toString());
  const [result] =
    typeof value === 'object' && value !== null && !Array.isArray(value) && Array.isArray(value.result)
      ? value.result
      : [];
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
