import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decodedMail } from '../testing/decoded-mail.ts';
import { mailTo, openReceiver, type Receiver, ReportHouse } from '../testing/report-house.ts';
import { RECORD_KINDS } from '../testing/test-app.ts';
import { makeChart, makeDataset } from '../testing/things.ts';

describe.each(RECORD_KINDS)('webhooks, previews and links of reports on %s', (kind) => {
  let house: ReportHouse;
  let hook: Receiver;
  let chart: number;
  beforeAll(async () => {
    house = await ReportHouse.open(kind);
    hook = await openReceiver();
    chart = await makeChart(house.app, await makeDataset(house.app, 'sold'), 'Sales');
  });
  afterEach(() => {
    house.box.letters.length = 0;
    hook.calls.length = 0;
    house.pass(86_400_000);
  });
  afterAll(async () => {
    await house.close();
    await hook.close();
  });
  const textOf = (address: string) =>
    decodedMail(house.box.letters.find(({ to }) => to.includes(address))?.raw ?? '');

  test('a webhook gets JSON or a form with files under a seal, is tried again with the same id, and leads nowhere else', async () => {
    const recipients = [{ type: 'Webhook', recipient_config_json: { target: hook.url } }];
    const table = await house.make({ chart, report_format: 'TEXT', recipients });
    hook.answers.push(503);
    expect((await house.run(table)).at(-1)).toEqual(['Success', null]);
    const [first, second] = hook.calls;
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
    const [, moment = '', seal = ''] =
      /^t=(\d+),v1=(.+)$/.exec(String(second?.headers['x-chartroom-signature'])) ?? [];
    const body = second?.body ?? Buffer.alloc(0);
    expect(seal).toBe(createHmac('sha256', house.secret).update(`${moment}.`).update(body).digest('hex'));
    expect(JSON.parse(body.toString())).toMatchObject({
      type: 'Report',
      charts: [{ title: 'Sales', columns: ['a', 'COUNT(*)'], rows: [['1', '1']], row_count: 1 }],
    });
    const file = await house.make({ chart, report_format: 'CSV', recipients });
    await house.run(file);
    expect(hook.calls.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(hook.calls.at(-1)?.body.toString()).toContain('filename="Sales.csv"');
    const before = hook.calls.length;
    hook.answers.push(302);
    house.pass(60_000);
    expect((await house.run(table))[1]?.[1]).toContain('It leads elsewhere (302)');
    expect(hook.calls).toHaveLength(before + 1);
  });

  test.each(['http://127.0.0.2/', 'http://169.254.169.254/latest/', 'http://[::1]:80/', 'ftp://x.org/'])(
    'the webhook %s is not reached',
    async (target) => {
      const id = await house.make({
        chart,
        report_format: 'TEXT',
        recipients: [{ type: 'Webhook', recipient_config_json: { target } }],
      });
      expect((await house.run(id))[1]?.[1]).toMatch(/refused|begins with https/);
    },
  );

  test('what is asked for runs now, and a preview tells what each recipient would get', async () => {
    const recipients = mailTo('ada@partner.org, gamma@example.org, alpha@example.org');
    const id = await house.make({ chart, report_format: 'TEXT', recipients });
    const preview = await house.app.as('admin', 'POST', `/api/v1/report/${id}/preview`);
    expect(preview).toMatchObject({
      status: 200,
      body: {
        result: {
          alert: null,
          recipients: [
            { rendered_as: 'admin', notes: [], content: { text: expect.stringContaining('a | COUNT(*)') } },
            { rendered_as: 'gamma', notes: [expect.stringContaining('may not see')], content: null },
            { rendered_as: 'alpha', content: { subject: expect.stringContaining('Sales') } },
          ],
        },
      },
    });
    expect(house.box.letters).toEqual([]);
    expect((await house.app.as('alpha', 'POST', `/api/v1/report/${id}/preview`)).status).toBe(403);
    expect((await house.app.as('alpha', 'POST', `/api/v1/report/${id}/execute`)).status).toBe(403);
    expect((await house.app.as('gamma', 'POST', `/api/v1/report/${id}/execute`)).status).toBe(403);
    expect((await house.app.as('nobody', 'POST', `/api/v1/report/${id}/execute`)).status).toBe(401);
    const only = await house.make({ chart, report_format: 'TEXT', recipients: mailTo('ada@partner.org') });
    expect((await house.app.as('admin', 'POST', `/api/v1/report/${only}/execute`)).status).toBe(202);
    await expect.poll(() => house.box.letters.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await house.log(only)).at(-1)?.state, { timeout: 20_000 }).toBe('Success');
  });

  test('links in mails acknowledge, put to rest and unsubscribe, when their form is sent', async () => {
    const id = await house.make({
      type: 'Alert',
      database: house.app.uploads,
      chart,
      report_format: 'TEXT',
      recipients: mailTo('ada@partner.org'),
      validator_type: 'operator',
      validator_config_json: { op: '>', threshold: 10 },
      sql: 'select 42 as v',
      grace_period: 1,
    });
    await house.run(id);
    const links = Object.fromEntries(
      [...textOf('ada@partner.org').matchAll(/^([A-Z][\w ]+): https:\/\/charts\.example\.org(\S+)$/gm)].map(
        ([, text = '', path = '']) => [text, path],
      ),
    );
    const follow = async (text: string, method: 'GET' | 'POST') =>
      (await house.app.app.inject({ method, url: links[text] ?? '' })).body;
    const again = async () => {
      house.pass(60_000);
      return (await house.run(id)).at(-1);
    };
    expect(await follow('Acknowledge', 'GET')).toContain('<button');
    expect((await again())?.[0]).toBe('Success');
    expect(await follow('Acknowledge', 'POST')).toContain('is acknowledged');
    expect(await again()).toEqual(['On Grace', expect.stringContaining('Acknowledged')]);
    const { db } = house.services;
    await db.updateTable('report_schedules').set({ sql: 'select 1 as v' }).where('id', '=', id).execute();
    expect((await again())?.[0]).toBe('Not triggered');
    await db.updateTable('report_schedules').set({ sql: 'select 42 as v' }).where('id', '=', id).execute();
    expect((await again())?.[0]).toBe('Success');
    await follow('Unsubscribe', 'POST');
    const before = house.box.letters.length;
    expect(await again()).toEqual(['Success', 'ada@partner.org: They have unsubscribed.']);
    expect(house.box.letters).toHaveLength(before);
    const broken = await house.app.app.inject({
      method: 'POST',
      url: `${links.Acknowledge?.slice(0, -2)}xx`,
    });
    expect([broken.statusCode, broken.body]).toEqual([410, expect.stringContaining('not a link')]);
  });
});
