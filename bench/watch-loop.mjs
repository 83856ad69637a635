// Loaded into a server that is measured: on SIGUSR2 it writes how long its event loop was blocked, and begins anew.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 1;
const watch = monitorEventLoopDelay({ resolution: RESOLUTION });
watch.enable();
process.on('SIGUSR2', () => {
  const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  const facts = { longest: milliseconds(watch.max), usual: milliseconds(watch.percentile(99.9)), rss: process.memoryUsage().rss };
  writeFileSync(process.env.CHARTROOM_BENCH_LOOP, JSON.stringify(facts));
  watch.reset();
});
