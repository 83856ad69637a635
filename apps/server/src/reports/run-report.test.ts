import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ServerEnds } from '../jobs/jobs.ts';
import { decodedMail } from '../testing/decoded-mail.ts';
import { mailTo, ReportHouse } from '../testing/report-house.ts';
import { RECORD_KINDS } from '../testing/test-app.ts';
import { makeChart, makeDataset, NOBODY } from '../testing/things.ts';

describe.each(RECORD_KINDS)('runs of alerts and reports on %s', (kind) => {
  let house: ReportHouse;
  let chart: number;
  beforeAll(async () => {
    house = await ReportHouse.open(kind);
    chart = await makeChart(house.app, await makeDataset(house.app, 'sold'), 'Sales');
  });
  afterEach(() => {
    house.box.letters.length = 0;
    house.box.refuses.clear();
    house.pass(86_400_000);
  });
  afterAll(() => house.close());

  const letterTo = (address: string) => house.box.letters.find(({ to }) => to.includes(address));
  const textOf = (address: string) => decodedMail(letterTo(address)?.raw ?? '');
  const alert = (more: Record<string, unknown>) => ({
    type: 'Alert',
    database: house.app.uploads,
    chart,
    report_format: 'TEXT',
    recipients: mailTo('ada@partner.org'),
    validator_type: 'operator',
    validator_config_json: { op: '>', threshold: 10 },
    ...more,
  });

  test('a chart goes out as a table, a file or a workbook, with a link, a text and a way to unsubscribe', async () => {
    const recipients = mailTo('ada@partner.org');
    const report = { chart, recipients, description: 'Look <script>x</script>*here*' };
    const table = await house.make({ ...report, report_format: 'TEXT' });
    expect(await house.run(table)).toEqual([
      ['Working', null],
      ['Success', null],
    ]);
    const letter = textOf('ada@partner.org');
    expect(letter).toContain('<em>here</em>');
    expect(letter).not.toContain('<script>');
    expect(letter).toContain('https://charts.example.org/explore/?slice_id=');
    expect(letter).toMatch(/<th[^>]*>a<\/th>/);
    expect(letter).toContain('a | COUNT(*)');
    expect(letter).toMatch(/^List-Unsubscribe: <https:\/\/charts\.example\.org\/report\/link\//m);
    expect(letter).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    house.box.letters.length = 0;
    for (const [report_format, name] of [
      ['CSV', 'Sales.csv'],
      ['XLSX', 'Sales.xlsx'],
    ]) {
      const id = await house.make({ ...report, report_format });
      expect((await house.run(id)).at(-1)).toEqual(['Success', null]);
      expect(house.box.letters.pop()?.raw).toContain(`filename=${name}`);
    }
  });

  test('nothing in names and subjects begins a line of the head', async () => {
    const email_subject = 'Weekly\r\nBcc: eve@partner.org\n\nHello';
    const id = await house.make({
      chart,
      report_format: 'TEXT',
      email_subject,
      recipients: mailTo('ada@partner.org, "x"\r\nBcc:eve@partner.org'),
    });
    await house.run(id);
    expect(letterTo('ada@partner.org')?.subject).toBe('[Report] Weekly Bcc: eve@partner.org Hello');
    expect(letterTo('ada@partner.org')?.raw).not.toMatch(/^Bcc:/im);
  });

  test('of five recipients one is refused, and the others get theirs; copies are named, blind ones are not', async () => {
    house.box.refuses.set('three@partner.org', 550);
    const id = await house.make({
      chart,
      report_format: 'TEXT',
      recipients: mailTo('one@partner.org;two@partner.org,three@partner.org', {
        ccTarget: 'four@partner.org',
        bccTarget: 'five@partner.org',
      }),
    });
    const log = await house.run(id);
    expect(log[1]).toEqual(['Error', expect.stringMatching(/^three@partner\.org: .*550/)]);
    expect(log[2]).toEqual(['Error', 'Notification sent with error']);
    const got = house.box.letters.map(({ to }) => to[0]);
    expect(got).toEqual([
      'one@partner.org',
      'two@partner.org',
      'four@partner.org',
      'five@partner.org',
      'admin@example.org',
    ]);
    expect(letterTo('five@partner.org')?.raw).toMatch(/^Cc: four@partner.org/m);
    expect(letterTo('five@partner.org')?.raw).not.toMatch(/^(To|Cc|Bcc):.*five/m);
    expect(letterTo('admin@example.org')?.text).toContain('three@partner.org');
  });

  test('who is refused for now is tried again, who cannot be told is not', async () => {
    house.box.refuses.set('later@partner.org', 451);
    house.box.refuses.set('cut@partner.org', 'cut');
    const id = await house.make({
      chart,
      report_format: 'TEXT',
      recipients: mailTo('later@partner.org, cut@partner.org'),
    });
    const [, [state, message] = []] = await house.run(id);
    expect(state).toBe('Error');
    expect(message).toMatch(/^later@partner\.org: .*451.*\(tried 3 times\)$/m);
    expect(message).toMatch(/^cut@partner\.org: it is not known whether it arrived/m);
    const rows = await house.services.db
      .selectFrom('report_deliveries')
      .select(['recipient', 'state', 'attempts'])
      .where('report_id', '=', id)
      .where('recipient', 'not like', 'owner%')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { recipient: 'later@partner.org', state: 'failed', attempts: 3 },
      { recipient: 'cut@partner.org', state: 'unknown', attempts: 1 },
    ]);
  });

  test('a run that its server left goes on, and sends nothing twice', async () => {
    const id = await house.make({
      chart,
      report_format: 'TEXT',
      recipients: mailTo('one@partner.org, two@partner.org, three@partner.org'),
    });
    house.box.refuses.set('two@partner.org', 451);
    const uuid = await house.due(id);
    const ends = new AbortController();
    const ways = { ...house.ways, pauses: [60_000] };
    const { runReport } = await import('./run-report.ts');
    const first = runReport(uuid, house.services, ways, ends.signal);
    await expect.poll(() => house.box.letters.length, { timeout: 20_000 }).toBe(2);
    ends.abort(new ServerEnds());
    await expect(first).rejects.toThrow();
    // The second one was being sent when the process was killed.
    await house.services.db
      .updateTable('report_deliveries')
      .set({ state: 'sending' })
      .where('report_id', '=', id)
      .where('recipient', '=', 'two@partner.org')
      .execute();
    house.box.refuses.clear();
    await house.carryOut(uuid);
    expect(house.box.letters.map(({ to }) => to[0])).toEqual([
      'one@partner.org',
      'three@partner.org',
      'admin@example.org',
    ]);
    const states = (await house.log(id)).map(({ state, error_message }) => [state, error_message]);
    expect(states).toEqual([
      ['Working', null],
      ['Error', expect.stringContaining('two@partner.org: it is not known whether it arrived')],
      ['Error', 'Notification sent with error'],
    ]);
    await house.carryOut(uuid);
    expect(house.box.letters).toHaveLength(3);
  });

  test('everybody with an account sees what they may see; others what its executor does', async () => {
    const { db } = house.services;
    const dataset = await makeDataset(house.app, 'ruled');
    const ruled = await makeChart(house.app, dataset, 'Ruled');
    const alpha = await db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Alpha')
      .executeTakeFirstOrThrow();
    const body = {
      name: 'none',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [alpha.id],
      clause: 'a = 2',
    };
    expect((await house.app.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).status).toBe(201);
    const id = await house.make({
      chart: ruled,
      report_format: 'TEXT',
      recipients: mailTo('ada@partner.org, alpha@example.org, GAMMA@example.org'),
    });
    const [, [state, message] = []] = await house.run(id);
    expect([state, message]).toEqual([
      'Error',
      'GAMMA@example.org: It is made with the rights of gamma, who may not see or export this chart.',
    ]);
    expect(textOf('ada@partner.org')).toContain('1 | 1');
    expect(textOf('alpha@example.org')).toContain('0 rows');
    expect(letterTo('GAMMA@example.org')).toBeUndefined();
  });

  test('an alert speaks up when its condition holds, is silent in its grace period, and tells its value', async () => {
    const id = await house.make(alert({ sql: 'select {{ 40 + 2 }} as v', grace_period: 3_600 }));
    expect((await house.run(id)).at(-1)).toEqual(['Success', null]);
    expect(textOf('ada@partner.org')).toContain('Value: 42');
    expect((await house.log(id)).at(-1)).toMatchObject({ value: 42 });
    house.pass(1_800_000);
    expect(await house.run(id)).toEqual([['On Grace', null]]);
    house.pass(1_900_000);
    expect((await house.run(id)).at(-1)?.[0]).toBe('Success');
    expect(house.box.letters).toHaveLength(2);
  });

  test.each([
    ['select 5 as v', 'Not triggered', null],
    ['select 1 as v where false', 'Not triggered', null],
    ['select null as v', 'Not triggered', null],
    [
      'select i as v from range(10000000) t(i)',
      'Error',
      'Alert query returned more than one row. 2 rows returned',
    ],
    ['select 1 as v, 2 as w', 'Error', 'Alert query returned more than one column. 2 columns returned'],
    ["select 'x' as v", 'Error', 'Alert query returned a non-number value.'],
    ['select * from nowhere_at_all', 'Error', 'Alert found an error while executing a query.'],
    ['create table written as select 1 as v', 'Error', 'The query of an alert may only read.'],
  ])('%s is %s', async (sql, state, message) => {
    // A database that lets people write lets no alert do so.
    await house.services.db
      .updateTable('databases')
      .set({ allow_dml: 1 })
      .where('id', '=', house.app.uploads)
      .execute();
    await house.services.data().then((data) => data.forgetDatabase(house.app.uploads));
    const id = await house.make(alert({ sql }));
    expect((await house.run(id))[1]).toEqual([state, message]);
    const data = await house.services.data();
    const relations = await data.relations(house.app.uploads, 'main', null, NOBODY);
    expect(relations.map(({ name }) => name)).not.toContain('written');
  });

  test('an alert without a whole condition says so; not null takes any value', async () => {
    const half = await house.make(alert({ sql: 'select 1 as v', validator_config_json: { op: '>' } }));
    expect((await house.run(half))[1]).toEqual(['Error', 'Alert validator config error.']);
    const some = await house.make(
      alert({ sql: "select 'late' as v", validator_type: 'not null', validator_config_json: {} }),
    );
    expect((await house.run(some))[1]).toEqual(['Success', null]);
    expect((await house.log(some)).at(-1)).toMatchObject({ value: null, value_row_json: 'late' });
  });

  test('owners are told of errors once in a grace period, and again after it has worked', async () => {
    const id = await house.make(alert({ sql: 'select * from nowhere_at_all', grace_period: 7_200 }));
    const told = async () =>
      (await house.run(id)).filter(([, message]) => message === 'Notification sent with error');
    expect(await told()).toHaveLength(1);
    house.pass(3_600_000);
    expect(await told()).toHaveLength(0);
    house.pass(3_700_000);
    expect(await told()).toHaveLength(1);
    expect(house.box.letters).toHaveLength(2);
    expect(house.box.letters[0]).toMatchObject({ to: ['admin@example.org'] });
    expect(house.box.letters[0]?.text).toContain(`https://charts.example.org/alert/${id}/log/`);
  });

  test('one that works is not begun again, and is given up after its working timeout', async () => {
    const id = await house.make({ chart, report_format: 'TEXT', recipients: mailTo('ada@partner.org') });
    await house.services.db
      .updateTable('report_schedules')
      .set({ last_state: 'Working', working_timeout: 60 })
      .where('id', '=', id)
      .execute();
    const { writeLog } = await import('./run-log.ts');
    const before = {
      reportId: id,
      uuid: house.services.uuid(),
      scheduled: house.clock.toISOString(),
      started: house.clock,
    };
    await writeLog(before, { state: 'Working' }, house.services);
    house.pass(30_000);
    expect(await house.run(id)).toEqual([
      ['Working', 'Report Schedule is still working, refusing to re-compute.'],
    ]);
    house.pass(31_000);
    expect((await house.run(id))[0]).toEqual(['Error', 'Report Schedule reached a working timeout.']);
    house.pass(31_000);
    expect((await house.run(id)).at(-1)?.[0]).toBe('Success');
  });

  test('a run that is caught up says so', async () => {
    const id = await house.make({ chart, report_format: 'TEXT', recipients: mailTo('ada@partner.org') });
    const created_on = new Date(house.clock.getTime() + 7_200_000).toISOString();
    const [, [state, message] = []] = await house.run(id, { missed: 3, created_on });
    expect([state, message]).toEqual(['Success', expect.stringContaining('3 runs before it were left out')]);
    expect(textOf('ada@partner.org')).toContain('is caught up');
  });

  test('a database that is down is said in its place', async () => {
    const dataset = await makeDataset(house.app, 'broken');
    const broken = await makeChart(house.app, dataset, 'Broken');
    await house.services.db
      .updateTable('datasets')
      .set({ sql: 'select * from nowhere_at_all', changed_on: house.clock.toISOString() })
      .where('id', '=', dataset)
      .execute();
    const id = await house.make({
      chart: broken,
      report_format: 'TEXT',
      recipients: mailTo('ada@partner.org'),
    });
    const [, [state, message] = []] = await house.run(id);
    expect([state, message]).toEqual(['Error', expect.stringContaining('"Broken": The rows of this chart')]);
    expect(textOf('ada@partner.org')).toContain('The rows of this chart could not be read');
    expect(textOf('ada@partner.org')).not.toContain('nowhere_at_all');
  });

  test('without a mail server the log says so', async () => {
    const id = await house.make({ chart, report_format: 'TEXT', recipients: mailTo('ada@partner.org') });
    const uuid = await house.due(id);
    const { runReport } = await import('./run-report.ts');
    await runReport(uuid, { ...house.services, mail: undefined }, house.ways, AbortSignal.timeout(30_000));
    const messages = (await house.log(id)).map(({ error_message }) => error_message);
    expect(messages[1]).toBe('ada@partner.org: No mail server is set up (SMTP_HOST).');
    expect(messages[2]).toContain('Owners could not be told');
  });
});
