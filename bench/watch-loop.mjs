// Loaded into a server that is measured: on SIGUSR2 it writes how long its event loop was blocked, and begins anew. Beside
// the time that passed stands the time that its own thread worked: on a machine that others use, too, the former is mostly theirs.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 1;
const watch = monitorEventLoopDelay({ resolution: RESOLUTION });
watch.enable();
let worked = 0;
let before = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage();
  worked = Math.max(worked, (user + system - before) / 1e3);
  before = user + system;
}, RESOLUTION).unref();
process.on('SIGUSR2', () => {
  const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  const facts = {
    longest: milliseconds(watch.max),
    worked,
    usual: milliseconds(watch.percentile(99.9)),
    rss: process.memoryUsage().rss,
  };
  writeFileSync(process.env.CHARTROOM_BENCH_LOOP, JSON.stringify(facts));
  watch.reset();
  worked = 0;
});
