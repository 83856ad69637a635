import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { tooLargeAnswer, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { agentFor, type HttpAgents } from './guarded-agents.ts';

export interface HttpAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/**
 * One request and its whole answer. The built-in `fetch` takes neither certificates of a client nor an authority of
 * one's own, and follows redirections with the password in hand; this does the former and not the latter.
 */
export function httpRequest(
  url: string,
  {
    body,
    agents,
    ...options
  }: RequestOptions & TlsOptions & { body?: string; agents?: HttpAgents | undefined },
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? secureRequest : plainRequest;
    const request = send(url, { ...options, ...(agents && { agent: agentFor(url, agents) }) }, (response) => {
      const { statusCode = 0, headers } = response;
      text(bytesWithin(response)).then(
        (content) => resolve({ status: statusCode, headers, body: content }),
        reject,
      );
    });
    request.on('error', reject);
    // As bytes: a text would be joined with the headers and change their encoding.
    request.end(body === undefined ? undefined : Buffer.from(body));
  });
}

interface TlsOptions {
  rejectUnauthorized?: boolean;
  ca?: string;
  cert?: string;
  key?: string;
}

/** The bytes of an answer as they come, up to `most`; rejects with 413 beyond, and the connection ends. */
export async function* bytesWithin(
  answer: AsyncIterable<Uint8Array>,
  most: number = USUAL_BOUNDS.MAX_ANSWER_BYTES,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of answer) {
    bytes += piece.length;
    if (bytes > most) throw tooLargeAnswer({ ...USUAL_BOUNDS, MAX_ANSWER_BYTES: most });
    yield piece;
  }
}
