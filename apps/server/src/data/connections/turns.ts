/** Milliseconds after which what stands behind others goes on although they have not ended. */
const PATIENCE_MS = 2_000;

/** Jobs on one database. A job whose signal fires while it waits is never begun. */
export interface Turns {
  /** Runs a job when it is its turn. */
  inTurn<Value>(signal: AbortSignal, job: () => Promise<Value>): Promise<Value>;
  /** Runs a job when no other runs or waits, and in its turn when that does not come. */
  behindOthers<Value>(signal: AbortSignal, job: () => Promise<Value>): Promise<Value>;
}

/** Lets `most` jobs run at a time, in the order in which they came. */
export function turns(most: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  const behind: (() => void)[] = [];
  const next = (): void => {
    running -= 1;
    const other = waiting.shift() ?? (running === 0 ? behind.shift() : undefined);
    other?.();
  };
  const inTurn: Turns['inTurn'] = async (signal, job) => {
    signal.throwIfAborted();
    if (running >= most) await turn(waiting, signal);
    running += 1;
    try {
      return await job();
    } finally {
      next();
    }
  };
  const behindOthers: Turns['behindOthers'] = async (signal, job) => {
    signal.throwIfAborted();
    if (running > 0) await turn(behind, signal, PATIENCE_MS);
    return inTurn(signal, job);
  };
  return { inTurn, behindOthers };
}

/** Waits in a line until one is called, or so many milliseconds have passed. */
function turn(line: (() => void)[], signal: AbortSignal, patience?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      const place = line.indexOf(come);
      if (place >= 0) line.splice(place, 1);
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      leave();
      reject(signal.reason);
    };
    const come = (): void => {
      leave();
      resolve();
    };
    const timer = patience === undefined ? undefined : setTimeout(come, patience);
    line.push(come);
    signal.addEventListener('abort', stop, { once: true });
  });
}
