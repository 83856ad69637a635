import { once } from 'node:events';
import type { ToldEvent } from '@chartroom/model';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDataset } from '../testing/things.ts';
import { ASYNC, fresh, READY, Visitor } from '../testing/visitor.ts';

describe('the socket', () => {
  let house: TestApp;
  let dataset: number;
  let origin: string;
  beforeAll(async () => {
    house = await openTestApp('sqlite', { settings: ASYNC });
    dataset = await makeDataset(house, 'told');
    origin = await house.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => house.close());

  const dial = (
    cookie: string,
    { path = '/ws', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
  ) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, {
      headers: { cookie, ...headers },
    });
    const heard: ToldEvent[] = [];
    socket.on('message', (frame) => heard.push(JSON.parse(String(frame))));
    socket.on('error', () => undefined);
    return { socket, heard };
  };
  const isRefused = async ({ socket }: ReturnType<typeof dial>) => {
    const [error]: unknown[] = await once(socket, 'error');
    return String(error);
  };

  test('every socket of a channel hears each event, and no other one', async () => {
    const [admin, alpha] = [await Visitor.of(house, 'admin'), await Visitor.of(house, 'alpha')];
    const sockets = [dial(admin.cookie), dial(`async-token=${admin.token}`), dial(alpha.cookie)];
    await Promise.all(sockets.map(({ socket }) => once(socket, 'open')));
    const begun = await admin.ask('POST', '/api/v1/chart/data', fresh(dataset));
    const event = await admin.eventOf(begun);
    await expect.poll(() => sockets.map(({ heard }) => heard)).toEqual([[event], [event], []]);
    for (const { socket } of sockets) socket.close();
  });

  test('what was missed comes first, each event once', async () => {
    const admin = await Visitor.of(house, 'admin');
    const begin = async () => admin.eventOf(await admin.ask('POST', '/api/v1/chart/data', fresh(dataset)));
    const [first, second] = [await begin(), await begin()];
    const late = dial(admin.cookie, { path: `/ws?last_id=${first.id}` });
    const third = await begin();
    await expect.poll(() => late.heard).toEqual([second, third]);
    const without = dial(admin.cookie);
    await once(without.socket, 'open');
    expect(without.heard).toEqual([]);
    for (const { socket } of [late, without]) socket.close();
  });

  test('is destroyed for a bad cookie, a page of another site, and an id that is none', async () => {
    const admin = await Visitor.of(house, 'admin');
    const hungUp = expect.stringMatching(/hang up|ECONNRESET/);
    expect(await isRefused(dial(''))).toEqual(hungUp);
    expect(await isRefused(dial('async-token=junk'))).toEqual(hungUp);
    expect(await isRefused(dial(admin.cookie, { headers: { origin: 'https://elsewhere.example' } }))).toEqual(
      hungUp,
    );
    expect(await isRefused(dial(admin.cookie, { path: '/ws?last_id=junk' }))).toEqual(hungUp);
    const own = dial(admin.cookie, { headers: { origin } });
    await once(own.socket, 'open');
    own.socket.close();
    expect((await fetch(`${origin}/ws`)).status).toBe(404);
  });

  test('is closed when the session ends', async () => {
    const [leaving, staying] = [await Visitor.of(house, 'admin'), await Visitor.of(house, 'admin')];
    const [gone, open] = [dial(leaving.cookie), dial(staying.cookie)];
    await Promise.all([once(gone.socket, 'open'), once(open.socket, 'open')]);
    await house.services.sessions.end(/session=([^;]+)/.exec(leaving.cookie)?.[1] ?? '');
    await once(gone.socket, 'close');
    expect(open.socket.readyState).toBe(WebSocket.OPEN);
    expect(await isRefused(dial(leaving.cookie))).toMatch(/hang up|ECONNRESET/);
    open.socket.close();
  });

  test('makes room for a new one when a channel has too many', async () => {
    const admin = await Visitor.of(house, 'admin');
    const sockets = Array.from({ length: 51 }, () => dial(admin.cookie));
    await Promise.all(sockets.map(({ socket }) => once(socket, 'open')));
    await expect
      .poll(() => sockets.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length)
      .toBe(50);
    for (const { socket } of sockets) socket.close();
  });

  test('drops a reader that is too slow, who may come again for the rest', async () => {
    const admin = await Visitor.of(house, 'admin');
    const { socket, heard } = dial(admin.cookie);
    await once(socket, 'open');
    socket.pause();
    const facts = {
      channel_id: String(decodeJwt(admin.token).channel),
      user_id: house.ids.admin,
      result_url: null,
    };
    const errors = [{ message: 'x'.repeat(200_000) }];
    for (let job = 0; job < 150; job += 1)
      await house.services.events.tell({ ...facts, job_id: String(job), status: 'error', errors });
    socket.resume();
    await once(socket, 'close');
    expect(heard.length).toBeLessThan(150);
    const again = dial(admin.cookie, { path: `/ws?last_id=${heard.at(-1)?.id ?? '0-0'}` });
    await expect.poll(() => heard.length + again.heard.length, READY).toBe(150);
    again.socket.close();
  });

  test('is closed when the server closes, which does not wait for readers that are silent', async () => {
    const other = await openTestApp('sqlite', { settings: ASYNC });
    const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const visitor = await Visitor.of(other, 'admin');
    const socket = new WebSocket(address.replace('http', 'ws').concat('/ws'), {
      headers: { cookie: visitor.cookie },
    });
    await once(socket, 'open');
    socket.pause();
    const begun = performance.now();
    await other.close();
    expect(performance.now() - begun).toBeLessThan(3_000);
    socket.terminate();
  });
});
