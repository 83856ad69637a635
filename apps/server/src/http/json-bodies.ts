import { type Bounds, beyondBound } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { DEEPEST, isTooDeep, valuesIn } from '../base/json-depth.ts';
import { badRequest } from './errors.ts';

/** Fields of one form. */
const MOST_FIELDS = 1_000;

/**
 * Reads JSON bodies and forms. Clients that name the type on every request send it with an empty body too, e.g. when they
 * delete: that counts as no body. Keys that reach for prototypes are refused, what is too deep to be
 * walked, and what holds so many values that to make them would keep everybody waiting.
 */
export function readBodies(
  app: FastifyInstance,
  { MAX_JSON_VALUES: most }: Pick<Bounds, 'MAX_JSON_VALUES'>,
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else if (isTooDeep(text))
      done(badRequest(`The body nests lists and objects more than ${DEEPEST} levels deep.`));
    else if (valuesIn(text, most) > most) done(tooMany('the body', most));
    else parse(request, text, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const fields: Record<string, string | string[]> = Object.create(null);
      let count = 0;
      for (const [name, value] of new URLSearchParams(body.toString())) {
        count += 1;
        if (count > MOST_FIELDS) return done(badRequest(`The form has more than ${MOST_FIELDS} fields.`));
        if (valuesIn(value, most) > most)
          return done(tooMany(`the field ${JSON.stringify(name.slice(0, 100))}`, most));
        const present = fields[name];
        fields[name] = present === undefined ? value : [present, value].flat();
      }
      done(null, fields);
    },
  );
}

function tooMany(place: string, most: number): Error {
  return beyondBound(
    `Request is incorrect: the number of keys, values and items of ${place}`,
    most + 1,
    most,
  );
}
