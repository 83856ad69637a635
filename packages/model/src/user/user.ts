import { z } from 'zod';
import { itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { ids, text } from '../fields.ts';

/** What names an account, and the bounds of it. */
export const accountFields = {
  email: text(1, 320),
  first_name: text(1, 64),
  last_name: text(1, 64),
  username: text(1, 250),
};

const { username, ...names } = accountFields;
const all = z.strictObject({
  active: z.boolean(),
  ...names,
  password: text(1, 1000),
  roles: ids,
  groups: ids,
  username,
});
const post = all.extend({
  active: z.boolean().default(true),
  roles: ids.optional(),
  groups: ids.optional(),
});
const put = all.partial();

const named = z.strictObject({ id: z.number(), name: z.string() });
/** Who made and changed an account is told by id alone. */
const signer = z.strictObject({ id: z.number() }).nullable();

const row = z.strictObject({
  id: z.number(),
  roles: z.array(named),
  groups: z.array(named),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  active: z.boolean(),
  email: z.string(),
  last_login: z.string().nullable(),
  login_count: z.number(),
  fail_login_count: z.number(),
  created_on: z.string(),
  changed_on: z.string(),
  created_by: signer,
  changed_by: signer,
});
export type UserRow = z.infer<typeof row>;

/** `/security/users/` (contract/api.md §2.14). */
export const userApi = resourceApi({
  path: 'security/users',
  row,
  item: row,
  post,
  put,
  shown: itemAnswerOf(row),
  made: madeAnswerOf(post.omit({ password: true })),
  changed: z.strictObject({ result: put.omit({ password: true }) }),
});
