import { describe, expect, test } from 'vitest';
import { createTokens } from './tokens.ts';

function desk() {
  let at = Date.parse('2026-01-01T00:00:00Z');
  const tokens = createTokens({
    secret: 'a secret of the installation, long enough',
    accessSeconds: 60,
    refreshSeconds: 600,
    now: () => new Date(at),
  });
  const wait = (seconds: number) => {
    at += seconds * 1000;
  };
  return { tokens, wait };
}

describe('bearer tokens', () => {
  test('are read again as they were read first', async () => {
    const { tokens } = desk();
    const token = await tokens.issue('access', { userId: 7, stamp: 3 });
    for (let time = 0; time < 2; time++)
      expect(await tokens.read('access', token)).toMatchObject({ userId: 7, stamp: 3 });
  });

  test('end at their time, also when they are known', async () => {
    const { tokens, wait } = desk();
    const token = await tokens.issue('access', { userId: 7, stamp: 0 });
    wait(59);
    expect(await tokens.read('access', token)).toMatchObject({ userId: 7 });
    wait(2);
    await expect(tokens.read('access', token)).rejects.toMatchObject({ reason: 'expired' });
  });

  test('of one kind are none of the other, also when they are known', async () => {
    const { tokens } = desk();
    const token = await tokens.issue('refresh', { userId: 7, stamp: 0 });
    expect(await tokens.read('refresh', token)).toMatchObject({ userId: 7 });
    await expect(tokens.read('access', token)).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('that were changed are none, also when the unchanged one is known', async () => {
    const { tokens } = desk();
    const token = await tokens.issue('access', { userId: 7, stamp: 0 });
    await tokens.read('access', token);
    const [head = '', , seal = ''] = token.split('.');
    const forged = Buffer.from(
      JSON.stringify({ type: 'access', stamp: 0, sub: '1', exp: 4_000_000_000 }),
    ).toString('base64url');
    const refused = { reason: 'malformed', message: 'Signature verification failed' };
    await expect(tokens.read('access', `${head}.${forged}.${seal}`)).rejects.toMatchObject(refused);
    await expect(tokens.read('access', 'x')).rejects.toMatchObject({
      reason: 'malformed',
      message: 'Not enough segments',
    });
  });

  test('are forgotten when there are very many, and still read', async () => {
    const { tokens } = desk();
    const issued = await Promise.all(
      Array.from({ length: 1_100 }, (_, userId) => tokens.issue('access', { userId, stamp: 0 })),
    );
    for (const token of issued) await tokens.read('access', token);
    expect(await tokens.read('access', issued[0] ?? '')).toMatchObject({ userId: 0 });
  });
});
