import { ChartroomError } from '@chartroom/model';
import { type Cell, Decimal } from '@chartroom/query';
import { runCompiled } from './run-compiled.ts';
import { asQuestionError, compile, type Source } from './prepare-question.ts';
import { normalizeQuery } from '@chartroom/query';
import type { DataConfig } from './ports.ts';

/**
 * Distinct values of a column, for the suggestions of a filter; at most the configured number.
 * @throws ChartroomError 400 for a column the dataset does not have
 */
export async function columnValues(source: Source, column: string, config: DataConfig, signal: AbortSignal): Promise<Cell[]> {
  if (!source.dataset.columns.some(({ column_name }) => column_name === column)) {
    throw new ChartroomError(`Column name ${column} does not exist`, { status: 400, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', shape: 'message' });
  }
  const query = normalizeQuery({ columns: [column], metrics: [], row_limit: config.filter_select_row_limit, apply_fetch_values_predicate: true });
  try {
    const { frame } = await runCompiled(compile(query, source), source, { signal, timeoutMs: config.query_timeout * 1000, rowLimit: config.row_limit });
    return (frame.columns[0]?.values ?? []).map(shown);
  } catch (error) {
    throw signal.aborted ? signal.reason : asQuestionError(error);
  }
}

/** A value as JSON can say it. */
function shown(value: Cell): Cell {
  if (value instanceof Decimal) return Number(value.text);
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}
