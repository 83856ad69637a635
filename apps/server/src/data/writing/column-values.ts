import { ChartroomError } from '@chartroom/model';
import { encodeCells, normalizeQuery } from '@chartroom/query';
import { asQuestionError, compile, type Source, sourceFor } from '../chart-data/prepare-question.ts';
import { runCompiled } from '../chart-data/run-compiled.ts';
import type { DataConfig } from '../data-config.ts';
import type { EncodedAnswer } from '../ports.ts';

/**
 * Distinct values of a column, for the suggestions of a filter; at most the configured number. The body is
 * `{"result": […]}` with every digit of large numbers.
 * @throws ChartroomError 400 for a column the dataset does not have
 */
export async function columnValues(
  source: Source,
  column: string,
  config: DataConfig,
  signal: AbortSignal,
): Promise<EncodedAnswer> {
  if (!source.dataset.columns.some(({ column_name }) => column_name === column)) {
    throw new ChartroomError(`Column name ${column} does not exist`, {
      status: 400,
      error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      shape: 'message',
    });
  }
  const query = normalizeQuery({
    columns: [column],
    metrics: [],
    row_limit: config.filter_select_row_limit,
    apply_fetch_values_predicate: true,
  });
  try {
    const ready = await sourceFor(query, source);
    const { frame } = await runCompiled(compile(query, ready), ready, {
      signal,
      timeoutMs: config.query_timeout * 1000,
      bounds: config.bounds,
      rowLimit: config.row_limit,
    });
    const [values] = frame.columns;
    const body = Buffer.from(`{"result":${values ? encodeCells(values, frame.length) : '[]'}}`);
    return { status: 200, contentType: 'application/json; charset=utf-8', headers: {}, body };
  } catch (error) {
    throw signal.aborted ? signal.reason : asQuestionError(error);
  }
}
