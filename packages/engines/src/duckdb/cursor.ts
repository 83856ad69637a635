import type { DuckDBResult } from '@duckdb/node-api';
import type { RowCursor } from '../child/cursors.ts';
import { type AnswerBounds, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { describeColumn, packChunk } from './vectors.ts';

/** A streaming result as the pipe wants it; `release` is told whether the end was reached. */
export function resultCursor(
  result: DuckDBResult,
  release: (ended: boolean) => Promise<void>,
  bounds: AnswerBounds = USUAL_BOUNDS,
): RowCursor {
  const types = result.columnTypes();
  const columns = result.columnNames().map((name, index) => {
    const type = types[index];
    if (!type) throw new Error(`The engine gave no type for column "${name}".`);
    return describeColumn(name, type);
  });
  let ended = false;
  return {
    columns,
    async next() {
      const chunk = await result.fetchChunk();
      if (chunk && chunk.rowCount > 0) return packChunk(chunk, types, bounds);
      ended = true;
      return null;
    },
    finish: () => release(ended),
  };
}
