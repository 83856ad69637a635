import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../scripts/longest-first.ts';

/** Three journeys run at a time, each with a server and a browser of its own: much of their time is spent waiting. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['e2e/support/prepared-home.ts'],
    setupFiles: ['e2e/support/failures.ts'],
    include: ['e2e/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    // What one file has loaded, the next one of its worker need not load again.
    isolate: false,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
  },
});
