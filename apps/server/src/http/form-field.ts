import { ChartroomError } from '@chartroom/model';
import type { FastifyRequest } from 'fastify';
import { badRequest } from './errors.ts';

/** A field of a multipart form that holds a question in JSON. Throws 400 when the form brings files, 413 when it is cut. */
export async function formField(request: FastifyRequest, name: string): Promise<unknown> {
  let found: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'file')
      throw badRequest(`"${part.filename}" is a file; the question is expected in the field "${name}".`);
    if (part.fieldname !== name) continue;
    if (part.valueTruncated) throw tooLong(name);
    found = part.value;
  }
  return found;
}

function tooLong(name: string): ChartroomError {
  return new ChartroomError(`The field "${name}" is longer than a field of a form may be. Send it as JSON.`, {
    status: 413,
    error_type: 'INVALID_PAYLOAD_FORMAT_ERROR',
    shape: 'message',
  });
}
