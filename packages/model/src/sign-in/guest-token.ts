import { z } from 'zod';

const user = z.object({
  username: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});
const resource = z.object({ type: z.enum(['dashboard']), id: z.string() });
const rule = z.object({ dataset: z.int().nullish(), clause: z.string() });

/** What a guest's token is made of (contract/api.md §3.7); unknown members are ignored. */
export const guestTokenBody = z.object({
  user: user.default({}),
  resources: z.array(resource),
  rls: z.array(rule),
});
export type GuestTokenRequest = z.infer<typeof guestTokenBody>;

/** What a guest's token has to say when it is used. */
export const guestTokenClaims = z.object({
  user,
  resources: z.array(resource),
  rls_rules: z.array(rule),
  type: z.literal('guest'),
});
