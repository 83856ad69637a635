import { workerData } from 'node:worker_threads';

/**
 * A thread beside an engine that keeps its own thread busy for as long as a query runs: ends the process when the
 * parent, whose id it is given, is gone. The engine's thread would learn of it after the query only.
 */
const WATCH_MS = 1_000;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, WATCH_MS);
