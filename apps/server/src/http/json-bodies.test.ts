import { DEFAULT_BOUNDS } from '@chartroom/model';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readBodies } from './json-bodies.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const LETTERS = 'x'.repeat(1_000_000);

// Found by `npm run sweep -- heavy`: four bodies of 4 MB at once kept everybody waiting for a quarter of a second.
test.each([
  ['in JSON', JSON_TYPE, JSON.stringify({ who: 'long', text: LETTERS })],
  ['of a form', FORM, `who=long&text=${LETTERS}`],
])(
  'several long bodies %s take turns, and a short one that comes last is read first',
  async (_what, type, body) => {
    const app = Fastify({ bodyLimit: 2_000_000 });
    readBodies(app, DEFAULT_BOUNDS);
    const read: string[] = [];
    app.post<{ Body: { who: string } }>('/', async ({ body: { who } }) => {
      read.push(who);
      return {};
    });
    const send = (content: string, payload: string) =>
      app.inject({ method: 'POST', url: '/', headers: { 'content-type': content }, payload });
    await app.ready();
    await Promise.all([
      send(type, body),
      send(type, body),
      send(type, body),
      send(JSON_TYPE, '{"who":"short"}'),
    ]);
    expect(read).toEqual(['short', 'long', 'long', 'long']);
  },
);
