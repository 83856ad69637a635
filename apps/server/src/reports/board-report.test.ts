import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DrawingWork } from '../drawings/drawing-work.ts';
import { decodedMail } from '../testing/decoded-mail.ts';
import { mailTo, openReceiver, type Receiver, ReportHouse } from '../testing/report-house.ts';
import { memberId } from '../testing/things.ts';
import { unzipped } from '../testing/unzipped.ts';

let house: ReportHouse;
let hook: Receiver;
let board: number;
const charts: number[] = [];
/** What was drawn. */
const drawn: DrawingWork[] = [];

beforeAll(async () => {
  house = await ReportHouse.open('sqlite');
  hook = await openReceiver();
  const { drawings } = house.services;
  const draw = drawings.draw.bind(drawings);
  drawings.draw = (answers, work, how) => {
    drawn.push(work);
    return draw(answers, work, how);
  };
  const sql = "select * from (values ('north', 1), ('north', 2), ('south', 40)) as t(region, amount)";
  const dataset = await made('/api/v1/dataset/', { database: house.app.uploads, table_name: 'sold', sql });
  const broken = await made('/api/v1/dataset/', { database: house.app.uploads, table_name: 'gone', sql });
  for (const [slice_name, datasource_id] of [
    ['Regions', dataset],
    ['Gone', broken],
    ['Behind', dataset],
  ])
    charts.push(
      await made('/api/v1/chart/', {
        slice_name,
        viz_type: 'table',
        datasource_id,
        datasource_type: 'table',
        params: JSON.stringify({ query_mode: 'raw', all_columns: ['region', 'amount'] }),
      }),
    );
  const change = { sql: 'select region, amount from nowhere_at_all', changed_on: house.clock.toISOString() };
  await house.services.db.updateTable('datasets').set(change).where('id', '=', broken).execute();
  board = await made('/api/v1/dashboard/', {
    dashboard_title: 'Sold',
    published: true,
    position_json: JSON.stringify(layout()),
    json_metadata: JSON.stringify({ native_filter_configuration: [filter(dataset)] }),
  });
});
afterEach(() => {
  house.box.letters.length = 0;
  hook.calls.length = 0;
  drawn.length = 0;
  house.pass(86_400_000);
});
afterAll(async () => {
  await house.close();
  await hook.close();
});

async function made(path: string, body: object): Promise<number> {
  const answer = await house.app.as('admin', 'POST', path, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return memberId(answer.body);
}

/** Two tabs, two charts on the first. */
function layout() {
  const parts: Record<string, unknown> = {};
  const add = (id: string, type: string, children: string[], meta: object = {}) => {
    parts[id] = { id, type, children, meta };
  };
  add('ROOT_ID', 'ROOT', ['TABS-1']);
  add('GRID_ID', 'GRID', []);
  add('TABS-1', 'TABS', ['TAB-1', 'TAB-2']);
  add('TAB-1', 'TAB', ['ROW-1'], { text: 'First' });
  add('TAB-2', 'TAB', ['ROW-2'], { text: 'Second' });
  add('ROW-1', 'ROW', ['CHART-0', 'CHART-1']);
  add('ROW-2', 'ROW', ['CHART-2']);
  for (const [at, chartId] of charts.entries())
    add(`CHART-${at}`, 'CHART', [], { chartId, width: 6, height: 30 });
  return parts;
}

function filter(datasetId: number) {
  return {
    id: 'NATIVE_FILTER-1',
    name: 'Region',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId, column: { name: 'region' } }],
    defaultDataMask: { filterState: {}, extraFormData: {} },
    controlValues: {},
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  };
}

const north = { filters: [{ col: 'region', op: 'IN', val: ['north'] }] };
const extra = {
  dashboard: {
    anchor: 'TAB-1',
    activeTabs: ['TAB-1'],
    dataMask: { 'NATIVE_FILTER-1': { extraFormData: north, filterState: { value: ['north'] } } },
    urlParams: [],
  },
};
const letter = () => decodedMail(house.box.letters[0]?.raw ?? '');
const files = () => JSON.parse(hook.calls[0]?.body.toString().match(/\{"id".*\}/)?.[0] ?? '{}');

