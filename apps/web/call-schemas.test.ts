import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { plainCalls, plainSchemas } from './call-schemas.ts';

const plain = (code: string) => plainCalls(code, 'noun.js').replaceAll(/\s+/g, ' ');

test('a call says how it is made, and nothing of what is sent and answered', () => {
  expect(
    plain(`export const api = {
      show: endpoint({ method: 'GET', path: '/x/:pk', q: query, answer: z.object({ a: item }) }),
      send: { method: 'POST', path: '/x/', form, file: 'bundle', answer: { method: one, path: two, more: three } },
      ...resourceApi({ path: 'x', row, item, made: madeAnswerOf(row) }),
    }, oneApi = { row, list: { method: 'GET', path: '/' } };`),
  ).toBe(
    "export const api = /* @__PURE__ */ (() => ({ show: endpoint({ method: 'GET', path: '/x/:pk', }), send: { method: 'POST', path: '/x/', file: 'bundle', }, ...resourceApi({ path: 'x', }), }))(), oneApi = { list: { method: 'GET', path: '/' } };",
  );
});

test('a value that calls make may be dropped, a function stays as it is', () => {
  expect(plain('const row = z.object({}).partial(), few = [1], read = (text) => row.parse(text);')).toBe(
    'const row = /* @__PURE__ */ (() => (z.object({}).partial()))(), few = [1], read = (text) => row.parse(text);',
  );
});

test('the library of schemas, as it is installed, is left without what writes schemas down', () => {
  const file = fileURLToPath(new URL('v4/classic/schemas.js', import.meta.resolve('zod')));
  const code = plainSchemas(readFileSync(file, 'utf8'));
  expect(code).not.toMatch(/processJSONSchema =|JSONSchemaMethod\(/);
  expect(parseSync(file, code).errors).toEqual([]);
});

test('no page asks a call for its schemas, which are not there', () => {
  const sources = join(import.meta.dirname, 'src');
  const asking = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /\w+Api\.(?:\w+\.(?:q|query|body|form|answer|later|status)|row|item)\b/.test(
        readFileSync(join(sources, file), 'utf8').replaceAll(/\b(?:typeof|type)\b[^;{]*/g, ''),
      ),
    );
  expect(asking).toEqual([]);
});
