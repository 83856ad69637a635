import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReportHouse } from '../testing/report-house.ts';
import { memberId } from '../testing/things.ts';

let house: ReportHouse;
let dataset: number;

beforeAll(async () => {
  house = await ReportHouse.open('sqlite');
  const rows = [
    ['2024-01-01', 'a', 1],
    ['2024-02-01', 'a', 2],
    ['2024-02-01', 'a', 3],
    ['2024-02-01', 'b', 40],
    ['2024-03-01', 'b', 50],
  ].map(([day, kind, amount]) => `(date '${day}', '${kind}', ${amount})`);
  const sql = `select * from (values ${rows.join(', ')}) as t(day, kind, amount)`;
  dataset = await made('/api/v1/dataset/', { database: house.app.uploads, table_name: 'amounts', sql });
});
afterAll(() => house.close());

async function made(path: string, body: object): Promise<number> {
  const answer = await house.app.as('admin', 'POST', path, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return memberId(answer.body);
}

const metric = (label: string) => ({ expressionType: 'SQL', sqlExpression: label, label });
const chart = (viz_type: string, params: object) =>
  made('/api/v1/chart/', {
    slice_name: `${viz_type} ${JSON.stringify(params).length}`,
    viz_type,
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type, datasource: `${dataset}__table`, ...params }),
  });
const overTime = () =>
  chart('echarts_timeseries_line', {
    x_axis: 'day',
    time_grain_sqla: 'P1M',
    groupby: ['kind'],
    metrics: [metric('sum(amount)'), metric('count(*)')],
    adhoc_filters: [
      {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: 'day',
        operator: 'TEMPORAL_RANGE',
        comparator: 'Last week',
      },
    ],
  });

interface Asked {
  database: number;
  sql: string;
  metric: string;
  notes: string[];
}

const asked = async (body: object): Promise<Asked> => {
  const answer = await house.app.as('admin', 'POST', '/api/v1/report/alert_question/', { body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return (answer.body as { result: Asked }).result;
};

/** The value that an alert on the question tells. */
async function told({ database, sql }: Asked): Promise<unknown> {
  const alert = {
    type: 'Alert',
    database,
    sql,
    validator_type: 'operator',
    validator_config_json: { op: '<', threshold: -1 },
  };
  const id = await house.make({ ...alert, chart: await overTime(), recipients: [] });
  await house.run(id);
  return (await house.log(id)).at(-1)?.value;
}

test('an alert on a line asks the latest number of its series, whatever range the chart shows', async () => {
  const id = await overTime();
  const first = await asked({ chart: id });
  expect(first).toMatchObject({ database: house.app.uploads, metric: 'sum(amount)', notes: [] });
  expect(await told(first)).toBe(50);
  const filters = [{ col: 'kind', op: '==', val: 'a' }];
  expect(await told(await asked({ chart: id, filters }))).toBe(5);
  expect(await told(await asked({ chart: id, filters, metric: 'count(*)' }))).toBe(2);
});

test('an alert on a number asks it, and says where its range stands still', async () => {
  const id = await chart('big_number_total', { metric: metric('max(amount)') });
  expect(await told(await asked({ chart: id }))).toBe(50);
  const ranged = await chart('pie', {
    metric: metric('sum(amount)'),
    groupby: ['kind'],
    adhoc_filters: [
      {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: 'day',
        operator: 'TEMPORAL_RANGE',
        comparator: '2024-01-01 : 2024-02-15',
      },
    ],
  });
  const question = await asked({ chart: ranged, filters: [{ col: 'kind', op: '==', val: 'b' }] });
  expect(await told(question)).toBe(40);
  expect(question.notes).toEqual([expect.stringContaining('2024-01-01 : 2024-02-15')]);
});

test('of a chart without a number its rows are counted; one that is not there or not open has no question', async () => {
  const raw = await chart('table', { query_mode: 'raw', all_columns: ['kind'] });
  expect(await told(await asked({ chart: raw }))).toBe(5);
  await expect(asked({ chart: await overTime(), metric: 'sum(nothing)' })).rejects.toThrow(
    'asks for no number',
  );
  await expect(asked({ chart: 999_999 })).rejects.toThrow('404 ');
  const body = { chart: await overTime() };
  expect(
    (await house.app.as('gamma', 'POST', '/api/v1/report/alert_question/', { body })).status,
  ).toBeGreaterThanOrEqual(403);
});
