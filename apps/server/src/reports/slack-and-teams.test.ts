import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openReceiver, type Receiver, ReportHouse } from '../testing/report-house.ts';
import { makeChart, makeDataset } from '../testing/things.ts';

/** A call of Slack's web API. */
interface SlackCall {
  method: string;
  words: Record<string, string>;
  body: Buffer;
}

/** A server on this machine that speaks as much of Slack's web API as messages need. */
class FakeSlack {
  readonly calls: SlackCall[] = [];
  /** What the next calls of a method are answered with instead. */
  readonly answers = new Map<string, ((reply: ServerResponse) => void)[]>();
  readonly #server = createServer((request, reply) => void this.#answer(request, reply));
  url = '';

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/`;
    return this;
  }

  next(method: string, answer: (reply: ServerResponse) => void): void {
    this.answers.set(method, [...(this.answers.get(method) ?? []), answer]);
  }

  of(method: string): SlackCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const method = new URL(request.url ?? '', this.url).pathname.replace(/^\/(api\/)?/, '');
    const body = await buffer(request);
    const words = Object.fromEntries(new URLSearchParams(body.toString()));
    this.calls.push({ method, words, body });
    const other = this.answers.get(method)?.shift();
    if (other) return other(reply);
    if (request.headers.authorization !== 'Bearer xoxb-test' && method !== 'upload')
      return json(reply, { ok: false, error: 'invalid_auth' });
    json(reply, { ok: true, ...this.#good(method, words) });
  }

  #good(method: string, { cursor }: Record<string, string>): object {
    if (method === 'files.getUploadURLExternal')
      return { upload_url: new URL('/upload', this.url).href, file_id: `F${this.of(method).length}` };
    if (method !== 'conversations.list') return {};
    const channel = (id: string, name: string, is_private: boolean) => ({
      id,
      name,
      is_private,
      is_member: true,
    });
    return cursor
      ? { channels: [channel('C0000000B', 'board', true)], response_metadata: { next_cursor: '' } }
      : { channels: [channel('C0000000A', 'sales', false)], response_metadata: { next_cursor: 'more' } };
  }
}

function json(reply: ServerResponse, body: object): void {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

let slack: FakeSlack;
let house: ReportHouse;
let hook: Receiver;
let chart: number;
beforeAll(async () => {
  slack = await new FakeSlack().open();
  hook = await openReceiver();
  house = await ReportHouse.open('sqlite', { SLACK_API_TOKEN: 'xoxb-test', SLACK_API_URL: slack.url });
  chart = await makeChart(house.app, await makeDataset(house.app, 'sold'), 'Sales');
});
afterEach(() => {
  slack.calls.length = 0;
  hook.calls.length = 0;
  house.box.letters.length = 0;
  house.pass(86_400_000);
});
afterAll(async () => {
  await house.close();
  await slack.close();
  await hook.close();
});

const to = (type: string, target: string) => [{ type, recipient_config_json: { target } }];
const names = async (words: string) => {
  const path = `/api/v1/report/slack_channels/?q=(${words})`;
  const { status, body } = await house.app.as('admin', 'GET', path);
  const { result } = body as { result: { name: string }[] };
  return [status, result?.map(({ name }) => name)];
};

test('a message holds name, link and rows, and nothing of them acts as markup', async () => {
  const id = await house.make({
    chart,
    report_format: 'TEXT',
    email_subject: 'Sold <!channel>\r\n& more',
    description: '*here* <b>x</b>',
    recipients: to('Slack', '#sales, C0000000B'),
  });
  expect((await house.run(id)).at(-1)).toEqual(['Success', null]);
  const [first, second] = slack.of('chat.postMessage');
  expect([first?.words.channel, second?.words.channel]).toEqual(['#sales', 'C0000000B']);
  const text = first?.words.text ?? '';
  expect(text).toMatch(/^\*Sold &lt;!channel&gt; &amp; more\*\n/);
  expect(text).toContain(`<https://charts.example.org/explore/?slice_id=${chart}|Explore in Chartroom>`);
  expect(text).toContain('```| a | COUNT(*) |\n|---|---|\n| 1 | 1 |```');
});

test('files go to a channel in one message, whose name is looked up', async () => {
  const id = await house.make({ chart, report_format: 'CSV', recipients: to('Slack', '#sales') });
  expect((await house.run(id)).at(-1)).toEqual(['Success', null]);
  expect(slack.calls.map(({ method }) => method)).toEqual([
    'conversations.list',
    'conversations.list',
    'files.getUploadURLExternal',
    'upload',
    'files.completeUploadExternal',
  ]);
  expect(slack.of('upload')[0]?.body.toString()).toContain('a,COUNT(*)');
  const { channel_id, files, initial_comment } = slack.of('files.completeUploadExternal')[0]?.words ?? {};
  expect([channel_id, JSON.parse(files ?? '')]).toEqual(['C0000000A', [{ id: 'F1', title: 'Sales.csv' }]]);
  expect(initial_comment).toContain('Sales');
  const { db } = house.services;
  const params = JSON.stringify({ query_mode: 'raw', all_columns: ['a', 'b'] });
  await db.updateTable('charts').set({ params }).where('id', '=', chart).execute();
  const picture = await house.make({ chart, report_format: 'PNG', recipients: to('SlackV2', 'C0000000B') });
  expect((await house.run(picture)).at(-1)).toEqual(['Success', null]);
  expect(slack.of('upload')[1]?.body.subarray(1, 4).toString()).toBe('PNG');
  const nowhere = await house.make({ chart, report_format: 'CSV', recipients: to('Slack', 'nowhere') });
  expect((await house.run(nowhere))[1]?.[1]).toContain('Slack has no channel "nowhere"');
});

