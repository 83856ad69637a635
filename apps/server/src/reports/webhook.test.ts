import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../security/outbound.ts';
import { openReceiver, type Receiver } from '../testing/report-house.ts';
import { callWebhook } from './webhook.ts';

let hook: Receiver;
beforeAll(async () => {
  hook = await openReceiver();
});
afterAll(() => hook.close());

/** Calls the receiver under a name that leads to these addresses, one after the other. */
async function called(addresses: string[], allowed: string[]): Promise<unknown> {
  const left = [...addresses];
  const outbound = createOutbound(
    { BLOCK_PRIVATE_HOSTS: true, OUTBOUND_HOSTS: allowed },
    (_host, _options, answer) => {
      const found: LookupAddress[] = [{ address: left.shift() ?? '127.0.0.1', family: 4 }];
      answer(null, found);
    },
  );
  const url = hook.url.replace('127.0.0.1', 'hooks.partner.org');
  const call = { url, id: 'x', payload: {}, files: [], now: new Date() };
  const ways = { secret: 'x'.repeat(32), outbound, signal: AbortSignal.timeout(10_000) };
  return callWebhook(call, ways).then(
    () => 'sent',
    (error: unknown) => error,
  );
}

test('a name is looked at when it is connected to, whatever it led to before', async () => {
  expect(await called(['127.0.0.1'], ['127.0.0.1'])).toBe('sent');
  expect(hook.calls).toHaveLength(1);
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254'])
    expect(await called([address], [])).toMatchObject({
      kind: 'never',
      message: expect.stringContaining('hooks.partner.org'),
    });
  expect(hook.calls).toHaveLength(1);
});

test('who does not answer is tried later, who hangs up is not known to have it', async () => {
  const outbound = createOutbound({ BLOCK_PRIVATE_HOSTS: false, OUTBOUND_HOSTS: [] });
  const ways = { secret: 'x'.repeat(32), outbound, signal: AbortSignal.timeout(10_000) };
  const call = { url: 'http://127.0.0.1:1/', id: 'x', payload: {}, files: [], now: new Date() };
  await expect(callWebhook(call, ways)).rejects.toMatchObject({ kind: 'later' });
  const { createServer } = await import('node:http');
  const rude = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
  const address = rude.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(callWebhook({ ...call, url: `http://127.0.0.1:${port}/` }, ways)).rejects.toMatchObject({
    kind: 'unknown',
  });
  await new Promise((resolve) => rude.close(resolve));
});
