import type { ToldEvent } from '@chartroom/model';
import { describe, expect, test } from 'vitest';
import { type EventEffects, JobEvents, PACE } from './job-events.ts';

const done = (job_id: string, id: string): ToldEvent => ({
  id,
  channel_id: 'own',
  job_id,
  user_id: 1,
  status: 'done',
  errors: [],
  result_url: `/api/v1/chart/data/${job_id}`,
});

/** A server whose events come when asked for, and sockets that are opened and closed by hand; pauses take no time. */
class Place implements EventEffects {
  readonly asked: (string | undefined)[] = [];
  readonly opened: string[] = [];
  readonly pauses: number[] = [];
  kept = '';
  answers: (ToldEvent[] | Error)[] = [];
  hear: (event: ToldEvent) => void = () => undefined;
  close: () => void = () => undefined;

  async fetch(lastId: string | undefined): Promise<ToldEvent[]> {
    this.asked.push(lastId);
    const answer = this.answers.shift() ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  }

  async pause(milliseconds: number): Promise<void> {
    this.pauses.push(milliseconds);
    await new Promise((resolve) => setTimeout(resolve));
  }

  keep(lastId: string): void {
    this.kept = lastId;
  }

  /** The same with sockets. */
  withSockets(): EventEffects {
    const { fetch, pause, keep } = this;
    return {
      fetch: fetch.bind(this),
      pause: pause.bind(this),
      keep: keep.bind(this),
      open: (lastId, hear, closed) => {
        this.opened.push(lastId);
        this.hear = hear;
        this.close = closed;
      },
    };
  }
}

const PACED = { ...PACE, polling: 500 };
const settled = async () => {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

describe('events that are asked for', () => {
  test('are asked for after the last one, at the pace of the installation, as long as somebody waits', async () => {
    const place = new Place();
    place.answers = [[], [{ ...done('other', '5-0'), status: 'running' }], [done('mine', '7-0')]];
    const events = new JobEvents(place, PACED, '3-0');
    expect((await events.ended('mine', undefined)).result_url).toBe('/api/v1/chart/data/mine');
    await settled();
    expect(place.asked).toEqual(['3-0', '3-0', '5-0']);
    expect(place.pauses).toEqual([500, 500, 500]);
    expect(place.kept).toBe('7-0');
  });

  test('of jobs that nobody knows yet are kept for a while, and then dropped', async () => {
    const place = new Place();
    place.answers = [[done('soon', '1-0'), done('first', '1-1')]];
    const events = new JobEvents(place, PACED, undefined);
    await events.ended('first', undefined);
    expect((await events.ended('soon', undefined)).id).toBe('1-0');
    place.answers = [[done('never', '2-0'), done('second', '2-1')]];
    await events.ended('second', undefined);
    place.pauses.length = 0;
    await settled();
    expect(place.pauses).toEqual([200, 300, 400, 500, 600]);
  });

  test('that cannot be had for long are told to those who wait', async () => {
    const place = new Place();
    place.answers = [
      new Error('1'),
      new Error('2'),
      [],
      ...['3', '4', '5', '6', '7'].map((text) => new Error(text)),
    ];
    await expect(new JobEvents(place, PACED, undefined).ended('mine', undefined)).rejects.toThrow('7');
  });

  test('are not waited for by who has left', async () => {
    const place = new Place();
    const leave = new AbortController();
    const waiting = new JobEvents(place, PACED, undefined).ended('mine', leave.signal);
    leave.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await settled();
    expect(place.asked.length).toBeLessThan(2);
  });
});

describe('events that are told by a socket', () => {
  test('come after the last one, and the socket stays open for the next job', async () => {
    const place = new Place();
    const events = new JobEvents(place.withSockets(), PACED, undefined);
    const first = events.ended('first', undefined);
    place.hear(done('first', '1-0'));
    await first;
    const second = events.ended('second', undefined);
    place.hear(done('second', '2-0'));
    await second;
    expect([place.opened, place.asked]).toEqual([['0-0'], []]);
  });

  test('are waited for at a socket that is opened anew six times, and then asked for', async () => {
    const place = new Place();
    const events = new JobEvents(place.withSockets(), PACED, '4-0');
    const waiting = events.ended('mine', undefined);
    for (let closing = 1; closing <= 6; closing += 1) {
      place.close();
      await settled();
      expect(place.opened.length).toBe(closing + 1);
    }
    expect([place.asked, place.pauses]).toEqual([[], Array.from({ length: 6 }, () => 2_500)]);
    place.answers = [[done('mine', '5-0')]];
    place.close();
    expect((await waiting).id).toBe('5-0');
    expect(place.opened).toEqual(Array.from({ length: 7 }, () => '4-0'));
  });

  test('make the count of attempts begin anew', async () => {
    const place = new Place();
    const events = new JobEvents(place.withSockets(), PACED, undefined);
    const waiting = events.ended('mine', undefined);
    for (let closing = 1; closing <= 10; closing += 1) {
      place.close();
      await settled();
      place.hear({ ...done('other', `${closing}-0`), status: 'running' });
    }
    place.hear(done('mine', '11-0'));
    await waiting;
    expect([place.opened.length, place.asked.length]).toEqual([11, 0]);
  });
});
