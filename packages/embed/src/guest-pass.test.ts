import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepGuestPass, renewalIn } from './guest-pass.ts';

const NOW = 1_700_000_000_000;

/** A token that ends so many seconds from now. */
const ending = (seconds: unknown) =>
  `x.${Buffer.from(JSON.stringify({ exp: seconds, name: 'Zoë?>' })).toString('base64url')}.x`;
const inSeconds = (seconds: number) => ending(NOW / 1000 + seconds);

describe('when a token is renewed', () => {
  test('before it ends, and never without pause', () => {
    expect(renewalIn(inSeconds(300), NOW)).toBe(290_000);
    expect(renewalIn(inSeconds(12), NOW)).toBe(6_000);
    expect(renewalIn(inSeconds(-60), NOW)).toBe(2_000);
    expect(renewalIn(inSeconds(10 ** 9), NOW)).toBe(86_400_000);
  });

  test('after four minutes where it does not say when it ends', () => {
    for (const token of ['', 'a.b.c', ending('soon'), `x.${btoa('null')}.x`])
      expect(renewalIn(token, NOW)).toBe(240_000);
  });
});

describe('a pass', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW }));
  afterEach(() => vi.useRealTimers());

  test('gives each next token, tells of those that did not come, and ends', async () => {
    const tokens = [
      async () => inSeconds(20),
      () => Promise.reject(new Error('down')),
      async () => '',
      async () => inSeconds(60),
    ];
    const given: string[] = [];
    const failed: string[] = [];
    const pass = keepGuestPass({
      fetchToken: () => (tokens.shift() ?? (() => Promise.reject(new Error('too many'))))(),
      give: (token) => given.push(token),
      fail: (error) => failed.push(String(error)),
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(given).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failed).toEqual(['Error: down']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failed.at(-1)).toContain('has to give a token');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(given).toHaveLength(2);
    pass.end();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(failed).toHaveLength(2);
  });

  test('does not wait for a site that never answers', async () => {
    const failed: string[] = [];
    const pass = keepGuestPass({
      fetchToken: () => new Promise(() => undefined),
      give: () => undefined,
      fail: (error) => failed.push(String(error)),
    });
    await vi.advanceTimersByTimeAsync(30_000);
    pass.end();
    expect(failed).toEqual(['Error: fetchToken gave nothing within 30 s.']);
  });
});
