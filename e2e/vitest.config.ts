import { defineConfig } from 'vitest/config';

/** Two journeys run at a time: each has a server and a browser of its own. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['e2e/support/prepared-home.ts'],
    setupFiles: ['e2e/support/failures.ts'],
    include: ['e2e/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
  },
});