test('a picture shows the chosen tab under the chosen filters, with its title, them and its time; what fails is said', async () => {
  const report = {
    dashboard: board,
    extra,
    recipients: mailTo('ada@partner.org'),
    timezone: 'Europe/Berlin',
  };
  const id = await house.make({ ...report, custom_width: 1_400 });
  const [, [state, message] = []] = await house.run(id);
  expect([state, message]).toEqual(['Success', expect.stringMatching(/^"Gone": The rows of this chart/)]);
  const [{ sheet } = {}] = drawn;
  if (sheet?.kind !== 'board') throw new Error('a dashboard was drawn');
  expect(sheet.width).toBe(1_400);
  expect(Object.keys(sheet.charts).map(Number)).toEqual(charts.slice(0, 2));
  expect(sheet.charts[charts[0] ?? 0]?.asked.form.extra_form_data).toMatchObject(north);
  expect(sheet.head?.title).toBe('Sold');
  expect(sheet.head?.lines).toEqual([
    expect.stringMatching(/Region.*north/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d Europe\/Berlin$/),
  ]);
  expect(house.box.letters[0]?.raw).toMatch(/^Content-Id: <picture@report>/im);
  expect(letter()).toContain('The rows of this chart could not be read');
  expect(letter()).not.toContain('nowhere_at_all');
  await house.run(await house.make({ ...report, report_format: 'PDF' }));
  expect(drawn[1]?.formats).toEqual(['pdf', 'svg']);
  expect(house.box.letters.at(-1)?.raw).toContain('filename=Sold.pdf');
});

test('rows come of the chosen tab under the chosen filters', async () => {
  const report = { dashboard: board, extra, recipients: mailTo('ada@partner.org') };
  await house.run(await house.make({ ...report, report_format: 'TEXT' }));
  expect(letter()).toContain('north | 2');
  expect(letter()).not.toMatch(/south|Behind/);
  expect(letter()).toMatch(/Region.*north/);
  house.box.letters.length = 0;
  await house.run(await house.make({ ...report, extra: {}, report_format: 'TEXT' }));
  expect(letter()).toContain('south | 40');
  expect(letter()).toContain('Behind');
});

test('a dashboard goes as a file for each chart, or as a workbook with a sheet for each', async () => {
  const recipients = [{ type: 'Webhook', recipient_config_json: { target: hook.url } }];
  const report = { dashboard: board, extra, recipients };
  await house.run(await house.make({ ...report, report_format: 'CSV' }));
  expect(files().files).toEqual([{ name: 'Regions.csv', type: expect.stringContaining('text/csv') }]);
  expect(files().charts[1].problem).toMatch(/could not be read/);
  expect(hook.calls[0]?.body.toString()).toContain('north,1');
  expect(hook.calls[0]?.body.toString()).not.toContain('south');
  hook.calls.length = 0;
  expect((await house.run(await house.make({ ...report, report_format: 'XLSX' }))).at(-1)?.[0]).toBe(
    'Success',
  );
  const body = hook.calls[0]?.body ?? Buffer.alloc(0);
  const begin = body.indexOf('PK');
  const sheets = await unzipped(body.subarray(begin, body.lastIndexOf('\r\n--')));
  expect(sheets['xl/workbook.xml']).toMatch(/name="Regions".*name="Gone"/);
  expect(sheets['xl/worksheets/sheet2.xml']).toContain('The rows of this chart are missing');
  expect(sheets['xl/worksheets/sheet2.xml']).not.toContain('nowhere_at_all');
});

const to = (target: string, region?: string) => ({
  type: 'Email',
  recipient_config_json: {
    target,
    ...(region !== undefined && {
      dataMask: {
        'NATIVE_FILTER-1': {
          extraFormData: { filters: [{ col: 'region', op: 'IN', val: [region] }] },
          filterState: { value: [region] },
        },
      },
    }),
  },
});
const mailOf = (address: string) =>
  decodedMail(house.box.letters.find((each) => each.to.includes(address))?.raw ?? '');

test('each entry of recipients has filters of its own beside those of the report, and each account its rights', async () => {
  const recipients = [
    to('all@partner.org'),
    to('north@partner.org, alpha@example.org', 'north'),
    to('south@partner.org', 'south'),
  ];
  const id = await house.make({ dashboard: board, recipients, report_format: 'TEXT' });
  await house.run(id);
  expect(mailOf('all@partner.org')).toMatch(/north[\s\S]*south \| 40/);
  expect(mailOf('north@partner.org')).toContain('north | 2');
  expect(mailOf('north@partner.org')).not.toContain('south');
  expect(mailOf('alpha@example.org')).not.toContain('south');
  expect(mailOf('south@partner.org')).toContain('south | 40');
  expect(mailOf('south@partner.org')).not.toContain('north');
  const [{ id: log = 0 } = {}] = (await house.log(id)).toReversed();
  const sent = await house.app.as('admin', 'GET', `/api/v1/report/${id}/log/${log}/sent`);
  const views = (
    sent.body as { result: { recipients: string[]; rendered_as: string; content: { html: string } }[] }
  ).result;
  expect(views.map(({ recipients: names, rendered_as }) => [names, rendered_as])).toEqual([
    [['all@partner.org'], 'admin'],
    [['north@partner.org'], 'admin'],
    [['alpha@example.org'], 'alpha'],
    [['south@partner.org'], 'admin'],
  ]);
  expect(views[3]?.content.html).toContain('<td');
  expect(views[3]?.content.html).not.toMatch(/report\/link\/\w/);
});

