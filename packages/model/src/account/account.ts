import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';
import { text } from '../fields.ts';

const session = z.strictObject({
  id: z.string(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  created_on: z.string(),
  seen_on: z.string(),
  expires_on: z.string(),
});
const ownSession = session.extend({ current: z.boolean() });
export type OwnSession = z.infer<typeof ownSession>;

/** A key for programs, which is known by how it begins. */
const apiKey = z.strictObject({
  id: z.number(),
  name: z.string(),
  hint: z.string(),
  created_on: z.string(),
  seen_on: z.string().nullable(),
  expires_on: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Ways into an account (ours): its sessions, keys for programs, and links that set a new password. */
export const accountApi = {
  ownSessions: endpoint({
    method: 'GET',
    path: '/api/v1/me/sessions/',
    answer: z.strictObject({ result: z.array(ownSession) }),
  }),
  endOtherSessions: endpoint({ method: 'DELETE', path: '/api/v1/me/sessions/', answer: messageAnswer }),
  endSession: endpoint({ method: 'DELETE', path: '/api/v1/me/sessions/:key', answer: messageAnswer }),
  sessionsOf: endpoint({
    method: 'GET',
    path: '/api/v1/security/users/:pk/sessions/',
    answer: z.strictObject({ result: z.array(session) }),
  }),
  endSessionsOf: endpoint({
    method: 'DELETE',
    path: '/api/v1/security/users/:pk/sessions/',
    answer: messageAnswer,
  }),
  apiKeys: endpoint({
    method: 'GET',
    path: '/api/v1/me/api_keys/',
    answer: z.strictObject({ result: z.array(apiKey) }),
  }),
  /** A key is good for some days, or until it is removed. It is told this once. */
  makeApiKey: endpoint({
    method: 'POST',
    path: '/api/v1/me/api_keys/',
    body: z.strictObject({ name: text(1, 100), days: z.int().min(1).max(3650).nullish() }),
    answer: z.strictObject({ id: z.number(), key: z.string() }),
    status: 201,
  }),
  removeApiKey: endpoint({ method: 'DELETE', path: '/api/v1/me/api_keys/:pk', answer: messageAnswer }),
  makePasswordLink: endpoint({
    method: 'POST',
    path: '/api/v1/security/users/:pk/password_link/',
    answer: z.strictObject({ url: z.string(), expires_on: z.string() }),
    status: 201,
  }),
  /** Sets a new password for whom a link was made. */
  setPassword: endpoint({
    method: 'POST',
    path: '/api/v1/security/password_link/',
    body: z.strictObject({ token: text(1, 200), password: text(8, 1000) }),
    answer: messageAnswer,
  }),
};
