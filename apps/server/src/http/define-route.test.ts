import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { routesOf } from './define-route.ts';

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterAll(() => house.close());

test('what a handler sends itself goes out once, and what it gives has the status of its definition', async () => {
  const said: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => void said.push(line) } } });
  const defineRoute = routesOf(app, house.services);
  const common = { method: 'GET', access: 'public' } as const;
  defineRoute({
    ...common,
    path: '/sent',
    answer: 'page',
    handle: async ({ reply }) => reply.status(202).send('sent'),
  });
  defineRoute({
    ...common,
    path: '/given',
    answer: z.strictObject({ done: z.boolean() }),
    status: 201,
    handle: async () => ({ done: true }),
  });
  const sent = await app.inject('/sent');
  const given = await app.inject('/given');
  await app.close();
  expect([sent.statusCode, sent.body]).toEqual([202, 'sent']);
  expect([given.statusCode, given.json()]).toEqual([201, { done: true }]);
  expect(said).toEqual([]);
});
