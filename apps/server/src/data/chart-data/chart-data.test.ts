import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';
import { unzipped } from '../../testing/unzipped.ts';

let house: TestApp;
let dataset: number;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  dataset = await makeDataset(house, 'numbers');
});
afterAll(() => house.close());

const QUERY = { columns: ['a', 'b'], metrics: ['count'] };
const context = (more: object, query: object = QUERY) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [query],
  ...more,
});
const ask = (body: object) => house.as('admin', 'POST', '/api/v1/chart/data', { body });

async function fileOf(body: object): Promise<{ type: unknown; files: Record<string, string> }> {
  const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { headers: got, rawPayload } = await house.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers,
    payload: JSON.stringify(body),
  });
  return { type: got['content-type'], files: await unzipped(rawPayload) };
}

describe('chart data as a file', () => {
  test('is a workbook of one sheet', async () => {
    const { type, files } = await fileOf(context({ result_format: 'xlsx' }));
    expect(type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(files['xl/worksheets/sheet1.xml']).toContain(
      '<row><c><v>1</v></c><c t="inlineStr"><is><t xml:space="preserve">x</t></is></c><c><v>1</v></c></row>',
    );
    expect(Object.keys(files)).toContain('xl/styles.xml');
  });

  test('of several queries is an archive', async () => {
    const { type, files } = await fileOf({
      ...context({ result_format: 'csv' }),
      queries: [QUERY, { columns: ['b'], metrics: [] }],
    });
    expect(type).toBe('application/zip');
    expect(files).toEqual({ 'query_1.csv': 'a,b,COUNT(*)\n1,x,1\n', 'query_2.csv': 'b\nx\n' });
    const books = await fileOf({ ...context({ result_format: 'xlsx' }), queries: [QUERY, QUERY] });
    expect(Object.keys(books.files)).toEqual(['query_1.xlsx', 'query_2.xlsx']);
  });

  test('of no query is refused', async () => {
    expect(await ask({ ...context({ result_format: 'csv' }), queries: [] })).toMatchObject({ status: 400 });
    expect((await ask({ ...context({}), queries: [] })).body).toEqual({ result: [] });
  });

  test('shows a pivot table as the browser does', async () => {
    const form_data = {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['a'],
      groupbyColumns: ['b'],
      metrics: ['count'],
      aggregateFunction: 'Sum',
      colTotals: true,
    };
    const answer = await ask(context({ result_format: 'csv', result_type: 'post_processed', form_data }));
    expect(answer.text).toBe(',count x\n1,1\nTotal (Sum),1\n');
    const json = await ask(
      context({ result_type: 'post_processed', form_data: { ...form_data, colTotals: false } }),
    );
    expect(member(json.body, 'result', 0)).toMatchObject({
      colnames: ['', 'count x'],
      data: [{ '': '1', 'count x': 1 }],
    });
  });

  test('writes numbers as a table formats them', async () => {
    const form_data = { viz_type: 'table', column_config: { count: { d3NumberFormat: '.2f' } } };
    expect(
      (await ask(context({ result_format: 'csv', result_type: 'post_processed', form_data }))).text,
    ).toBe('a,b,COUNT(*)\n1,x,1.00\n');
  });
});

describe('annotations', () => {
  test('of a layer are told with the answer, also when the rows come from the cache', async () => {
    const layer = memberId(
      (await house.as('admin', 'POST', '/api/v1/annotation_layer/', { body: { name: 'notes' } })).body,
    );
    const body = { short_descr: 'began', start_dttm: '2024-01-01T00:00:00', end_dttm: '2024-01-02T00:00:00' };
    const asked = context(
      {},
      {
        ...QUERY,
        annotation_layers: [
          { name: 'Notes', annotationType: 'EVENT', sourceType: 'NATIVE', value: String(layer) },
        ],
      },
    );
    expect(member((await ask(asked)).body, 'result', 0, 'annotation_data', 'Notes', 'records')).toEqual([]);
    expect(
      (await house.as('admin', 'POST', `/api/v1/annotation_layer/${layer}/annotation/`, { body })).status,
    ).toBe(201);
    expect(member((await ask(asked)).body, 'result', 0)).toMatchObject({
      is_cached: true,
      annotation_data: {
        Notes: { records: [{ start_dttm: 1704067200000, end_dttm: 1704153600000, short_descr: 'began' }] },
      },
    });
  });

  test('of a chart are its rows; of one that is gone there are none', async () => {
    const chart = await makeChart(house, dataset, 'noted');
    const layers = (value: number) => ({
      ...QUERY,
      annotation_layers: [{ name: 'Line', annotationType: 'TIME_SERIES', sourceType: 'line', value }],
    });
    expect(member((await ask(context({}, layers(chart)))).body, 'result', 0, 'annotation_data')).toEqual({
      Line: { records: [{ a: 1, count: 1 }] },
    });
    const gone = await ask(context({}, layers(99999999)));
    expect(gone.status).toBe(400);
    expect(member(gone.body, 'message')).toBe(
      'Error: The annotation layer "Line" cannot be shown. There is no chart "99999999".',
    );
  });
});

describe('a forecast', () => {
  const day = { label: 'day', sqlExpression: 'day', expressionType: 'SQL' };
  const question = async (more: object) => {
    const id = memberId(
      (
        await house.as('admin', 'POST', '/api/v1/dataset/', {
          body: {
            database: house.uploads,
            table_name: `visits ${JSON.stringify(more)}`,
            sql: "select timestamp '2024-01-01' + to_days(range::int) as day, 10.0 + range as visits from range(60)",
          },
        })
      ).body,
    );
    const options = { time_grain: 'P1D', periods: 3, confidence_interval: 0.8, index: 'day', ...more };
    const body = {
      datasource: { id, type: 'table' },
      queries: [
        {
          columns: [day, { label: 'visits', sqlExpression: 'visits', expressionType: 'SQL' }],
          metrics: [],
          orderby: [],
          post_processing: [{ operation: 'prophet', options }],
        },
      ],
    };
    return house.as('admin', 'POST', '/api/v1/chart/data', { body });
  };

  test('continues the rows by the grain, with what is likely and its bounds', async () => {
    const result = member((await question({})).body, 'result', 0);
    expect(result).toMatchObject({
      rowcount: 63,
      sql_rowcount: 60,
      colnames: ['day', 'visits__yhat', 'visits__yhat_lower', 'visits__yhat_upper', 'visits'],
      coltypes: [2, 0, 0, 0, 0],
    });
    expect(member(result, 'data', 62)).toMatchObject({ day: Date.UTC(2024, 2, 3), visits: null });
    expect(Number(member(result, 'data', 62, 'visits__yhat'))).toBeCloseTo(72, 1);
    expect(member(result, 'data', 0)).toMatchObject({ visits: 10 });
  });

  test('that cannot be made says why', async () => {
    const wrong = await question({ time_grain: 'PT6H' });
    expect(wrong.status).toBe(400);
    expect(member(wrong.body, 'message')).toBe('Error: Unsupported time grain: PT6H');
    expect(member((await question({ periods: 60_000 })).body, 'message')).toMatch(
      /^Error: prophet: the work .* of continuing 1 series of 60 rows by 60000 periods is \d+; at most/,
    );
  });
});

describe('a question', () => {
  test('keeps its answer as long as its chart says', async () => {
    const chart = await makeChart(house, dataset, 'short');
    await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { cache_timeout: 17 } });
    const timeout = async (form_data: object) =>
      member((await ask(context({ form_data }))).body, 'result', 0, 'cache_timeout');
    expect(await timeout({ slice_id: chart })).toBe(17);
    expect(await timeout({})).toBe(86400);
  });

  test('is answered anew at once when its dataset or a rule on its rows changes', async () => {
    const fresh = await makeDataset(house, 'changing');
    const query = { columns: [], metrics: ['sum_a'] };
    const answered = async () =>
      member(
        (await ask({ datasource: { id: fresh, type: 'table' }, queries: [query] })).body,
        'result',
        0,
        'data',
      );
    const put = (metric: object) =>
      house.as('admin', 'PUT', `/api/v1/dataset/${fresh}`, { body: { metrics: [metric] } });
    expect((await put({ metric_name: 'sum_a', expression: 'sum(a)' })).status).toBe(200);
    expect(await answered()).toEqual([{ sum_a: 1 }]);
    const id = member(
      (await house.as('admin', 'GET', `/api/v1/dataset/${fresh}`)).body,
      'result',
      'metrics',
      0,
      'id',
    );
    expect((await put({ id, metric_name: 'sum_a', expression: 'sum(a) + 1' })).status).toBe(200);
    expect(await answered()).toEqual([{ sum_a: 2 }]);
    const rule = { name: 'none', filter_type: 'Base', tables: [fresh], roles: [], clause: 'a > 1' };
    expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body: rule })).status).toBe(201);
    expect(await answered()).toEqual([{ sum_a: null }]);
  });

  test('with a time range that nobody can read is a faulty request', async () => {
    const answer = await ask(context({}, { ...QUERY, time_range: 'rubbish : more rubbish' }));
    expect(answer.status).toBe(400);
    expect(String(member(answer.body, 'message'))).toMatch(/^Request is incorrect: time_range: /);
  });

  test('may come in a form', async () => {
    const payload = `--b\r\ncontent-disposition: form-data; name="form_data"\r\n\r\n${JSON.stringify(context({}))}\r\n--b--\r\n`;
    const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await house.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload });
    expect(answer.json()).toMatchObject({ result: [{ rowcount: 1 }] });
  });
});

test('only saved metrics are asked for of a dataset that has no others', async () => {
  const strict = await makeDataset(house, 'strict_numbers');
  const extra = JSON.stringify({ disallow_adhoc_metrics: true });
  await house.as('admin', 'PUT', `/api/v1/dataset/${strict}`, { body: { extra } });
  const asked = (query: object) => ask({ datasource: { id: strict, type: 'table' }, queries: [query] });
  const column = { column_name: 'a' };
  const sum = { expressionType: 'SIMPLE', column, aggregate: 'SUM', label: 'all of a' };
  const refusal = {
    status: 400,
    body: {
      message:
        "Error: Ad-hoc metrics are not enabled for this dataset; only its saved metrics are: ['all of a']",
    },
  };
  expect(await asked({ metrics: [sum] })).toMatchObject(refusal);
  expect(await asked({ columns: ['a'], orderby: [[sum, false]] })).toMatchObject(refusal);
  const extent = { ...sum, aggregate: 'MAX', label: 'most' };
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' };
  expect(await asked({ metrics: ['count', extent, count] })).toMatchObject({ status: 200 });
});
