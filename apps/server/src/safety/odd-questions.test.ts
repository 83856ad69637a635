import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDataset } from '../testing/things.ts';

let house: TestApp;
let dataset: number;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  dataset = await makeDataset(house, 'odd');
});
afterAll(() => house.close());

const ODD = [5, true, null, [], ['a'], {}, { a: 1 }, '__proto__', 'toString', 'hasOwnProperty', '', '\u0000'];

/** Questions that hold a value where SQL or a name is meant. */
function questionsWith(value: unknown): object[] {
  const series = { columns: ['a'], metrics: ['count'], series_columns: ['a'], series_limit: 1 };
  return [
    { metrics: [{ expressionType: 'SQL', sqlExpression: value, label: 'm' }] },
    { metrics: [{ expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: value } }] },
    { metrics: [{ expressionType: 'SIMPLE', aggregate: value, column: { column_name: 'a' }, label: 'm' }] },
    { metrics: [{ expressionType: value, sqlExpression: '1', label: 'm' }] },
    { metrics: [value] },
    { columns: [value] },
    { columns: [{ sqlExpression: value, label: 'c' }] },
    { columns: ['a'], extras: { where: value, having: value, time_grain_sqla: value } },
    { columns: ['a'], orderby: [[{ sqlExpression: value, label: 'x' }, true]] },
    { columns: ['a'], orderby: [[value, true]] },
    { columns: ['a'], filters: [{ col: value, op: '==', val: 1 }] },
    { columns: ['a'], filters: [{ col: { sqlExpression: value, label: 'z' }, op: '==', val: 1 }] },
    { ...series, series_limit_metric: value },
    { ...series, series_limit_metric: { expressionType: 'SQL', sqlExpression: value, label: 'k' } },
    { columns: [{ sqlExpression: 'a', label: 'a', columnType: 'BASE_AXIS', timeGrain: value }] },
  ];
}

describe('F22: what is no text, or a name that objects have', () => {
  test.each(ODD.map((value) => [value]))(
    'F22: %j stands for SQL or a name without an error of the server',
    async (value) => {
      for (const question of questionsWith(value)) {
        const body = { datasource: { id: dataset, type: 'table' }, queries: [question] };
        const answer = await house.as('admin', 'POST', '/api/v1/chart/data', { body });
        expect([question, answer.status < 500]).toEqual([question, true]);
      }
    },
  );

  test('F22: the older way of asking refuses SQL that is no text', async () => {
    const metrics = [{ expressionType: 'SQL', sqlExpression: { a: 1 }, label: 'm' }];
    const body = { datasource: `${dataset}__table`, viz_type: 'table', groupby: [], metrics };
    expect((await house.as('admin', 'POST', '/superset/explore_json/', { body })).status).toBe(400);
  });

  test.each(['max(1) FROM sqlite_schema --', '(SELECT 42) + max', 'max(', 'MEDIAN'])(
    'the aggregate %j is not put into the SQL',
    async (aggregate) => {
      for (const expressionType of ['SIMPLE', 'ODD', null]) {
        const metric = { expressionType, aggregate, column: { column_name: 'a' }, label: 'm' };
        const body = { datasource: { id: dataset, type: 'table' }, queries: [{ metrics: [metric] }] };
        const answer = await house.as('admin', 'POST', '/api/v1/chart/data', { body });
        expect([expressionType, answer.status, answer.text]).toEqual([
          expressionType,
          400,
          expect.not.stringContaining('42'),
        ]);
      }
    },
  );
});
