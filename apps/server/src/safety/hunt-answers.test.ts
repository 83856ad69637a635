import { CsvEncoder } from '@chartroom/query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDocumentWriter } from '../bundles/document-writer.ts';
import { writeYaml } from '../bundles/write-yaml.ts';
import { csvPieces } from '../data/heavy/shaping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDataset, member, memberId } from '../testing/things.ts';

/** What `npm run sweep -- heavy` found in what is answered, each by its number; what is sent: `hunt.test.ts`. */
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterAll(() => house.close());

/** What an address answers, and how many turns of the event loop others had before it did. */
async function turnsDuring(address: string): Promise<{ body: unknown; turns: number }> {
  let [turns, ended] = [0, false];
  const others = (async () => {
    for (; !ended; turns += 1) await new Promise(setImmediate);
  })();
  const { body } = await house.as('admin', 'GET', address);
  ended = true;
  await others;
  return { body, turns };
}

/** A member of each row of an answer. */
function namesIn(body: unknown, name: string): unknown[] {
  const rows = member(body, 'result');
  return Array.isArray(rows) ? rows.map((row) => member(row, name)) : [];
}

test('H5: lines of large cells were written in one go', () => {
  const cell = 'é'.repeat(200_000);
  const column = {
    name: 'w',
    kind: 'string' as const,
    generic: 1 as const,
    nativeType: '',
    values: Array.from({ length: 100 }, () => cell),
  };
  const pieces = [...csvPieces({ columns: [column], length: 100 }, new CsvEncoder([column]))];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(4_000_000);
  expect(Buffer.concat(pieces).toString()).toBe(`w\n${`${cell}\n`.repeat(100)}`);
});

describe('H6: a large layout kept everybody waiting while it was exported', () => {
  test('it is written elsewhere, and as before', async () => {
    const leaving = new AbortController();
    const writer = await openDocumentWriter(leaving.signal);
    const documents = [
      { a: 1 },
      {
        position: Array.from({ length: 5_000 }, (_each, index) => ({
          id: `x${index}`,
          text: 'a: #b\n',
          none: null,
        })),
      },
    ];
    for (const document of documents) expect(await writer.write(document)).toBe(writeYaml(document));
    leaving.abort();
    await expect(writer.write(documents[1] ?? {})).rejects.toThrow(/abort/i);
    await writer.close();
  });

  test('nobody waits for what was being written when they left', async () => {
    const leaving = new AbortController();
    const writer = await openDocumentWriter(leaving.signal);
    const large = { position: Array.from({ length: 60_000 }, (_each, index) => ({ id: `x${index}` })) };
    const writing = writer.write(large);
    leaving.abort();
    await expect(writing).rejects.toThrow(/abort/i);
    await writer.close();
  });
});

test('H14: queries of a megabyte each are all told, and others have their turn meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_each, index) => `long${index}`);
  for (const client_id of names) {
    const body = { database_id: house.uploads, sql: `SELECT 1 -- ${'x'.repeat(900_000)}`, client_id };
    expect((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(200);
  }
  const { body, turns } = await turnsDuring('/api/v1/query/updated_since?q=(last_updated_ms:0)');
  expect(namesIn(body, 'id').slice(0, names.length)).toEqual(names.toReversed());
  expect(turns).toBeGreaterThan(names.length);
});

test('H16: lists of rows that hold a megabyte each are told whole, and others have their turn meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_each, index) => `megabyte ${index + 10}`);
  const make = async (path: string, body: object) =>
    memberId((await house.as('admin', 'POST', `/api/v1/${path}/`, { body })).body);
  const board = await make('dashboard', { dashboard_title: 'of long charts' });
  const chart = {
    viz_type: 'table',
    datasource_id: await makeDataset(house, 'of_long_charts'),
    datasource_type: 'table',
    dashboards: [board],
  };
  for (const name of names) {
    const long = `${name} ${'x'.repeat(900_000)}`;
    await make('css_template', { template_name: name, css: long });
    await make('chart', { ...chart, slice_name: name, params: JSON.stringify({ long }) });
  }
  const templates = await turnsDuring(
    '/api/v1/css_template/?q=(filters:!((col:template_name,opr:sw,value:megabyte)),order_column:template_name,order_direction:asc)',
  );
  expect(namesIn(templates.body, 'template_name')).toEqual(names);
  expect(templates.body).toMatchObject({ count: names.length, list_title: expect.anything() });
  expect(templates.turns).toBeGreaterThan(names.length);
  const charts = await turnsDuring(`/api/v1/dashboard/${board}/charts`);
  expect(namesIn(charts.body, 'slice_name')).toEqual(names);
  expect(charts.turns).toBeGreaterThan(names.length);
});
