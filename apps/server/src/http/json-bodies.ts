import type { FastifyInstance } from 'fastify';
import { badRequest } from './errors.ts';
import { DEEPEST, isTooDeep } from './json-depth.ts';

/**
 * Reads JSON bodies. Clients that name the type on every request send it with an empty body too, e.g. when they
 * delete: that counts as no body. Keys that reach for prototypes are refused, and what is too deep to be walked.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else if (isTooDeep(text)) done(badRequest(`The body nests lists and objects more than ${DEEPEST} levels deep.`));
    else parse(request, text, done);
  });
}
