import type { Bounds } from '@chartroom/model';
import type { Cell, CompiledQuery, Frame } from '@chartroom/query';
import { normalizeFrame } from './normalize-frame.ts';
import { compile, type Source } from './prepare-question.ts';
import { readFrame } from './read-frame.ts';

export interface AskOptions {
  signal: AbortSignal;
  timeoutMs: number;
  /** How much post-processing may make. */
  bounds: Bounds;
  /** Row limit of a comparison with another time. */
  rowLimit: number;
  /** Column sums that a share of the whole refers to. */
  totals?: Record<string, number> | undefined;
}

/** Rows of a compiled query under its labels, with the statements that gave them. */
export async function runCompiled(
  compiled: CompiledQuery,
  source: Source,
  options: AskOptions,
): Promise<{ frame: Frame; statements: string[] }> {
  const statements: string[] = [];
  let ready = compiled;
  if (compiled.seriesQuery) {
    const ranking = await ask(compiled.seriesQuery, [], source, options);
    statements.push(compiled.seriesQuery);
    ready = compile(compiled.query, source, { topSeries: rowsOf(ranking) });
  }
  statements.push(ready.sql);
  const frame = await ask(
    ready.sql,
    ready.columns.map(({ label }) => label),
    source,
    options,
  );
  return { frame: normalizeFrame(frame, ready), statements };
}

/** Rows of one statement under the given names, when it is the database's turn. */
export function ask(sql: string, names: string[], { database, dataset }: Source, { signal, timeoutMs }: AskOptions): Promise<Frame> {
  // The author of a virtual dataset wrote names as they are found in its schema.
  const place = {
    ...(dataset.sql && dataset.schema && { schema: dataset.schema }),
    ...(dataset.catalog && { catalog: dataset.catalog }),
  };
  return database.inTurn(signal, async () =>
    readFrame(await database.session.run(sql, { signal, timeoutMs, readOnly: true, ...place }), names),
  );
}

function rowsOf(frame: Frame): Cell[][] {
  return Array.from({ length: frame.length }, (_, row) => frame.columns.map(({ values }) => values[row] ?? null));
}
