import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '../files/read-rows.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';
import { mysql } from './index.ts';

const TRAP = 'SELECT trap';
const options = { signal: new AbortController().signal, timeoutMs: 10_000, readOnly: true };

/** What the client sent after it was asked for a file. */
const sent: Buffer[] = [];
let server: Server;
let uri: string;

/** A packet of the protocol: its length, its number in the exchange, its content. */
function packet(number: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(content.length, 0, 3);
  head.writeUInt8(number, 3);
  return Buffer.concat([head, content]);
}

/** Passes everything on to MariaDB, but answers one statement by asking for a file of the client. */
function lieTo(client: Socket): void {
  const { hostname, port } = new URL(SERVERS.MariaDB.uri);
  const real = new Socket().connect(Number(port || 3306), hostname);
  let trapped = false;
  client.on('data', (data) => {
    if (trapped) {
      sent.push(data);
      client.end(packet(3, Buffer.from([0, 0, 0, 2, 0, 0, 0])));
    } else if (data.includes(TRAP)) {
      trapped = true;
      client.write(packet(1, Buffer.concat([Buffer.from([0xfb]), Buffer.from(import.meta.filename)])));
    } else real.write(data);
  });
  real.on('data', (data) => client.write(data));
  for (const [one, other] of [
    [client, real],
    [real, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}

const reachable = await isReachable('MariaDB', 'a server that asks for files');

beforeAll(async () => {
  server = createServer(lieTo).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = new URL(SERVERS.MariaDB.uri);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  uri = url.href;
});
afterAll(() => server.close());

/** Catalogue of safety cases, A32: whatever the address or the server asks for. */
test
  .runIf(reachable)
  .each(['', '?local_infile=1', '?allow_local_infile=1&flags=LOCAL_FILES&multipleStatements=true'])(
  'a server that asks for a file of this machine gets none, address%s',
  async (query) => {
    sent.length = 0;
    const session = mysql.open({ uri: uri + query, extra: {}, home: '' });
    try {
      expect(await readRows(await session.run('SELECT 1', options))).toEqual([[1]]);
      await expect(session.run('SELECT 1; SELECT 2', options)).rejects.toMatchObject({ status: 400 });
      await expect(session.run(TRAP, options)).rejects.toThrow();
      // An empty packet is the word for "nothing to send".
      expect(sent[0]).toEqual(packet(2, Buffer.alloc(0)));
    } finally {
      await session.close();
    }
  },
);
