import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { agentFor } from '../network/guarded-agents.ts';
import { bytesWithin } from '../network/http-request.ts';
import type { HttpAddress } from './address.ts';

/** An answer that says that the request failed. */
export class HttpFailure extends Error {
  readonly status: number;
  /** The answer's text. */
  readonly body: string;

  constructor(status: number, body: string) {
    super(`HTTP ${status}: ${body.slice(0, 2_000) || 'no explanation'}`);
    this.name = 'HttpFailure';
    this.status = status;
    this.body = body;
  }
}

/** What is asked of a server: `body` is sent as JSON. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  signal: AbortSignal;
}

/** Answers that have no body, as their status says. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Sends a request. Rejects with HttpFailure unless the answer is a success; a redirection to elsewhere is none. */
export async function send(
  {
    origin,
    headers,
    agents,
    mostBytes,
  }: Pick<HttpAddress, 'origin' | 'headers' | 'agents'> & Partial<Pick<HttpAddress, 'mostBytes'>>,
  request: HttpRequest,
): Promise<Response> {
  const url = origin + request.path;
  const content = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
  const given = {
    ...headers,
    accept: 'application/json',
    ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
  };
  const options = {
    method: request.method,
    signal: request.signal,
    headers: given,
    agent: agentFor(url, agents),
  };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? secureRequest : plainRequest)(url, options, resolve);
    outgoing.on('error', reject);
    outgoing.end(content);
  });
  const response = responseOf(incoming, mostBytes);
  if (!response.ok) throw new HttpFailure(response.status, await response.text());
  return response;
}

function responseOf(incoming: IncomingMessage, most: number | undefined): Response {
  const { statusCode: status = 500 } = incoming;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  return new Response(BODILESS.has(status) ? null : ReadableStream.from(bytesWithin(incoming, most)), {
    status,
    headers,
  });
}

/** Text of a failure with what is behind it, e.g. `read failed: connect ECONNREFUSED 127.0.0.1:8082`. */
export function textOfFailure(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return [error.message, cause.message || code].join(': ');
}
