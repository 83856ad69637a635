import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { text } from '../fields.ts';

/** The caller's account. Guests have a name at most: no id, no address. */
const account = z.strictObject({
  id: z.number().optional(),
  username: z.string().optional(),
  email: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  is_active: z.boolean(),
  is_anonymous: z.boolean(),
  login_count: z.number().optional(),
});
export type Account = z.infer<typeof account>;

/** The same with its roles, each with its pairs of permission and view, and what it may read by name. */
const accountWithRoles = z.strictObject({
  username: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  userId: z.number().optional(),
  isActive: z.boolean(),
  isAnonymous: z.boolean(),
  createdOn: z.string().optional(),
  email: z.string().optional(),
  loginCount: z.number().optional(),
  roles: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
  permissions: z.strictObject({
    database_access: z.array(z.string()),
    datasource_access: z.array(z.string()),
  }),
});
export type AccountWithRoles = z.infer<typeof accountWithRoles>;

/** `/me/` (contract/api.md §2.15): the caller's own account. */
export const meApi = {
  show: endpoint({ method: 'GET', path: '/api/v1/me/', answer: z.strictObject({ result: account }) }),
  roles: endpoint({
    method: 'GET',
    path: '/api/v1/me/roles/',
    answer: z.strictObject({ result: accountWithRoles }),
  }),
  /** What people may change of it; a new password with the one they have (ours). */
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/me/',
    body: z
      .strictObject({
        first_name: text(1, 64),
        last_name: text(1, 64),
        password: text(8, 1000),
        current_password: text(1, 1000),
      })
      .partial(),
    answer: z.strictObject({ result: account }),
  }),
  /** There are no pictures of people: it only tells who is there. */
  avatar: endpoint({ method: 'GET', path: '/api/v1/user/:pk/avatar.png', answer: 'nothing', status: 204 }),
  avatarForPages: endpoint({ method: 'GET', path: '/user/:pk/avatar.png', answer: 'nothing', status: 204 }),
};
