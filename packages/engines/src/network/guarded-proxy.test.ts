import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { ChartroomError } from '@chartroom/model';
import { afterEach, expect, test } from 'vitest';
import { GuardedProxy } from './guarded-proxy.ts';
import type { Outbound } from './network-way.ts';

const refused = (name: string): ChartroomError =>
  new ChartroomError(`"${name}" is refused.`, {
    status: 422,
    error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
  });
/** One name leads to this machine; nothing else may be reached. */
const outbound: Outbound = {
  lookup: (name, options, callback) => {
    if (!name.endsWith('.example')) return callback(refused(name), []);
    if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  },
  refusal: refused,
};

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function proxyOf(): GuardedProxy {
  const proxy = new GuardedProxy(outbound);
  opened.push(proxy);
  return proxy;
}

async function listening(server: Server): Promise<number> {
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** What a tunnel to a place gives back for a text. */
async function through(proxy: GuardedProxy, place: string, sent: string): Promise<string> {
  const socket = connect(await proxy.port(), '127.0.0.1');
  socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\n`);
  socket.once('data', () => socket.end(sent));
  return text(socket);
}

test('bytes go both ways to what may be reached, and nowhere else', async () => {
  const port = await listening(createServer((socket) => socket.pipe(socket)));
  const proxy = proxyOf();
  expect(await through(proxy, `db.example:${port}`, 'hello')).toBe(
    'HTTP/1.1 200 Connection established\r\n\r\nhello',
  );
  expect(proxy.failure).toBeUndefined();
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    expect(await through(proxy, `${host}:${port}`, 'hello')).toMatch(/^HTTP\/1\.1 502 /);
    expect(proxy.failure).toMatchObject({ status: 422 });
  }
});

test('a client that has to do with one host is kept from others', async () => {
  const port = await listening(createServer((socket) => socket.pipe(socket)));
  const proxy = proxyOf();
  proxy.only = 'db.example';
  expect(await through(proxy, `db.example:${port}`, 'hello')).toContain('200 Connection established');
  expect(await through(proxy, `other.example:${port}`, 'hello')).toMatch(/^HTTP\/1\.1 403 /);
  expect(proxy.failure?.message).toContain('other.example');
});

test('a closed port is told', async () => {
  const server = createServer();
  const port = await listening(server);
  server.close();
  const proxy = proxyOf();
  expect(await through(proxy, `db.example:${port}`, 'hello')).toMatch(/^HTTP\/1\.1 502 /);
  expect(proxy.failure).toMatchObject({ code: 'ECONNREFUSED' });
});

test('requests in the clear are passed on, redirections are not', async () => {
  const server = createHttpServer((incoming, response) => {
    if (incoming.url === '/away')
      return void response.writeHead(307, { location: 'http://other.example/' }).end();
    void text(incoming).then((body) => response.end(`${incoming.method} ${incoming.url} ${body}`));
  });
  const port = await listening(server);
  const proxy = proxyOf();
  const ask = async (path: string) => {
    const headers = { host: `db.example:${port}` };
    const outgoing = request({ host: '127.0.0.1', port: await proxy.port(), method: 'POST', path, headers });
    outgoing.end('rows');
    const [answer] = await once(outgoing, 'response');
    return { status: answer.statusCode, location: answer.headers.location, body: await text(answer) };
  };
  expect(await ask('/path?a=1')).toEqual({ status: 200, location: undefined, body: 'POST /path?a=1 rows' });
  expect(await ask(`http://db.example:${port}/whole`)).toMatchObject({ body: 'POST /whole rows' });
  expect(await ask('/away')).toEqual({ status: 307, location: undefined, body: '' });
  expect(await ask('http://127.0.0.1:1/')).toMatchObject({ status: 502 });
});

test('where the operator has a proxy, that one is taken', () => {
  expect(GuardedProxy.for(undefined)).toBeUndefined();
  const before = process.env.HTTPS_PROXY;
  process.env.HTTPS_PROXY = 'http://proxy.example:3128';
  try {
    expect(GuardedProxy.for(outbound)).toBeUndefined();
  } finally {
    if (before === undefined) delete process.env.HTTPS_PROXY;
    else process.env.HTTPS_PROXY = before;
  }
});
