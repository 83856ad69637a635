import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { othersFirst } from '../data/heavy/breathing.ts';
import type { EncodedAnswer } from '../data/ports.ts';
import { packedForWay, takesGzip } from './packed-for-way.ts';

/** Sends an answer as the bytes it is. */
export function sendAnswer(reply: FastifyReply, answer: EncodedAnswer): FastifyReply {
  reply.status(answer.status).type(answer.contentType).headers(answer.headers);
  return reply.send(Buffer.isBuffer(answer.body) ? answer.body : streamOf(answer.body));
}

/** Answers with text that may be long; it goes packed where the way is slow. */
export function sendLongText(reply: FastifyReply, answer: EncodedAnswer): FastifyReply {
  const { body } = answer;
  if (Buffer.isBuffer(body) || !takesGzip(reply.request.headers['accept-encoding']?.toString()))
    return sendAnswer(reply, answer);
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return sendAnswer(reply, { ...answer, headers, body: packedForWay(body) });
}

/** Pieces as a stream that lets others have their turn. */
export function streamOf(pieces: AsyncIterable<Buffer>): Readable {
  return Readable.from(breathing(pieces));
}

/** Milliseconds for which pieces are made without a look at other requests. */
const MOST = 2;

/** A reader who takes every piece at once would otherwise keep all others waiting until the end. */
async function* breathing(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let begun = performance.now();
  for await (const piece of pieces) {
    yield piece;
    if (performance.now() - begun < MOST) continue;
    await othersFirst();
    begun = performance.now();
  }
}
