import { workerData } from 'node:worker_threads';

/** A thread beside a worker that is busy for as long as it works: ends the process when the server, whose id it is given, is gone. */
const WATCH_MS = 1_000;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, WATCH_MS);
