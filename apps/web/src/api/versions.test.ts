import { expect, test, vi } from 'vitest';

vi.mock('./client.ts', () => ({ ApiError: Error, send: () => Promise.reject(new Error('not asked')) }));
const { tagOf } = await import('./versions.ts');

test('the tag of a version does not depend on where the browser is', () => {
  const before = process.env.TZ;
  process.env.TZ = 'America/New_York';
  try {
    const tag = `"${Date.UTC(2026, 1, 3, 4, 5, 6, 789)}"`;
    expect(tagOf('2026-02-03T04:05:06.789')).toBe(tag);
    expect(tagOf('2026-02-03T04:05:06.789Z')).toBe(tag);
    expect(tagOf('2026-02-03T04:05:06.789+00:00')).toBe(tag);
  } finally {
    process.env.TZ = before;
  }
});
