import type { RunOptions } from '../engine.ts';

/** How tests read: nobody stops it, and ten seconds are enough. */
export function reading(more: Partial<RunOptions> = {}): RunOptions {
  return { signal: new AbortController().signal, timeoutMs: 10_000, readOnly: true, ...more };
}
