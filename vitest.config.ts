import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/server/src/**/*.test.ts',
      'apps/web/*.test.ts',
      'apps/web/src/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Files share what their process has loaded, compiled and warmed up: loading the server for each anew took a third of the time.
    isolate: false,
    // Half of their time is spent waiting for engines and processes.
    maxWorkers: 4,
    // The processes that tests start find their code compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled') },
  },
});
