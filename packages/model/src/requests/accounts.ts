import { z } from 'zod';
import { spelledSwitch, text } from '../fields.ts';
import { accountFields } from '../user/user.ts';

/** `POST /security/login` (contract/api.md §1.1). */
export const loginSchema = z.strictObject({
  username: z.string(),
  password: text(1),
  provider: z.enum(['db', 'ldap']).default('db'),
  refresh: spelledSwitch.default(false),
});

/** `POST /first-run`: the first administrator of a new installation. */
export const firstRunSchema = z.strictObject({
  token: z.string(),
  username: text(1, 250),
  password: text(8, 1000),
  first_name: text(1, 64),
  last_name: text(1, 64),
  email: text(3, 320),
});

/** `POST /security/register/` (ours), `POST /security/user_registrations/`: an account that is to be confirmed. */
export const registrationSchema = z.strictObject({
  username: accountFields.username,
  first_name: accountFields.first_name,
  last_name: accountFields.last_name,
  email: z.email().max(320),
  password: text(8, 1000),
});
export type Registration = z.output<typeof registrationSchema>;
export const registrationPutSchema = registrationSchema.omit({ password: true }).partial();

/** `POST /security/register/activation/` (ours): the word that the mail told. */
export const activationSchema = z.strictObject({ registration_hash: text(1, 200) });

/** `PUT /me/`: what people may change of their own account; a new password with the one they have (ours). */
export const mePutSchema = z
  .strictObject({
    first_name: text(1, 64),
    last_name: text(1, 64),
    password: text(8, 1000),
    current_password: text(1, 1000),
  })
  .partial();

/** `POST /me/api_keys/` (ours): a key for a program, good for some days, or until it is removed. */
export const apiKeySchema = z.strictObject({ name: text(1, 100), days: z.int().min(1).max(3650).nullish() });

/** `POST /security/password_link/` (ours): a new password for whom the link was made. */
export const newPasswordSchema = z.strictObject({ token: text(1, 200), password: text(8, 1000) });
