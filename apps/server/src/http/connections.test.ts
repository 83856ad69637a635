import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const MOST_OF_ONE = 40;
const sockets: Socket[] = [];

/** A connection to an installation, from an address of this machine. */
async function dial(
  port: number,
  localAddress = '127.0.0.1',
  host = '127.0.0.1',
): Promise<Socket & { heard(): string }> {
  const socket = connect({ port, host, localAddress });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return Object.assign(socket, { heard: () => text });
}

async function listening(
  settings: Record<string, string>,
): Promise<{ house: TestApp; port: number; token: string }> {
  const house = await openTestApp('sqlite', { settings });
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  const bound = house.app.server.address();
  const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
  return { house, port: typeof bound === 'object' && bound !== null ? bound.port : 0, token };
}

const healthy = (port: number, localAddress?: string, host?: string) =>
  dial(port, localAddress, host).then(async (socket) => {
    socket.write('GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    return socket.heard().split('\r\n')[0];
  });
const isGone = (socket: Socket) => socket.destroyed || socket.readableEnded;

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

describe('F15: connections', () => {
  let house: TestApp;
  let port: number;
  let token: string;
  beforeAll(async () => {
    ({ house, port, token } = await listening({
      CHARTROOM_MAX_CONNECTIONS: String(MOST_OF_ONE * 2),
      CHARTROOM_MAX_CONNECTIONS_PER_ADDRESS: String(MOST_OF_ONE),
      CHARTROOM_HEADERS_TIMEOUT: '1',
      CHARTROOM_BODY_PATIENCE: '1',
      CHARTROOM_BODY_MIN_RATE: '1000',
      CHARTROOM_ANSWER_TIMEOUT: '2',
    }));
  });
  afterAll(() => house.close());

  const head = (length: number) =>
    `POST /api/v1/dashboard/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  test('F15: three hundred that send nothing keep out neither their own address nor another one', async () => {
    const many = await Promise.all(Array.from({ length: 300 }, () => dial(port)));
    for (const [index, socket] of many.entries())
      socket.write(index % 2 ? head(10_000) : 'GET / HTTP/1.1\r\nHo');
    await pause(300);
    await expect.poll(() => healthy(port), { timeout: 5_000 }).toBe('HTTP/1.1 200 OK');
    await expect.poll(() => healthy(port, '127.0.0.2'), { timeout: 5_000 }).toBe('HTTP/1.1 200 OK');
    expect(many.filter((socket) => !isGone(socket)).length).toBeLessThanOrEqual(MOST_OF_ONE);
  });

  test('F15: many addresses together have no more than all, and one more is let in', async () => {
    const many = (
      await Promise.all(
        Array.from({ length: 5 }, (_each, who) =>
          Promise.all(Array.from({ length: 30 }, () => dial(port, `127.0.0.${who + 2}`))),
        ),
      )
    ).flat();
    await pause(300);
    expect(await healthy(port, '127.0.0.9')).toBe('HTTP/1.1 200 OK');
    expect(many.filter((socket) => !isGone(socket)).length).toBeLessThanOrEqual(MOST_OF_ONE * 2);
  });

  test('F15: a head that does not come is not waited for', async () => {
    const socket = await dial(port);
    socket.write('GET /health HTTP/1.1\r\nHo');
    await once(socket, 'close');
    expect(socket.heard()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('F15: a body that hardly comes is cut with words; one at a fair rate is taken, however long it takes', async () => {
    const slow = await dial(port);
    slow.write(head(10_000));
    const dripping = setInterval(() => slow.write(' '), 50);
    const fair = await dial(port);
    const text = JSON.stringify({ dashboard_title: 'slow but fair', css: ' '.repeat(8_000) });
    fair.write(head(text.length));
    for (let at = 0; at < text.length; at += 400) {
      fair.write(text.slice(at, at + 400));
      await pause(100);
    }
    await expect.poll(() => fair.heard().split('\r\n')[0]).toBe('HTTP/1.1 201 Created');
    await expect.poll(() => isGone(slow)).toBe(true);
    clearInterval(dripping);
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 [\s\S]*The request did not arrive in time\./);
  });

  test('F15: an answer that nobody takes is given up', async () => {
    const { db } = house.services;
    const css = '.a{}'.repeat(500_000);
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', {
      body: { dashboard_title: 'large', css },
    });
    expect(made.status).toBe(201);
    const { id } = await db
      .selectFrom('dashboards')
      .select('id')
      .where('dashboard_title', '=', 'large')
      .executeTakeFirstOrThrow();
    const socket = await dial(port);
    socket.pause();
    const ask = `GET /api/v1/dashboard/${id} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    socket.write(ask.repeat(20));
    const connected = () =>
      new Promise<number>((resolve) => house.app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connected).toBeGreaterThan(0);
    await expect.poll(connected, { timeout: 10_000 }).toBe(0);
  });
});

test('F15: a name with several addresses is watched at each of them', async () => {
  const house = await openTestApp('sqlite', { settings: { CHARTROOM_MAX_CONNECTIONS_PER_ADDRESS: '5' } });
  await house.app.listen({ port: 0, host: 'localhost' });
  const bound = house.app.addresses().flatMap((each) => (typeof each === 'string' ? [] : [each]));
  expect(bound.length).toBeGreaterThan(0);
  for (const { address, port } of bound) {
    const many = await Promise.all(Array.from({ length: 30 }, () => dial(port, address, address)));
    await pause(300);
    expect(await healthy(port, address, address)).toBe('HTTP/1.1 200 OK');
    expect(many.filter((socket) => !isGone(socket)).length).toBeLessThanOrEqual(5);
  }
  for (const socket of sockets) socket.destroy();
  await house.close();
});

test('F15: people behind a trusted proxy are told apart: who has too much under way is refused, the others are not', async () => {
  const { house, port, token } = await listening({
    CHARTROOM_TRUSTED_PROXIES: '127.0.0.1',
    CHARTROOM_MAX_CONNECTIONS_PER_ADDRESS: '3',
  });
  const ask = async (person: string, isWhole: boolean) => {
    const socket = await dial(port);
    const body = isWhole ? '{"dashboard_title":"a"}' : '{';
    socket.write(
      `POST /api/v1/dashboard/ HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${person}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n${body}`,
    );
    return socket;
  };
  for (let index = 0; index < 3; index += 1) await ask('203.0.113.1', false);
  await pause(100);
  const refused = await ask('203.0.113.1', true);
  await expect.poll(() => refused.heard()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5/i);
  const other = await ask('203.0.113.2', true);
  await expect.poll(() => other.heard()).toMatch(/^HTTP\/1\.1 201 /);
  for (const socket of sockets) socket.destroy();
  await house.close();
});
