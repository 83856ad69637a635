import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('alerts and reports on %s', (kind) => {
  let house: TestApp;
  let chart: number;
  let dashboard: number;
  beforeAll(async () => {
    house = await openTestApp(kind, { settings: { CHARTROOM_ALERT_MINIMUM_INTERVAL: '3600' } });
    chart = await makeChart(house, await makeDataset(house, 'watched'), 'Watched');
    const layout = { 'TAB-a': { type: 'TAB', id: 'TAB-a', children: [], meta: { text: 'A' } } };
    const body = { dashboard_title: 'Board', position_json: JSON.stringify(layout) };
    dashboard = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
  });
  afterAll(() => house.close());

  const report = (name: string, more: object = {}) => ({
    type: 'Report',
    name,
    crontab: '0 9 * * 1',
    dashboard,
    ...more,
  });
  const post = (body: object, who: PersonName = 'admin') =>
    house.as(who, 'POST', '/api/v1/report/', { body });
  const message = async (body: object) => member((await post(body)).body, 'message');

  test('a report keeps what it is told and what it is not', async () => {
    const recipients = [{ type: 'Email', recipient_config_json: { target: 'a@example.org' } }];
    const id = memberId((await post(report('weekly', { recipients, timezone: 'Europe/Berlin' }))).body);
    expect(member((await house.as('admin', 'GET', `/api/v1/report/${id}`)).body, 'result')).toMatchObject({
      active: true,
      chart: null,
      dashboard: { id: dashboard, dashboard_title: 'Board' },
      extra: {},
      grace_period: 14_400,
      last_state: 'Not triggered',
      log_retention: 90,
      owners: [{ id: house.ids.admin }],
      recipients: [{ type: 'Email', recipient_config_json: '{"target": "a@example.org"}' }],
      report_format: 'PNG',
      timezone: 'Europe/Berlin',
      working_timeout: 3_600,
    });
    const list = await house.as(
      'admin',
      'GET',
      '/api/v1/report/?q=(filters:!((col:name,opr:report_all_text,value:eekl)))',
    );
    expect(member(list.body, 'result', 0)).toMatchObject({
      id,
      crontab_humanized: 'At 09:00 AM, only on Monday',
      dashboard_id: dashboard,
    });
    const change = { active: false, chart, recipients: [], crontab: '@daily' };
    expect((await house.as('admin', 'PUT', `/api/v1/report/${id}`, { body: change })).status).toBe(200);
    expect(member((await house.as('admin', 'GET', `/api/v1/report/${id}`)).body, 'result')).toMatchObject({
      active: false,
      chart: { id: chart, slice_name: 'Watched' },
      dashboard: null,
      recipients: [],
      crontab: '@daily',
      name: 'weekly',
    });
    expect(await house.as('admin', 'DELETE', `/api/v1/report/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'OK' },
    });
    expect((await house.as('admin', 'GET', `/api/v1/report/${id}`)).status).toBe(404);
  });

  test('what does not fit is refused by field', async () => {
    expect(
      await message(report('x', { recipients: [{ type: 'Pigeon' }], timezone: 'Mars/Olympus' })),
    ).toEqual({
      recipients: { 0: { type: ['Must be one of: Email, Slack, SlackV2.'] } },
      timezone: [expect.stringContaining('time zone')],
    });
    expect(await message(report('x', { database: house.uploads }))).toEqual({
      database: ['Database reference is not allowed on a report'],
    });
    expect(await message(report('x', { type: 'Alert' }))).toEqual({
      database: 'Database is required for alerts',
    });
    expect(await message(report('x', { chart }))).toEqual({ chart: 'Choose a chart or dashboard not both' });
    expect(await message(report('x', { dashboard: 99_999_999 }))).toEqual({
      dashboard: 'Dashboard does not exist',
    });
    expect(await message(report('x', { custom_width: 20 }))).toEqual({
      custom_width: [expect.stringContaining('between 600px and 2400px')],
    });
    expect(await message(report('x', { extra: { dashboard: { activeTabs: ['TAB-z'] } } }))).toEqual({
      extra: [expect.stringContaining('TAB-z')],
    });
    expect((await post(report('tabs', { extra: { dashboard: { anchor: '["TAB-a"]' } } }))).status).toBe(201);
    const often = { type: 'Alert', database: house.uploads, sql: 'select 1', crontab: '*/20 * * * *' };
    expect(await message(report('x', often))).toEqual({
      crontab: [expect.stringContaining('minimum interval of 60 minutes')],
    });
    expect((await post(report('rare', { ...often, crontab: '0 */2 * * *' }))).status).toBe(201);
  });

  test('a name stands once among alerts and once among reports, a person attaches one report to a thing', async () => {
    expect((await post(report('twice'))).status).toBe(201);
    expect(await message(report('twice'))).toEqual({ name: ['A report named "twice" already exists'] });
    const alert = report('twice', { type: 'Alert', database: house.uploads, crontab: '@daily' });
    expect((await post(alert)).status).toBe(201);
    expect(await message(alert)).toEqual({ name: ['An alert named "twice" already exists'] });
    const attached = { creation_method: 'charts', chart, dashboard: null };
    const unsaved = 'Please save your chart first, then try creating a new email report.';
    expect(await message(report('mine', { creation_method: 'charts' }))).toEqual({ chart: unsaved });
    const noBoard = { creation_method: 'dashboards', chart, dashboard: null };
    expect(await message(report('mine', noBoard))).toEqual({
      dashboard: unsaved.replace('chart', 'dashboard'),
    });
    expect((await post(report('mine', attached))).status).toBe(201);
    expect((await post(report('mine too', attached))).status).toBe(409);
  });

  test('things that are reported stay, and others see none of it', async () => {
    const own = await makeChart(house, await makeDataset(house, 'kept'), 'Kept');
    const id = memberId((await post(report('keeper', { chart: own, dashboard: null }))).body);
    expect(await house.as('admin', 'DELETE', `/api/v1/chart/${own}`)).toMatchObject({
      status: 422,
      body: { message: 'There are associated alerts or reports: keeper' },
    });
    expect((await house.as('alpha', 'PUT', `/api/v1/report/${id}`, { body: { name: 'taken' } })).status).toBe(
      403,
    );
    expect((await house.as('gamma', 'GET', '/api/v1/report/')).status).toBe(403);
    expect((await house.as('nobody', 'GET', `/api/v1/report/${id}`)).status).toBe(401);
    expect((await house.as('admin', 'DELETE', `/api/v1/report/${id}`)).status).toBe(200);
    expect((await house.as('admin', 'DELETE', `/api/v1/chart/${own}`)).status).toBe(200);
  });

  test('a report is switched off when the tab that it opens goes', async () => {
    const layout = (tab: string) =>
      JSON.stringify({ [tab]: { type: 'TAB', id: tab, children: [], meta: { text: 'A' } } });
    const body = { dashboard_title: 'Tabs', position_json: layout('TAB-1') };
    const board = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
    const open = { dashboard: board, extra: { dashboard: { activeTabs: ['TAB-1'] } } };
    const id = memberId((await post(report('of a tab', open))).body);
    const whole = memberId((await post(report('of all', { dashboard: board }))).body);
    const active = async (of: number) =>
      member((await house.as('admin', 'GET', `/api/v1/report/${of}`)).body, 'result', 'active');
    await house.as('admin', 'PUT', `/api/v1/dashboard/${board}`, { body: { dashboard_title: 'Tabs still' } });
    expect(await active(id)).toBe(true);
    await house.as('admin', 'PUT', `/api/v1/dashboard/${board}`, {
      body: { position_json: layout('TAB-2') },
    });
    expect([await active(id), await active(whole)]).toEqual([false, true]);
  });

  test('the log of the runs is listed, the latest first', async () => {
    const id = memberId((await post(report('logged'))).body);
    const run = (day: string, state: string) => ({
      report_id: id,
      uuid: house.services.uuid(),
      scheduled_dttm: `2026-01-${day}T09:00:00.000Z`,
      start_dttm: null,
      end_dttm: null,
      value: 1.5,
      value_row_json: null,
      state,
      error_message: null,
    });
    await house.services.db
      .insertInto('report_logs')
      .values([run('01', 'Error'), run('08', 'Success')])
      .execute();
    const { body } = await house.as('admin', 'GET', `/api/v1/report/${id}/log/`);
    expect(member(body, 'count')).toBe(2);
    expect(member(body, 'result', 0)).toMatchObject({
      state: 'Success',
      scheduled_dttm: '2026-01-08T09:00:00.000',
      value: 1.5,
    });
    const log = Number(member(body, 'ids', 1));
    expect(
      member((await house.as('admin', 'GET', `/api/v1/report/${id}/log/${log}`)).body, 'result', 'state'),
    ).toBe('Error');
    expect((await house.as('admin', 'GET', `/api/v1/report/${id}/log/99999999`)).status).toBe(404);
    expect((await house.as('admin', 'GET', '/api/v1/report/99999999/log/')).body).toMatchObject({
      count: 0,
      result: [],
    });
  });
});
