import type { Generated } from 'kysely';
import type { Audited, Flag } from './common-columns.ts';

/** People, what they may do, and how they come in. */
export interface PeopleTables {
  users: Audited & {
    username: string;
    first_name: string;
    last_name: string;
    email: string;
    password_hash: string;
    active: Flag;
    login_count: number;
    fail_login_count: number;
    last_login: string | null;
    /** Changes with the password and on revocation: tokens that carry an older one are void. */
    stamp: number;
  };
  roles: { id: Generated<number>; name: string };
  groups: { id: Generated<number>; name: string; label: string | null; description: string | null };
  user_roles: { user_id: number; role_id: number };
  user_groups: { user_id: number; group_id: number };
  group_roles: { group_id: number; role_id: number };
  permissions: { id: Generated<number>; name: string };
  views: { id: Generated<number>; name: string };
  permission_views: { id: Generated<number>; permission_id: number; view_id: number };
  role_permissions: { role_id: number; permission_view_id: number };
  sessions: {
    id: string;
    user_id: number;
    stamp: number;
    created_on: string;
    seen_on: string;
    expires_on: string;
    /** Network address and browser that began it. */
    address: string | null;
    agent: string | null;
    /** Identity provider that it came by. */
    provider: string | null;
  };
  /** Who an account is at an identity provider: what the provider calls its `sub`. */
  identities: {
    id: Generated<number>;
    provider: string;
    subject: string;
    user_id: number;
    created_on: string;
  };
  api_keys: {
    id: Generated<number>;
    user_id: number;
    name: string;
    /** First letters of the key, by which its owner knows it again. */
    hint: string;
    /** SHA-256 of the key; the key itself is kept by nobody here. */
    hash: string;
    created_on: string;
    seen_on: string | null;
    expires_on: string | null;
  };
  /** People who have asked for an account; the word in `registration_hash` makes it one. */
  user_registrations: {
    id: Generated<number>;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    password_hash: string;
    registration_date: string;
    registration_hash: string;
  };
  password_links: {
    hash: string;
    user_id: number;
    created_by_id: number | null;
    created_on: string;
    expires_on: string;
  };
}
