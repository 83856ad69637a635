import { z } from 'zod';
import { itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { ids, text } from '../fields.ts';

const body = z.strictObject({
  name: text(1, 100),
  label: text(0, 150).nullish(),
  description: text(0, 512).nullish(),
  roles: ids.optional(),
  users: ids.optional(),
});

const row = z.strictObject({
  id: z.number(),
  name: z.string(),
  label: z.string().nullable(),
  description: z.string().nullable(),
  roles: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  users: z.array(personWith('id', 'username')),
});
export type GroupRow = z.infer<typeof row>;

/** `/security/groups/` (contract/api.md §2.14). */
export const groupApi = resourceApi({
  path: 'security/groups',
  row,
  item: row,
  post: body,
  put: body.partial(),
  shown: itemAnswerOf(row),
  made: madeAnswerOf(body),
  changed: z.strictObject({ result: body.partial() }),
});