test('who is told to wait waits and tries again; what is refused is said; what is cut off is not sent again', async () => {
  const report = { chart, report_format: 'TEXT', recipients: to('SlackV2', 'C0000000A') };
  const id = await house.make(report);
  slack.next('chat.postMessage', (reply) => reply.writeHead(429, { 'retry-after': '1' }).end());
  slack.next('chat.postMessage', (reply) => json(reply, { ok: false, error: 'service_unavailable' }));
  const begun = performance.now();
  expect((await house.run(id)).at(-1)).toEqual(['Success', null]);
  expect(performance.now() - begun).toBeGreaterThan(990);
  expect(slack.of('chat.postMessage')).toHaveLength(3);
  for (let tries = 0; tries < 3; tries += 1)
    slack.next('chat.postMessage', (reply) => reply.writeHead(429, { 'retry-after': '0' }).end());
  house.pass(60_000);
  expect((await house.run(id))[1]?.[1]).toContain('Slack asks to wait for 0 seconds. (tried 3 times)');
  slack.next('chat.postMessage', (reply) => json(reply, { ok: false, error: 'channel_not_found' }));
  house.pass(60_000);
  expect((await house.run(id))[1]?.[1]).toBe('SlackV2 C0000000A: Slack refuses: channel_not_found.');
  slack.calls.length = 0;
  slack.next('chat.postMessage', (reply) => reply.destroy());
  house.pass(60_000);
  expect((await house.run(id))[1]?.[1]).toContain('it is not known whether it arrived');
  expect(slack.of('chat.postMessage')).toHaveLength(1);
  const file = await house.make({ ...report, report_format: 'CSV' });
  slack.next('upload', (reply) => reply.destroy());
  expect((await house.run(file)).at(-1)).toEqual(['Success', null]);
  expect(slack.of('files.completeUploadExternal')).toHaveLength(1);
});

test('channels are found by name, kind and id, kept for a day, and asked anew', async () => {
  expect(await names('force:!t')).toEqual([200, ['board', 'sales']]);
  const asked = slack.calls.length;
  expect(await names('search_string:SAL')).toEqual([200, ['sales']]);
  expect(await names('types:!(private_channel)')).toEqual([200, ['board']]);
  expect(await names("search_string:'sal,c0000000b',exact_match:!t")).toEqual([200, ['board']]);
  expect(await names('search_string:sal,exact_match:!t')).toEqual([200, []]);
  expect(slack.calls).toHaveLength(asked);
  slack.next('conversations.list', (reply) => json(reply, { ok: false, error: 'missing_scope' }));
  expect((await names('force:!t'))[0]).toBe(422);
  expect(await names('force:!f')).toEqual([200, ['board', 'sales']]);
  expect((await names('types:!(im)'))[0]).toBe(400);
  expect((await house.app.as('nobody', 'GET', '/api/v1/report/slack_channels/')).status).toBe(401);
});

test('Teams gets a card, which is guarded as webhooks are, with the trend of an alert', async () => {
  const alert = {
    type: 'Alert',
    database: house.app.uploads,
    chart,
    report_format: 'TEXT',
    recipients: to('Teams', hook.url),
    validator_type: 'operator',
    validator_config_json: { op: '>', threshold: 0 },
    grace_period: 1,
  };
  const id = await house.make({ ...alert, sql: 'select 3 as v', name: 'Too [many](http://x.org)' });
  await house.run(id);
  const { db } = house.services;
  await db.updateTable('report_schedules').set({ sql: 'select 9 as v' }).where('id', '=', id).execute();
  house.pass(60_000);
  expect((await house.run(id)).at(-1)).toEqual(['Success', null]);
  const message = JSON.parse(hook.calls[1]?.body.toString() ?? '');
  const { content, contentType } = message.attachments[0];
  expect([message.type, contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive']);
  const texts = content.body.map(({ text }: { text?: string }) => text);
  expect(texts).toContain('Too \\[many\\]\\(http://x.org\\): Sales');
  expect(texts).toContain('Last 2 runs: ▁█ \\(3, 9\\)');
  expect(content.body.at(-1).rows[1].cells[0].items[0].text).toBe('1');
  expect(hook.calls[1]?.headers['x-chartroom-signature']).toBeUndefined();
  hook.answers.push(302);
  house.pass(60_000);
  expect((await house.run(id))[1]?.[1]).toContain('It leads elsewhere (302)');
  const inside = await house.make({
    ...alert,
    sql: 'select 1',
    recipients: to('Teams', 'http://127.0.0.2/'),
  });
  expect((await house.run(inside))[1]?.[1]).toMatch(/refused/);
});
