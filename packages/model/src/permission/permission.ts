import { z } from 'zod';
import { itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { nameWithin } from '../fields.ts';

const named = z.strictObject({ id: z.number(), name: z.string() });

/** `/security/permissions/` (contract/api.md §2.14): names such as can_read, which are only read. */
export const permissionApi = resourceApi({
  path: 'security/permissions',
  row: named,
  item: named,
  post: z.never(),
  put: z.never(),
  shown: itemAnswerOf(named),
  made: z.never(),
  changed: z.never(),
});

const viewBody = z.strictObject({ name: nameWithin(250) });

/** `/security/resources/`: what permissions are given on. */
export const viewApi = resourceApi({
  path: 'security/resources',
  row: named,
  item: named,
  post: viewBody,
  /** Changes may leave everything as it is. */
  put: viewBody.partial(),
  shown: itemAnswerOf(named),
  made: madeAnswerOf(viewBody),
  changed: z.strictObject({ result: viewBody }),
});

const pairBody = z.strictObject({ permission_id: z.int(), view_menu_id: z.int() });

/** A permission on a view, e.g. can_read on Chart. */
const pair = z.strictObject({
  id: z.number(),
  permission: z.strictObject({ name: z.string() }),
  view_menu: z.strictObject({ name: z.string() }),
});
export type PermissionPair = z.infer<typeof pair>;

/** `/security/permissions-resources/`: the pairs that roles hold. */
export const pairApi = resourceApi({
  path: 'security/permissions-resources',
  row: pair,
  item: pair,
  post: pairBody,
  put: pairBody.partial(),
  shown: itemAnswerOf(pair),
  made: madeAnswerOf(pairBody),
  changed: z.strictObject({ result: pairBody }),
});
