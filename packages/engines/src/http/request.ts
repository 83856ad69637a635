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

/** Sends a request. Rejects with HttpFailure unless the answer is a success; a redirection to elsewhere is none. */
export async function send({ origin, headers }: Pick<HttpAddress, 'origin' | 'headers'>, request: HttpRequest): Promise<Response> {
  const response = await fetch(origin + request.path, {
    method: request.method,
    redirect: 'manual',
    signal: request.signal,
    headers: { ...headers, accept: 'application/json', ...(request.body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  if (!response.ok) throw new HttpFailure(response.status, await response.text());
  return response;
}

/** Text of a failure with what is behind it, e.g. `fetch failed: connect ECONNREFUSED 127.0.0.1:8082`. */
export function textOfFailure(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return [error.message, cause.message || code].join(': ');
}
