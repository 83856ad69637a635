import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { EncodedAnswer } from '../data/ports.ts';

/** Sends an answer as the bytes it is. */
export function sendAnswer(reply: FastifyReply, answer: EncodedAnswer): FastifyReply {
  reply.status(answer.status).type(answer.contentType).headers(answer.headers);
  return reply.send(Buffer.isBuffer(answer.body) ? answer.body : Readable.from(answer.body));
}
