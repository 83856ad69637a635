import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchLeaving } from './leaving.ts';

let app: FastifyInstance;
let address: string;
let signals: AbortSignal[];

beforeEach(async () => {
  signals = [];
  app = Fastify({ forceCloseConnections: true });
  watchLeaving(app);
  app.post('/slow', (request, reply) => {
    signals.push(request.leaving);
    const timer = setTimeout(() => reply.send({ done: true }), 5_000);
    request.leaving.addEventListener('abort', () => clearTimeout(timer));
  });
  app.post('/quick', async (request) => {
    signals.push(request.leaving);
    return { done: true };
  });
  app.post('/stream', (request, reply) => {
    signals.push(request.leaving);
    return reply.send(
      Readable.from(
        (async function* () {
          for (let line = 0; !request.leaving.aborted; line += 1) {
            yield `${line}\n`;
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        })(),
      ),
    );
  });
  address = await app.listen({ port: 0 });
});
afterEach(() => app.close());

const ask = (path: string, signal?: AbortSignal) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  });

/** Waits until the server's signal has fired, or a second. */
async function fired(): Promise<boolean> {
  const until = Date.now() + 1_000;
  while (!signals[0]?.aborted && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
  return signals[0]?.aborted ?? false;
}

test('fires when the client leaves while its answer is worked on, although its body has been read', async () => {
  const client = new AbortController();
  const asked = ask('/slow', client.signal);
  while (signals.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(signals[0]?.aborted).toBe(false);
  client.abort();
  await expect(asked).rejects.toThrow();
  expect(await fired()).toBe(true);
});

test('fires when the client leaves in the middle of a stream', async () => {
  const client = new AbortController();
  const answer = await ask('/stream', client.signal);
  const reader = answer.body?.getReader();
  await reader?.read();
  expect(signals[0]?.aborted).toBe(false);
  client.abort();
  expect(await fired()).toBe(true);
});

test('stays silent when the answer was sent', async () => {
  await (await ask('/quick')).json();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(signals.map((signal) => signal.aborted)).toEqual([false]);
});

test('does not fire for a call within the server that has its answer', async () => {
  const answer = await app.inject({ method: 'POST', url: '/quick', payload: { a: 1 } });
  expect(answer.json()).toEqual({ done: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(signals[0]?.aborted).toBe(false);
});
