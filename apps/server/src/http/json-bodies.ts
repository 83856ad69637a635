import { type Bounds, beyondBound } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEEPEST, isTooDeep, valuesIn, widestMapping } from '../base/json-depth.ts';
import { othersFirst } from '../data/heavy/breathing.ts';
import { badRequest } from './errors.ts';

/** Fields of one form. */
const MOST_FIELDS = 1_000;
/** Characters beyond which a body is read step by step: to look through four million takes some 10 ms, and it is looked through often. */
const LONG = 1 << 18;
/** Members of one mapping: what is asked with is copied, checked and named by again and again, member by member. */
const MOST_MEMBERS = 10_000;

/**
 * Reads JSON bodies and forms. Clients that name the type on every request send it with an empty body too, e.g. when they
 * delete: that counts as no body. Keys that reach for prototypes are refused, what is too deep to be
 * walked, and what holds so many values that to make them would keep everybody waiting. Between two steps in which a long
 * one is read others have their turn, and several long ones take turns.
 */
export function readBodies(
  app: FastifyInstance,
  { MAX_JSON_VALUES: most }: Pick<Bounds, 'MAX_JSON_VALUES'>,
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  const parsed = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) =>
      parse(request, text, (error, value) => (error ? reject(error) : resolve(value))),
    );
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const text = body.toString();
      if (text === '') return undefined;
      const turn = turnsFor(text);
      if (isTooDeep(text))
        throw badRequest(`The body nests lists and objects more than ${DEEPEST} levels deep.`);
      await turn();
      await requireFew(text, 'the body', most);
      await turn();
      return parsed(request, text);
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => {
      const text = body.toString();
      const fields: Record<string, string | string[]> = Object.create(null);
      await turnsFor(text)();
      let count = 0;
      for (const [name, value] of new URLSearchParams(text)) {
        count += 1;
        if (count > MOST_FIELDS) throw badRequest(`The form has more than ${MOST_FIELDS} fields.`);
        await requireFew(value, `the field ${JSON.stringify(name.slice(0, 100))}`, most);
        const present = fields[name];
        fields[name] = present === undefined ? value : [present, value].flat();
      }
      return fields;
    },
  );
}

/** What lets others have their turn between two steps of reading a text: where it is short, nobody needs one. */
function turnsFor({ length }: string): () => Promise<void> | undefined {
  return length > LONG ? othersFirst : () => undefined;
}

/** Rejects with ChartroomError 400 when a text in JSON is more than may be sent. */
async function requireFew(text: string, place: string, most: number): Promise<void> {
  const turn = turnsFor(text);
  await turn();
  if (valuesIn(text, most) > most)
    throw beyondBound(
      `Request is incorrect: the number of keys, values and items of ${place}`,
      most + 1,
      most,
    );
  await turn();
  if (widestMapping(text, MOST_MEMBERS) > MOST_MEMBERS)
    throw beyondBound(
      `Request is incorrect: the number of members of one mapping in ${place}`,
      MOST_MEMBERS + 1,
      MOST_MEMBERS,
    );
}
