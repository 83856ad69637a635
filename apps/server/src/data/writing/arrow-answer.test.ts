import { Decimal, type Frame, type FrameColumn } from '@chartroom/query';
import { type Table, tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeDataset, member } from '../../testing/things.ts';
import { ARROW, arrowBytes } from './arrow-answer.ts';

const live = () => new AbortController().signal;
const column = (kind: FrameColumn['kind'], values: FrameColumn['values'], nativeType = ''): FrameColumn => ({
  name: 'c',
  kind,
  generic: 0,
  nativeType,
  values,
});
async function read(frame: Frame): Promise<Table> {
  return tableFromIPC(await arrowBytes(frame, live()));
}
/** The type and the values of one column after a reader. */
async function through(given: FrameColumn): Promise<[string, unknown[]]> {
  const table = await read({ columns: [given], length: given.values.length });
  const vector = table.getChildAt(0);
  return [String(vector?.type), [...(vector ?? [])]];
}
/** What a decimal of 128 bits holds, as an integer. */
function unscaled(words: unknown): unknown {
  if (!(words instanceof Uint32Array)) return words;
  const all = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return BigInt.asIntN(128, all);
}

describe('an Arrow stream', () => {
  test('keeps every digit of integers and decimals', async () => {
    const most = 2n ** 63n - 1n;
    expect(await through(column('int', [1, null, most, -most - 1n]))).toEqual([
      'Int64',
      [1n, null, most, -most - 1n],
    ]);
    const [type, huge] = await through(column('int', [2n ** 64n, -1, null]));
    expect([type, huge.map(unscaled)]).toEqual(['Decimal[38e0]', [2n ** 64n, -1n, null]]);
    const money = ['12.5', '-0.01', '99999999999999999999.99'].map((digits) => new Decimal(digits));
    const [scaled, decimals] = await through(column('decimal', [...money, null]));
    expect([scaled, decimals.map(unscaled)]).toEqual([
      'Decimal[38e+2]',
      [1250n, -1n, 9999999999999999999999n, null],
    ]);
    expect(await through(column('decimal', [new Decimal('NaN'), new Decimal('1.5')]))).toEqual([
      'Utf8',
      ['NaN', '1.5'],
    ]);
    const long = '9'.repeat(60);
    expect(await through(column('decimal', [new Decimal(long)]))).toEqual(['Utf8', [long]]);
  });

  test('keeps moments, days, truth values, floating point and texts', async () => {
    const moments = column('timestamp', [0, 1.5, null, -1], 'TIMESTAMP WITH TIME ZONE');
    const table = await read({ columns: [moments], length: 4 });
    expect(String(table.schema.fields[0]?.type)).toBe('Timestamp<MICROSECOND, UTC>');
    const stored = table.getChildAt(0)?.data[0]?.values;
    expect([...(stored ?? [])].map(String)).toEqual(['0', '1500', '0', '-1000']);
    expect(table.getChildAt(0)?.get(2)).toBeNull();
    expect((await through(column('timestamp', [0])))[0]).toBe('Timestamp<MICROSECOND>');
    expect(await through(column('date', [86_400_000, null]))).toEqual(['Date32<DAY>', [86_400_000, null]]);
    expect(await through(column('date', [1, 0]))).toEqual(['Utf8', ['1', '0']]);
    expect(await through(column('bool', [true, null, false]))).toEqual(['Bool', [true, null, false]]);
    expect(await through(column('float', [0.1, null, Number.NaN, -Infinity]))).toEqual([
      'Float64',
      [0.1, null, Number.NaN, -Infinity],
    ]);
    const texts = ['', null, 'ä€😀', 'x'.repeat(100_000), '{"a":1}'];
    expect(await through(column('string', texts))).toEqual(['Utf8', texts]);
  });

  test('of many rows is made of batches, of none it is the schema alone', async () => {
    const values = Array.from({ length: 20_001 }, (_, row) => (row % 3 === 0 ? null : row));
    const table = await read({ columns: [column('int', values)], length: values.length });
    expect([table.numRows, table.batches.length]).toEqual([20_001, 3]);
    expect([...(table.getChildAt(0) ?? [])]).toEqual(
      values.map((value) => (value === null ? null : BigInt(value))),
    );
    const none = await read({ columns: [column('int', [])], length: 0 });
    expect([none.numRows, none.schema.fields.map(({ name }) => name)]).toEqual([0, ['c']]);
  });

  test('is not finished for somebody who left', async () => {
    const frame = { columns: [column('int', [1])], length: 1 };
    await expect(arrowBytes(frame, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});

describe('chart data as Arrow', () => {
  let house: TestApp;
  let dataset: number;
  beforeAll(async () => {
    house = await openTestApp('sqlite');
    dataset = await makeDataset(house, 'numbers');
  });
  afterAll(() => house.close());
  const QUERY = { columns: ['a', 'b'], metrics: ['count'] };
  const ask = async (more: object, accept = ARROW, who: 'admin' | 'gamma' = 'admin') => {
    const token = await house.services.tokens.issue('access', { userId: house.ids[who], stamp: 0 });
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
      payload: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [QUERY], ...more }),
    });
    const type = String(answer.headers['content-type']).split(';')[0];
    return { status: answer.statusCode, type, bytes: answer.rawPayload, vary: String(answer.headers.vary) };
  };

  test('holds the rows of one query, also from the cache', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { status, type, bytes, vary } = await ask({});
      expect([status, type, vary]).toEqual([200, ARROW, expect.stringContaining('accept')]);
      const rows = tableFromIPC(bytes).toArray();
      expect(rows.map((row) => ({ ...row.toJSON() }))).toEqual([{ a: 1n, b: 'x', count: 1n }]);
    }
    expect((await ask({}, `application/json;q=0.5, ${ARROW}`)).type).toBe(ARROW);
    expect((await ask({}, `${ARROW};q=0, application/json`)).type).toBe('application/json');
    expect((await ask({ result_format: 'csv' })).type).toBe('text/csv');
  });

  test('is refused for several queries and for what has no rows, in words', async () => {
    const several = await ask({ queries: [QUERY, QUERY] });
    expect([several.status, several.type]).toEqual([400, 'application/json']);
    expect(member(JSON.parse(several.bytes.toString()), 'message')).toMatch(/one query; there are 2/);
    expect((await ask({ queries: [] })).status).toBe(400);
    expect((await ask({ result_type: 'query' })).status).toBe(400);
    expect((await ask({ queries: [{ columns: ['nowhere'] }] })).type).toBe('application/json');
    expect((await ask({}, ARROW, 'gamma')).status).toBe(403);
  });
});
