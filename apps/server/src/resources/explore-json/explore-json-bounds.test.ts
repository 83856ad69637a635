import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendForm } from '../../testing/form-calls.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

/** Cells that a drawing may have in this installation: a few of the rows fill them. */
const MOST = 20_000;

let house: TestApp;
let dataset: number;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_MAX_STEP_CELLS: String(MOST) } });
  const sql = `select range as n, 'a' || range as a, 'b' || range as b, timestamp '2024-01-01' + interval (range) minute as at, 1 as v,
    '${'['.repeat(3_000)}${']'.repeat(3_000)}' as deep, timestamp '2024-01-01 00:00:00.5' as half from range(1000)`;
  const body = { database: house.uploads, table_name: 'shapes', sql };
  dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
});
afterAll(() => house.close());

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };
const SERIES = {
  granularity_sqla: 'at',
  time_grain_sqla: 'PT1M',
  metrics: [COUNT],
  metric: COUNT,
  groupby: ['a'],
  row_limit: 1_000,
};
const ask = (form: object) =>
  house.as('admin', 'POST', '/superset/explore_json/', {
    body: {
      form_data: JSON.stringify({
        datasource: `${dataset}__table`,
        time_range: 'No filter',
        row_limit: 1_000,
        ...form,
      }),
    },
  });

describe('F4: shapes that the server makes are bounded', () => {
  test.each<[string, object, RegExp]>([
    [
      'series × moments',
      { viz_type: 'compare', ...SERIES },
      /the number of values of all series is 21000; at most 20000/,
    ],
    [
      'pairs of nodes',
      { viz_type: 'chord', groupby: ['a'], columns: ['b'], metric: COUNT },
      /chord: the number of pairs of nodes is 4000000; at most 20000/,
    ],
    [
      'groups × moments',
      { viz_type: 'paired_ttest', ...SERIES },
      /paired_ttest: the number of values is 1000000; at most 20000/,
    ],
    [
      'moments filled in',
      { viz_type: 'compare', ...SERIES, groupby: [], resample_rule: '1S', resample_method: 'ffill' },
      /resample: the number of cells that it would make is 59941; at most 20000/,
    ],
    [
      'a window',
      { viz_type: 'compare', ...SERIES, groupby: [], rolling_type: 'mean', rolling_periods: 1e9 },
      /rolling: the option "window" is 1000000000; at most 100000/,
    ],
    [
      'other times',
      { viz_type: 'compare', ...SERIES, time_compare: Array.from({ length: 200 }, (_, n) => `${n} days`) },
      /queries: the number of entries is 201; at most 100/,
    ],
    [
      'levels',
      {
        viz_type: 'partition',
        ...SERIES,
        groupby: Array.from({ length: 150 }, (_, n) => `c${n}`),
        time_series_option: 'adv_anal',
      },
      /queries: the number of entries is 151; at most 100/,
    ],
    [
      'H19: levels beyond counting',
      {
        viz_type: 'partition',
        ...SERIES,
        groupby: Array.from({ length: 40_000 }, (_, n) => `c${n}`),
        time_series_option: 'adv_anal',
      },
      /queries: the number of entries is 40001; at most 100/,
    ],
    [
      'H19: one level with a long name',
      { viz_type: 'partition', ...SERIES, groupby: '('.repeat(1_000_000), time_series_option: 'adv_anal' },
      /the length of the label of a column is 1000000; at most 10000/,
    ],
    [
      'layers',
      { viz_type: 'deck_multi', deck_slices: Array.from({ length: 101 }, (_, n) => n + 1) },
      /deck_slices: the number of entries is 101; at most 100/,
    ],
    [
      'columns of a layer',
      {
        viz_type: 'deck_scatter',
        spatial: { type: 'latlong', lonCol: 'n', latCol: 'n' },
        js_columns: Array.from({ length: 101 }, (_, n) => `c${n}`),
      },
      /at most 100 columns/,
    ],
    [
      'a deep shape',
      { viz_type: 'deck_path', line_column: 'deep', line_type: 'json' },
      /nests lists and objects more than 1000 levels deep/,
    ],
    ['no geohash', { viz_type: 'deck_path', line_column: 'deep', line_type: 'geohash' }, /is not a geohash/],
  ])(
    '%s',
    async (_name, form, message) => {
      const begun = performance.now();
      const answer = await ask(form);
      expect([answer.status, member(answer.body, 'message') ?? member(answer.body, 'error')]).toEqual([
        400,
        expect.stringMatching(message),
      ]);
      // Soon, also where other tests run beside it.
      expect(performance.now() - begun).toBeLessThan(20_000);
    },
    30_000,
  );

  test('a rose of moments between milliseconds is drawn', async () => {
    expect((await ask({ viz_type: 'rose', ...SERIES, groupby: [], time_grain_sqla: null })).status).toBe(200);
    expect((await ask({ viz_type: 'time_table', ...SERIES, groupby: [] })).status).toBe(200);
  });

  test('a pivot table as a file, and numbers of a thousand million digits', async () => {
    const query = { columns: ['a', 'b'], metrics: [COUNT], row_limit: 1_000 };
    const file = (form_data: object) =>
      house.as('admin', 'POST', '/api/v1/chart/data', {
        body: {
          datasource: { id: dataset, type: 'table' },
          queries: [query],
          result_type: 'post_processed',
          result_format: 'csv',
          form_data,
        },
      });
    const pivot = await file({
      viz_type: 'pivot_table_v2',
      groupbyRows: ['a'],
      groupbyColumns: ['b'],
      metrics: [COUNT],
    });
    expect([pivot.status, pivot.text]).toEqual([
      400,
      expect.stringContaining('pivot table: the number of cells is 1000000; at most 20000 is allowed'),
    ]);
    const many = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, n) => [`c${n}`, { d3NumberFormat: ',d' }]),
    );
    const table = await file({
      viz_type: 'table',
      column_config: { ...many, n: { d3NumberFormat: '01000000000d' } },
    });
    expect([table.status, table.text.split('\n').length]).toEqual([200, 1_002]);
  });
});

test.each(['/superset/explore_json/', '/api/v1/chart/data'])(
  'a field of a form that is too long for %s is named, not cut',
  async (url) => {
    const form_data = JSON.stringify({ datasource: `${dataset}__table`, note: 'x'.repeat(1_100_000) });
    const answer = await sendForm(house, url, { form_data });
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('The field \\"form_data\\" is longer than a field of a form may be.');
  },
);
