import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTime } from '../base/in-time.ts';

/** Milliseconds for which a page waits for the answers that it brings along: whatever is later, its scripts ask for. */
const PATIENCE = 100;
/** Characters of answers that a page brings along; a larger answer is asked for. */
const MOST = 1_000_000;

/** Headers of the page's own request that are about that request alone. */
const OWN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The answers of calls, asked as whoever asks for the page: by the same routes with the same rights, so that a page never
 * brings what its scripts would not get. Refusals and failures are left out; the scripts meet them.
 *
 * @param addresses - of calls by GET
 * @param behind - the calls that are made as soon as an answer is there
 * @returns the texts of the answers by their addresses
 */
export async function carriedAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  addresses: readonly string[],
  behind: (address: string, answer: unknown) => readonly string[] = () => [],
): Promise<Record<string, string>> {
  const carried: Record<string, string> = {};
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name)),
  );
  const remoteAddress = request.socket.remoteAddress;
  let isOver = false;
  let room = MOST;
  const ask = async (url: string): Promise<void> => {
    const answer = await app.inject({
      method: 'GET',
      url,
      headers: { ...headers, accept: 'application/json' },
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    if (isOver || answer.statusCode !== 200 || !isJson || answer.payload.length > room) return;
    room -= answer.payload.length;
    carried[url] = answer.payload;
    await Promise.allSettled(behind(url, JSON.parse(answer.payload)).map(ask));
  };
  await inTime(Promise.allSettled(addresses.map(ask)), PATIENCE, undefined);
  isOver = true;
  return carried;
}
