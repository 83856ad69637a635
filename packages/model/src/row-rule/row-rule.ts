import { z } from 'zod';
import { changedAnswerOf, itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { ids, text } from '../fields.ts';

/** Regular rules hold for people with a role of theirs, base rules for everybody else. */
const ruleType = z.enum(['Regular', 'Base']);
export type RowRuleType = z.infer<typeof ruleType>;

const body = z.strictObject({
  name: text(1, 255),
  description: z.string().nullish(),
  filter_type: ruleType,
  tables: ids.refine((list) => list.length > 0, 'Shorter than minimum length 1.'),
  roles: ids,
  group_key: z.string().nullish(),
  clause: z.string(),
});

const about = {
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  filter_type: ruleType,
  tables: z.array(z.strictObject({ id: z.number(), schema: z.string().nullable(), table_name: z.string() })),
  roles: z.array(z.strictObject({ id: z.number(), name: z.string() })),
};

const row = z.strictObject({
  ...about,
  clause: z.string(),
  changed_on_delta_humanized: z.string(),
  changed_by: personWith('first_name', 'last_name', 'id').nullable(),
  group_key: z.string().nullable(),
});
export type RowRuleRow = z.infer<typeof row>;

const item = z.strictObject({ ...about, group_key: z.string().nullable(), clause: z.string() });
export type RowRuleItem = z.infer<typeof item>;

/** `/rowlevelsecurity/` (contract/api.md §2.13). */
export const rowRuleApi = resourceApi({
  path: 'rowlevelsecurity',
  row,
  item,
  post: body,
  put: body.partial(),
  shown: itemAnswerOf(item),
  made: madeAnswerOf(body),
  changed: changedAnswerOf(body.partial()),
});
