import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { spelledSwitch, text } from '../fields.ts';
import { guestTokenBody } from './guest-token.ts';

const firstRunBody = z.strictObject({
  token: z.string(),
  username: text(1, 250),
  password: text(8, 1000),
  first_name: text(1, 64),
  last_name: text(1, 64),
  email: text(3, 320),
});
export type FirstAdministrator = Omit<z.infer<typeof firstRunBody>, 'token'>;

/** Signing in and out, and tokens (contract/api.md §1.1, §1.2). */
export const signInApi = {
  login: endpoint({
    method: 'POST',
    path: '/api/v1/security/login',
    body: z.strictObject({
      username: z.string(),
      password: text(1),
      provider: z.enum(['db', 'ldap']).default('db'),
      refresh: spelledSwitch.default(false),
    }),
    /** The second token when the caller wants to refresh the first. */
    answer: z.strictObject({ access_token: z.string(), refresh_token: z.string().optional() }),
  }),
  /** Reads its token from the header itself. */
  refresh: endpoint({
    method: 'POST',
    path: '/api/v1/security/refresh',
    answer: z.strictObject({ access_token: z.string() }),
  }),
  guestToken: endpoint({
    method: 'POST',
    path: '/api/v1/security/guest_token/',
    body: guestTokenBody,
    answer: z.strictObject({ token: z.string() }),
  }),
  csrfToken: endpoint({
    method: 'GET',
    path: '/api/v1/security/csrf_token/',
    answer: z.strictObject({ result: z.string() }),
  }),
  /** The page with the form, and where browsers send it: `username` and `password`. */
  page: endpoint({
    method: 'GET',
    path: '/login/',
    query: z.object({ next: z.string(), problem: z.string() }).partial(),
    answer: 'page',
  }),
  sendForm: endpoint({
    method: 'POST',
    path: '/login/',
    query: z.object({ next: z.string() }).partial(),
    answer: 'redirect',
  }),
  logout: endpoint({ method: 'GET', path: '/logout/', answer: 'redirect' }),
  /** The way to an identity provider, and back from it. */
  toProvider: endpoint({
    method: 'GET',
    path: '/login/:provider',
    query: z.object({ next: z.string() }).partial(),
    answer: 'redirect',
  }),
  fromProvider: endpoint({
    method: 'GET',
    path: '/oauth-authorized/:provider',
    query: z.object({ state: z.string() }).partial(),
    answer: 'redirect',
  }),
  /** The first administrator of a new installation. */
  firstRun: endpoint({
    method: 'POST',
    path: '/first-run',
    body: firstRunBody,
    answer: z.strictObject({ id: z.number() }),
  }),
};