test('the log shows what was sent to those who may see it: its picture, to owners what anybody gets, to others their own', async () => {
  const recipients = [to('ada@partner.org'), to('alpha@example.org')];
  const id = await house.make({ dashboard: board, recipients, owners: [await idOf('admin')] });
  await house.run(id);
  const [{ id: log = 0 } = {}] = (await house.log(id)).toReversed();
  const path = `/api/v1/report/${id}/log/${log}`;
  const openTo = async (who: 'admin' | 'alpha') => {
    const { body } = await house.app.as(who, 'GET', `${path}/sent`);
    return (body as { result: { content: { picture: string } | null }[] }).result.map(({ content }) =>
      content?.picture.slice(0, 26),
    );
  };
  expect(await openTo('admin')).toEqual(['data:image/svg+xml;base64,', 'data:image/svg+xml;base64,']);
  const picture = await house.app.as('admin', 'GET', `${path}/picture`);
  expect(picture.headers['content-type']).toContain('image/svg+xml');
  expect(picture.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(picture.text).toMatch(/^<svg/);
  // Alpha sees all reports, owns none of them, and has got one view.
  expect(await openTo('alpha')).toEqual([undefined, 'data:image/svg+xml;base64,']);
  expect((await house.app.as('gamma', 'GET', `${path}/sent`)).status).toBeGreaterThanOrEqual(403);
  expect((await house.app.as('admin', 'GET', `/api/v1/report/${id}/log/${log + 1_000}/sent`)).status).toBe(
    404,
  );
  await house.services.db.deleteFrom('report_logs').where('report_id', '=', id).execute();
  house.pass(3 * 86_400_000);
  const { pruneReports } = await import('./prune.ts');
  await pruneReports(house.services);
  const left = await house.services.db
    .selectFrom('report_messages')
    .select('id')
    .where('report_id', '=', id)
    .execute();
  expect(left).toEqual([]);
});

test('what runs sent is kept of the last fifty of them', async () => {
  const id = await house.make({
    dashboard: board,
    recipients: [to('ada@partner.org')],
    report_format: 'TEXT',
  });
  const row = {
    report_id: id,
    viewer_id: null,
    is_executor: 1 as const,
    recipients: '[]',
    subject: '',
    html: '',
  };
  const old = Array.from({ length: 60 }, (_, at) => ({
    ...row,
    uuid: `old ${at}`,
    picture: null,
    picture_type: null,
    created_on: '',
  }));
  await house.services.db.insertInto('report_messages').values(old).execute();
  await house.run(id);
  const kept = await house.services.db
    .selectFrom('report_messages')
    .select('uuid')
    .where('report_id', '=', id)
    .orderBy('id')
    .execute();
  expect(kept).toHaveLength(50);
  expect(kept[0]?.uuid).toBe('old 11');
});

test('filters of recipients are for dashboards, and nobody gets one report in two ways', async () => {
  const refused = async (body: object) => {
    const whole = { type: 'Report', name: 'Refused', crontab: '0 9 * * 1', ...body };
    const answer = await house.app.as('admin', 'POST', '/api/v1/report/', { body: whole });
    return [answer.status, answer.text];
  };
  const [status, text] = await refused({ chart: charts[0], recipients: [to('ada@partner.org', 'north')] });
  expect([status, text]).toEqual([
    422,
    expect.stringContaining('Filters of recipients are for reports on a dashboard.'),
  ]);
  const twice = [to('ada@partner.org', 'north'), to('Ada@partner.org', 'south')];
  expect(await refused({ dashboard: board, recipients: twice })).toEqual([
    422,
    expect.stringContaining('Ada@partner.org is named twice with different filters'),
  ]);
});

async function idOf(username: string): Promise<number> {
  const row = await house.services.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.id;
}
