import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { PictureTaker } from '../pictures/picture-taker.ts';
import type { RecordsKind } from '../records/records-kind.ts';
import type { Row } from '../records/tables.ts';
import { type RunWays, runReport } from '../reports/run-report.ts';
import { Slack } from '../reports/slack.ts';
import { createOutbound } from '../security/outbound.ts';
import type { Services } from '../services.ts';
import { type LetterBox, openLetterBox } from './letter-box.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { memberId } from './things.ts';

const SECRET = 'webhook-secret-0123456789-abcdefghij';

/** A call that a receiver got. */
export interface ReceivedCall {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** An HTTP server on this machine that keeps what it is sent, and answers what it is told to. */
export interface Receiver {
  url: string;
  calls: ReceivedCall[];
  /** Statuses of the next answers; then 204. */
  answers: number[];
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const answers: number[] = [];
  const server = createServer((request, reply) => {
    void buffer(request).then((body) => {
      calls.push({ headers: request.headers, body });
      reply.writeHead(answers.shift() ?? 204, { location: 'http://169.254.169.254/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An installation that runs alerts and reports, with a mail server and a clock of its own. */
export class ReportHouse {
  readonly app: TestApp;
  readonly box: LetterBox;
  /** The services with the clock of the test. */
  readonly services: Services;
  readonly ways: RunWays;
  clock = new Date();
  #serial = 0;

  private constructor(app: TestApp, box: LetterBox) {
    this.app = app;
    this.box = box;
    this.services = { ...app.services, now: () => this.clock };
    this.ways = {
      outbound: createOutbound({ ...app.services.config, BLOCK_PRIVATE_HOSTS: true }),
      slack: app.services.config.SLACK_API_TOKEN === undefined ? undefined : new Slack(app.services.config),
      pauses: [1, 1],
    };
  }

  static async open(
    kind: RecordsKind,
    settings: Record<string, string> = {},
    pictures?: PictureTaker,
  ): Promise<ReportHouse> {
    const box = await openLetterBox();
    const mail = Object.entries({
      ...box.settings,
      SMTP_MAIL_FROM: 'charts@example.org',
      BASE_URL: 'https://charts.example.org',
      ALERT_REPORTS: 'true',
      ALERT_REPORTS_WEBHOOK_SECRET: SECRET,
      OUTBOUND_HOSTS: '127.0.0.1',
      ...settings,
    });
    const given = Object.fromEntries(mail.map(([name, value]) => [`CHARTROOM_${name}`, value]));
    return new ReportHouse(await openTestApp(kind, { settings: given, ...(pictures && { pictures }) }), box);
  }

  get secret(): string {
    return SECRET;
  }

  /** Milliseconds go by. */
  pass(milliseconds: number): void {
    this.clock = new Date(this.clock.getTime() + milliseconds);
  }

  /** Makes an alert or report of the administrator's. */
  async make(more: Record<string, unknown>): Promise<number> {
    this.#serial += 1;
    const body = { type: 'Report', name: `Report ${this.#serial}`, crontab: '0 9 * * 1', ...more };
    const answer = await this.app.as('admin', 'POST', '/api/v1/report/', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return memberId(answer.body);
  }

  /** Writes a run down as the scheduler does; answers its name. */
  async due(report_id: number, more: Partial<Row<'report_runs'>> = {}): Promise<string> {
    const at = this.clock.toISOString();
    const uuid = this.services.uuid();
    const run = { report_id, uuid, scheduled_dttm: at, missed: 0, asked: 0 as const, created_on: at };
    await this.services.db
      .insertInto('report_runs')
      .values({ ...run, state: 'due', ...more })
      .execute();
    return uuid;
  }

  /** Carries out a run that is written down. */
  carryOut(uuid: string, signal: AbortSignal = AbortSignal.timeout(60_000)): Promise<void> {
    return runReport(uuid, this.services, this.ways, signal);
  }

  /** Runs an alert or report at the moment of the clock; answers the states and messages that its log got. */
  async run(report_id: number, more: Partial<Row<'report_runs'>> = {}): Promise<[string, string | null][]> {
    const uuid = await this.due(report_id, more);
    await this.carryOut(uuid);
    const rows = await this.log(report_id);
    return rows.filter((row) => row.uuid === uuid).map((row) => [row.state, row.error_message]);
  }

  /** The log of an alert or report, the earliest first. */
  log(report_id: number): Promise<Row<'report_logs'>[]> {
    return this.services.db
      .selectFrom('report_logs')
      .selectAll()
      .where('report_id', '=', report_id)
      .orderBy('id')
      .execute();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.box.close();
  }
}

/** Recipients of mails. */
export function mailTo(target: string, more: { ccTarget?: string; bccTarget?: string } = {}): object[] {
  return [{ type: 'Email', recipient_config_json: { target, ...more } }];
}
