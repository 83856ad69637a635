import type { Result } from '@chartroom/engines';
import type { Bounds } from '@chartroom/model';
import type { Cell, CompiledQuery, Frame } from '@chartroom/query';
import type { Gathering } from '../heavy/gathering.ts';
import { inDatabase } from '../query-clock.ts';
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
  const { ready, statements } = await ranked(compiled, source, options);
  const frame = await ask(ready.sql, labelsOf(ready), source, options);
  return { frame: normalizeFrame(frame, ready), statements };
}

/** Gathers the rows of a compiled query as they are read; resolves with how many there are, and what they mean. */
export async function gatherCompiled(
  compiled: CompiledQuery,
  source: Source,
  options: AskOptions,
  gathering: Gathering,
): Promise<{ rows: number; ready: CompiledQuery; statements: string[] }> {
  const { ready, statements } = await ranked(compiled, source, options);
  const rows = await inTurn(ready.sql, source, options, (result) => gathering.read(result, labelsOf(ready)));
  return { rows, ready, statements };
}

function labelsOf({ columns }: CompiledQuery): string[] {
  return columns.map(({ label }) => label);
}

/** The query with its series, which are asked for first where the engine cannot do both in one. */
async function ranked(
  compiled: CompiledQuery,
  source: Source,
  options: AskOptions,
): Promise<{ ready: CompiledQuery; statements: string[] }> {
  if (!compiled.seriesQuery) return { ready: compiled, statements: [compiled.sql] };
  const ranking = await ask(compiled.seriesQuery, [], source, options);
  const ready = compile(compiled.query, source, { topSeries: rowsOf(ranking) });
  return { ready, statements: [compiled.seriesQuery, ready.sql] };
}

/** Rows of one statement under the given names, when it is the database's turn. */
export function ask(sql: string, names: string[], source: Source, options: AskOptions): Promise<Frame> {
  return inTurn(sql, source, options, (result) => readFrame(result, names));
}

function inTurn<Value>(
  sql: string,
  { database, dataset }: Source,
  { signal, timeoutMs }: AskOptions,
  read: (result: Result) => Promise<Value>,
): Promise<Value> {
  // The author of a virtual dataset wrote names as they are found in its schema.
  const place = {
    ...(dataset.sql && dataset.schema && { schema: dataset.schema }),
    ...(dataset.catalog && { catalog: dataset.catalog }),
  };
  return database.inTurn(signal, () =>
    inDatabase(async () =>
      read(await database.session.run(sql, { signal, timeoutMs, readOnly: true, ...place })),
    ),
  );
}

function rowsOf(frame: Frame): Cell[][] {
  return Array.from({ length: frame.length }, (_, row) =>
    frame.columns.map(({ values }) => values[row] ?? null),
  );
}
