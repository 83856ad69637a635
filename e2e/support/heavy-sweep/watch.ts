import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** What a watcher is to watch. */
export interface WatchOrder {
  url: string;
  /** The process whose child the server is. */
  supervisor: number;
  headers: Record<string, string>;
  /** A question for chart data that is kept, as JSON. */
  question: string;
}

/** One answer that a watcher got. */
export interface WatchedAnswer {
  kind: 'answer';
  what: string;
  /** When it came, as `Date.now()` tells. */
  at: number;
  milliseconds: number;
  /** Of those, the ones that the machine did not take for other processes. */
  own: number;
  /** For which the server's main thread has run meanwhile. */
  worked: number;
  /** 0 when there was none. */
  status: number;
  /** Whether it needed no question to a database. */
  isKept: boolean;
}

/** What a watcher tells. */
export type FromWatcher =
  | WatchedAnswer
  | { kind: 'memory'; bytes: number; server: number }
  /** Another process is the server now, or none is. */
  | { kind: 'server'; pid: number | undefined };

/** Starts a watcher. */
export function startWatcher(order: WatchOrder, told: (message: FromWatcher) => void): ChildProcess {
  const child = fork(join(import.meta.dirname, 'watcher.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.on('message', told);
  child.send(order);
  return child;
}
