import { afterEach, expect, test, vi } from 'vitest';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../base/bootstrap.ts', () => ({
  bootstrap: { csrf_token: 'first', user: {}, conf: { WTF_CSRF_TIME_LIMIT: 100 } },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that stays open asks for another token in time, and keeps the old one while there is none', async () => {
  vi.useFakeTimers({ now: 0 });
  vi.resetModules();
  const { csrfToken, csrfTokenAtHand } = await import('./csrf.ts');
  const answer = vi.fn(async () => new Response('', { status: 503 }));
  vi.stubGlobal('fetch', answer);
  expect(await csrfToken()).toBe('first');
  expect(answer).not.toHaveBeenCalled();
  vi.setSystemTime(51_000);
  expect(csrfTokenAtHand()).toBe('first');
  expect(answer).not.toHaveBeenCalled();
  expect(await csrfToken()).toBe('first');
  answer.mockImplementation(async () => new Response('{"result":"second"}', { status: 200 }));
  expect(await csrfToken()).toBe('second');
  vi.setSystemTime(60_000);
  expect(await csrfToken()).toBe('second');
  expect(answer).toHaveBeenCalledTimes(2);
});
