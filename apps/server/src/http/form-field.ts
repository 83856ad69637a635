import type { FastifyRequest } from 'fastify';
import { badRequest } from './errors.ts';

/** A field of a multipart form that holds a question in JSON. Throws 400 when the form brings files. */
export async function formField(request: FastifyRequest, name: string): Promise<unknown> {
  let found: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'file')
      throw badRequest(`"${part.filename}" is a file; the question is expected in the field "${name}".`);
    if (part.fieldname === name) found = part.value;
  }
  return found;
}
