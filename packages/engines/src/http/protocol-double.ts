import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject } from '@chartroom/model';

/** A request that a double got. */
export interface SeenRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: JsonObject;
}

/** A server of a test that speaks an engine's protocol over HTTP. */
export interface ProtocolDouble {
  port: number;
  /** What it was asked, oldest first. */
  seen: SeenRequest[];
  close(): void;
}

/** Starts a double on a port of this machine; `answer` says what it says. */
export async function startDouble(
  answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<ProtocolDouble> {
  const seen: SeenRequest[] = [];
  const server = createServer((message, response) => {
    void readRequest(message).then((request) => {
      seen.push(request);
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The double has no port.');
  return {
    port: address.port,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<SeenRequest> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return {
    method: message.method ?? '',
    path: message.url ?? '',
    authorization: message.headers.authorization,
    body: isJsonObject(body) ? body : {},
  };
}

/** Answers with a document. */
export function reply(response: ServerResponse, document: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}
