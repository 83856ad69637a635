import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { ids, nameWithin } from '../fields.ts';

const BASE = '/api/v1/security/roles';

const body = z.strictObject({ name: nameWithin(64) });

const row = z.strictObject({ id: z.number(), name: z.string() });

/** A role with what hangs on it. */
const fullRole = row.extend({
  user_ids: z.array(z.number()),
  permission_ids: z.array(z.number()),
  group_ids: z.array(z.number()),
});
export type FullRole = z.infer<typeof fullRole>;

const searchQuery = z.object({
  page: z.number().int().default(0),
  page_size: z.number().int().default(10),
  order_column: z.string().default('id'),
  order_direction: z.enum(['asc', 'desc']).default('asc'),
  filters: z
    .array(
      z.object({
        col: z.enum(['user_ids', 'permission_ids', 'group_ids', 'name']),
        value: z.union([z.string(), z.number()]),
      }),
    )
    .default([]),
});

const permissions = z.strictObject({ permission_view_menu_ids: ids });
const users = z.strictObject({ user_ids: ids });
const groups = z.strictObject({ group_ids: ids });

/** `/security/roles/` (contract/api.md §2.14). */
export const roleApi = {
  ...resourceApi({
    path: 'security/roles',
    row,
    item: row,
    post: body,
    /** Changes may leave everything as it is. */
    put: body.partial(),
    shown: itemAnswerOf(row),
    made: madeAnswerOf(body),
    changed: z.strictObject({ result: body }),
  }),
  search: endpoint({
    method: 'GET',
    path: `${BASE}/search/`,
    q: searchQuery,
    answer: z.strictObject({ count: z.number(), ids: z.array(z.number()), result: z.array(fullRole) }),
  }),
  permissions: endpoint({
    method: 'GET',
    path: `${BASE}/:pk/permissions/`,
    answer: z.strictObject({
      result: z.array(
        z.strictObject({ id: z.number(), permission_name: z.string(), view_menu_name: z.string() }),
      ),
    }),
  }),
  /** Each puts exactly these on a role, and answers them without repetitions. */
  setPermissions: endpoint({
    method: 'POST',
    path: `${BASE}/:pk/permissions`,
    body: permissions,
    answer: z.strictObject({ result: permissions }),
  }),
  setUsers: endpoint({
    method: 'PUT',
    path: `${BASE}/:pk/users`,
    body: users,
    answer: z.strictObject({ result: users }),
  }),
  setGroups: endpoint({
    method: 'PUT',
    path: `${BASE}/:pk/groups`,
    body: groups,
    answer: z.strictObject({ result: groups }),
  }),
};
