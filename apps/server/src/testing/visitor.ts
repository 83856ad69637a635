import type { ToldEvent } from '@chartroom/model';
import { expect } from 'vitest';
import { sessionHeaders } from '../safety/sweep/session-headers.ts';
import { type Answer, answerOf, type PersonName, type TestApp } from './test-app.ts';
import { member } from './things.ts';

/** Charts are answered by events. */
export const ASYNC = { CHARTROOM_GLOBAL_ASYNC_QUERIES: 'true' };
/** Time that a job may take. */
export const READY = { timeout: 20_000 };
let serial = 0;

/** Somebody with a session and the cookie that names its channel. */
export class Visitor {
  readonly house: TestApp;
  readonly #headers: Record<string, string>;
  token = '';

  constructor(house: TestApp, headers: Record<string, string>) {
    this.house = house;
    this.#headers = headers;
  }

  static async of(house: TestApp, who: PersonName): Promise<Visitor> {
    const visitor = new Visitor(house, await sessionHeaders(house, house.ids[who]));
    const { headers } = await visitor.ask('GET', '/api/v1/me/');
    visitor.token = /async-token=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
    return visitor;
  }

  /** The same person at another process of the installation. */
  at(house: TestApp): Visitor {
    const visitor = new Visitor(house, this.#headers);
    visitor.token = this.token;
    return visitor;
  }

  get cookie(): string {
    return this.token ? `${this.#headers.cookie}; async-token=${this.token}` : (this.#headers.cookie ?? '');
  }

  async ask(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Answer> {
    const headers = { ...this.#headers, cookie: this.cookie };
    return answerOf(
      await this.house.app.inject({
        method,
        url,
        headers,
        ...(body !== undefined && { payload: Object(body) }),
      }),
    );
  }

  async events(lastId?: string): Promise<ToldEvent[]> {
    const { status, body } = await this.ask(
      'GET',
      `/api/v1/async_event/${lastId ? `?last_id=${lastId}` : ''}`,
    );
    expect(status).toBe(200);
    const result: ToldEvent[] = JSON.parse(JSON.stringify(member(body, 'result')));
    return result;
  }

  /** The event of a job, when it has come. */
  async eventOf(answer: Answer): Promise<ToldEvent> {
    const job = member(answer.body, 'job_id');
    const found = async () => (await this.events()).find((event) => event.job_id === job);
    await expect.poll(found, READY).toBeDefined();
    const event = await found();
    if (!event) throw new Error('The event has gone.');
    return event;
  }
}

/** A question that nobody has asked before. */
export const fresh = (dataset: number, more: object = {}) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [{ columns: ['a'], metrics: [], row_limit: 1_000 + ++serial }],
  ...more,
});
