import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { changedAnswerOf, itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { text } from '../fields.ts';
import { accountFields } from '../user/user.ts';

/** An account that is to be confirmed. */
const body = z.strictObject({
  username: accountFields.username,
  first_name: accountFields.first_name,
  last_name: accountFields.last_name,
  email: z.email().max(320),
  password: text(8, 1000),
});
export type Registration = z.output<typeof body>;

const row = z.strictObject({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  registration_date: z.string(),
  registration_hash: z.string(),
});
export type RegistrationRow = z.infer<typeof row>;

const echo = body.omit({ password: true });
const activated = z.strictObject({ result: z.strictObject({ username: z.string() }) });

/** `/security/user_registrations/` (contract/api.md §2.14), and registering oneself (ours). */
export const registrationApi = {
  ...resourceApi({
    path: 'security/user_registrations',
    row,
    item: row,
    post: body,
    put: echo.partial(),
    shown: itemAnswerOf(row),
    made: madeAnswerOf(echo),
    changed: changedAnswerOf(echo.partial()),
  }),
  /** Lets in somebody who waits. */
  activate: endpoint({
    method: 'POST',
    path: '/api/v1/security/user_registrations/:pk/activate/',
    answer: activated,
  }),
  /** Answers whether a mail was sent that asks to confirm it. */
  register: endpoint({
    method: 'POST',
    path: '/api/v1/security/register/',
    body,
    answer: z.strictObject({ mailed: z.boolean() }),
    status: 201,
  }),
  /** Confirms it with the word that the mail told. */
  confirm: endpoint({
    method: 'POST',
    path: '/api/v1/security/register/activation/',
    body: z.strictObject({ registration_hash: text(1, 200) }),
    answer: activated,
  }),
};
