import { ChartroomError } from '@chartroom/model';

/** The error of a query that ran longer than allowed; `timeoutMs` in milliseconds. */
export function timeoutError(timeoutMs: number): ChartroomError {
  const seconds = Math.round(timeoutMs / 100) / 10;
  return new ChartroomError(`The query exceeded the time limit of ${seconds} seconds and was stopped.`, {
    status: 408,
    error_type: 'BACKEND_TIMEOUT_ERROR',
    extra: { timeout: seconds },
  });
}

/**
 * Calls `stop` once, with the reason, when the signal aborts or the time is over. Returns the function
 * that calls it off. A signal that has fired already stops at once, after the caller's own step.
 */
export function stopAfter(
  limits: { signal: AbortSignal; timeoutMs?: number },
  stop: (reason: unknown) => void,
): () => void {
  const { signal, timeoutMs } = limits;
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  const onAbort = (): void => {
    release();
    stop(signal.reason);
  };
  if (signal.aborted) queueMicrotask(onAbort);
  signal.addEventListener('abort', onAbort, { once: true });
  if (timeoutMs !== undefined && Number.isFinite(timeoutMs)) {
    timer = setTimeout(() => {
      release();
      stop(timeoutError(timeoutMs));
    }, timeoutMs);
  }
  return release;
}

/** Waits for something that may take its turn, e.g. a connection; when the signal fires first, `giveBack` gets what comes too late. */
export async function unlessAborted<Value>(
  waiting: Promise<Value>,
  signal: AbortSignal,
  giveBack: (value: Value) => void,
): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([waiting, aborted.promise]);
  } catch (error) {
    if (signal.aborted) waiting.then(giveBack, () => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
