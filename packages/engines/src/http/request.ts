import { type Agent, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { HttpAddress } from './address.ts';

/** Kinds of answers that have no body. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

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

/** Sends a request. Rejects with HttpFailure unless the answer is a success; a redirection to elsewhere is none. */
export async function send(
  { origin, headers, agentFor }: Pick<HttpAddress, 'origin' | 'headers' | 'agentFor'>,
  { method, path, body, signal }: HttpRequest,
): Promise<Response> {
  const agent = agentFor(origin);
  const sent = {
    method,
    signal,
    headers: { ...headers, accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = agent ? await fetchBy(agent, origin + path, sent) : await fetch(origin + path, { ...sent, redirect: 'manual' });
  if (!response.ok) throw new HttpFailure(response.status, await response.text());
  return response;
}

/** As `fetch`, over the connections of an agent, which `fetch` does not take. */
function fetchBy(
  agent: Agent,
  url: string,
  { body, ...options }: { method: string; signal: AbortSignal; headers: Record<string, string>; body?: string },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? secureRequest : plainRequest;
    const sent = request(url, { ...options, agent }, (answer) => {
      const { statusCode = 0 } = answer;
      resolve(new Response(NO_BODY.has(statusCode) ? null : Readable.toWeb(answer), { status: statusCode }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Text of a failure with what is behind it, e.g. `fetch failed: connect ECONNREFUSED 127.0.0.1:8082`. */
export function textOfFailure(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return [error.message, cause.message || code].join(': ');
}
