import { AsyncLocalStorage } from 'node:async_hooks';

/** How long databases took for the answer that is being made. */
interface QueryClock {
  milliseconds: number;
}

const clocks = new AsyncLocalStorage<QueryClock>();

/** Makes an answer, and tells how long that took in all and in databases; what others were asked for alike at the time is theirs. */
export async function clocked<Value>(
  make: () => Promise<Value>,
): Promise<{ value: Value; took: { server: number; query: number } }> {
  const clock: QueryClock = { milliseconds: 0 };
  const begun = performance.now();
  const value = await clocks.run(clock, make);
  const server = Math.round(performance.now() - begun);
  // Queries of one answer may run side by side.
  return { value, took: { server, query: Math.min(server, Math.round(clock.milliseconds)) } };
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
