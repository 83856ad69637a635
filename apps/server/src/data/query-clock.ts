import { AsyncLocalStorage } from 'node:async_hooks';

/** How long databases took for the answer that is being made. */
interface QueryClock {
  milliseconds: number;
  /** Answers that came from cubes, and rows that were asked for directly. */
  cubes: number;
  direct: number;
}

const clocks = new AsyncLocalStorage<QueryClock>();

/** What an answer took, in milliseconds; `cube` is there when all of its rows came from cubes. */
export interface Took {
  server: number;
  query: number;
  cube?: true;
}

/** Makes an answer, and tells how long that took in all and in databases; what others were asked for alike at the time is theirs. */
export async function clocked<Value>(make: () => Promise<Value>): Promise<{ value: Value; took: Took }> {
  const clock: QueryClock = { milliseconds: 0, cubes: 0, direct: 0 };
  const begun = performance.now();
  const value = await clocks.run(clock, make);
  const server = Math.round(performance.now() - begun);
  // Queries of one answer may run side by side.
  const query = Math.min(server, Math.round(clock.milliseconds));
  const cube = clock.cubes > 0 && clock.direct === 0;
  return { value, took: { server, query, ...(cube && { cube }) } };
}

/** Notes where rows of the answer that is being made came from. */
export function tellOrigin(origin: 'cubes' | 'direct'): void {
  const clock = clocks.getStore();
  if (clock) clock[origin] += 1;
}

/** Runs something in a database, counted for the answer that it is for. */
export async function inDatabase<Value>(run: () => Promise<Value>): Promise<Value> {
  const begun = performance.now();
  try {
    return await run();
  } finally {
    const clock = clocks.getStore();
    if (clock) clock.milliseconds += performance.now() - begun;
  }
}
