import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** A request as it arrived. */
export interface DoubleRequest {
  method: string;
  /** Path with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a double answers; `drop` ends the connection without a word. */
export interface DoubleAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Text and bytes go as they are, anything else as JSON. */
  body?: unknown;
  delayMs?: number;
  drop?: boolean;
}

/** A server that speaks a vendor's protocol as far as a test needs it, and remembers what it was asked. */
export interface ProtocolDouble {
  origin: string;
  host: string;
  port: number;
  requests: DoubleRequest[];
  close(): Promise<void>;
}

/** Starts a double on a free port of this machine. */
export async function startDouble(
  answer: (request: DoubleRequest) => DoubleAnswer | Promise<DoubleAnswer>,
): Promise<ProtocolDouble> {
  const requests: DoubleRequest[] = [];
  const server = createServer((incoming, response) => {
    const play = async (): Promise<void> => {
      const body = await buffer(incoming);
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body,
      };
      requests.push(request);
      await respond(response, await answer(request));
    };
    play().catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The double has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    host: '127.0.0.1',
    port: address.port,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function respond(
  response: ServerResponse,
  { status = 200, headers = {}, body, delayMs, drop }: DoubleAnswer,
): Promise<void> {
  if (delayMs !== undefined) await setTimeout(delayMs);
  if (drop) {
    response.destroy();
    return;
  }
  const isPlain = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, isPlain ? headers : { 'content-type': 'application/json', ...headers });
  response.end(isPlain || body === undefined ? body : JSON.stringify(body));
}
