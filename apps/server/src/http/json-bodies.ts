import { type Bounds, beyondBound } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { DEEPEST, isTooDeep, valuesIn, widestMapping } from '../base/json-depth.ts';
import { badRequest } from './errors.ts';

/** Fields of one form. */
const MOST_FIELDS = 1_000;
/** Members of one mapping: what is asked with is copied, checked and named by again and again, member by member. */
const MOST_MEMBERS = 10_000;

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
    else {
      const problem = tooLarge(text, 'the body', most);
      if (problem) done(problem);
      else parse(request, text, done);
    }
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
        const problem = tooLarge(value, `the field ${JSON.stringify(name.slice(0, 100))}`, most);
        if (problem) return done(problem);
        const present = fields[name];
        fields[name] = present === undefined ? value : [present, value].flat();
      }
      done(null, fields);
    },
  );
}

/** What of a text in JSON is more than may be sent. */
function tooLarge(text: string, place: string, most: number): Error | undefined {
  if (valuesIn(text, most) > most)
    return beyondBound(
      `Request is incorrect: the number of keys, values and items of ${place}`,
      most + 1,
      most,
    );
  if (widestMapping(text, MOST_MEMBERS) > MOST_MEMBERS)
    return beyondBound(
      `Request is incorrect: the number of members of one mapping in ${place}`,
      MOST_MEMBERS + 1,
      MOST_MEMBERS,
    );
  return undefined;
}
