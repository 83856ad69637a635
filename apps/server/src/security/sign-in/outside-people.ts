import { ChartroomError } from '@chartroom/model';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import { insertAccount, noteSignIn, requireAdministrator } from '../accounts.ts';
import { NO_PASSWORD } from '../passwords.ts';

/** Somebody whom a directory, an identity provider or a proxy vouches for. */
export interface OutsidePerson {
  username: string;
  email: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  /** Groups there, as AUTH_ROLES_MAPPING names them; undefined when nothing is said of groups. */
  groups: string[] | undefined;
}

/** Who a person is at an identity provider. User names may be chosen there; this may not. */
export interface Identity {
  provider: string;
  subject: string;
  /** Whether a new identity takes over the account of the same user name. */
  mayLink: boolean;
}

/** Why somebody who is who they say does not come in all the same. */
export type Refusal = 'no_account' | 'name_taken' | 'switched_off';
export type Admission = { id: number; stamp: number } | { refused: Refusal };

type Parts = Pick<Ground, 'db' | 'config' | 'now' | 'say'>;
type Found = { id: number; stamp: number; active: number };

/**
 * The account of somebody whom others vouch for: found by identity where there is one, else by user name; made at the
 * first sign-in when AUTH_USER_REGISTRATION allows it. Roles follow the groups when AUTH_ROLES_SYNC_AT_LOGIN says so.
 */
export async function admit(person: OutsidePerson, parts: Parts, identity?: Identity): Promise<Admission> {
  const known = () => (identity ? byIdentity(parts.db, identity) : byUsername(parts.db, person.username));
  const account = (await known()) ?? (identity && (await linked(person, identity, parts)));
  if (account === 'name_taken') return { refused: 'name_taken' };
  if (account) return enter(account, person, parts);
  if (!parts.config.AUTH_USER_REGISTRATION) return { refused: 'no_account' };
  try {
    return await register(person, parts, identity);
  } catch (error) {
    // Of two first sign-ins at once the second finds the account that the first has made.
    const made = await known();
    if (!made) throw error;
    return enter(made, person, parts);
  }
}

async function enter(account: Found, person: OutsidePerson, parts: Parts): Promise<Admission> {
  if (account.active === 0) return { refused: 'switched_off' };
  if (parts.config.AUTH_ROLES_SYNC_AT_LOGIN && person.groups) await syncRoles(account.id, person, parts);
  await noteSignIn(parts.db, account.id, parts.now());
  return { id: account.id, stamp: account.stamp };
}

/** The account of the same user name, which becomes this identity's where the provider may link; undefined when there is none. */
async function linked(
  person: OutsidePerson,
  identity: Identity,
  { db, now }: Parts,
): Promise<Found | 'name_taken' | undefined> {
  const namesake = await byUsername(db, person.username);
  if (!namesake) return undefined;
  // One account is one person: an account that came by a provider is not given to a second person of it.
  const other = await db
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', namesake.id)
    .where('provider', '=', identity.provider)
    .executeTakeFirst();
  if (!identity.mayLink || other) return 'name_taken';
  await keepIdentity(db, identity, namesake.id, now());
  return namesake;
}

async function register(
  person: OutsidePerson,
  { db, config, now }: Parts,
  identity: Identity | undefined,
): Promise<Admission> {
  const roles = await roleIds(db, rolesOf(person, config));
  const id = await db.transaction().execute(async (records) => {
    const account = {
      username: person.username,
      first_name: person.firstName ?? person.username,
      last_name: person.lastName ?? '',
      email: person.email ?? `${person.username}@email.notfound`,
      active: true,
      roles,
      groups: [],
    };
    const made = await insertAccount(records, account, NO_PASSWORD, { by: null, now: now() });
    if (identity) await keepIdentity(records, identity, made, now());
    return made;
  });
  await noteSignIn(db, id, now());
  return { id, stamp: 0 };
}

/** Names of the roles that a person's groups give, and the one of everybody who registers. */
function rolesOf(person: OutsidePerson, config: Parts['config']): string[] {
  const mapping = new Map(
    Object.entries(config.AUTH_ROLES_MAPPING).map(([group, roles]) => [group.toLowerCase(), roles]),
  );
  const mapped = (person.groups ?? []).flatMap((group) => mapping.get(group.toLowerCase()) ?? []);
  return config.AUTH_USER_REGISTRATION ? [...mapped, config.AUTH_USER_REGISTRATION_ROLE] : mapped;
}

/** Gives an account the roles of its groups; the last administrator stays one, lest nobody could mend the mapping. */
async function syncRoles(userId: number, person: OutsidePerson, { db, config, say }: Parts): Promise<void> {
  const wanted = await roleIds(db, rolesOf(person, config));
  const held = await db.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).execute();
  if (held.length === wanted.length && held.every(({ role_id }) => wanted.includes(role_id))) return;
  try {
    await db.transaction().execute(async (records) => {
      await records.deleteFrom('user_roles').where('user_id', '=', userId).execute();
      for (const role_id of wanted)
        await records.insertInto('user_roles').values({ user_id: userId, role_id }).execute();
      await requireAdministrator(records);
    });
  } catch (error) {
    if (!(error instanceof ChartroomError && error.status === 409)) throw error;
    say(
      `The roles of ${JSON.stringify(person.username)} were left as they are: by AUTH_ROLES_MAPPING nobody would be administrator.`,
    );
  }
}

async function roleIds(db: Db, names: string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await db.selectFrom('roles').select('id').where('name', 'in', names).execute();
  return rows.map(({ id }) => id);
}

function byUsername(db: Db, username: string): Promise<Found | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'stamp', 'active'])
    .where((on) => on(on.fn<string>('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
}

function byIdentity(db: Db, { provider, subject }: Identity): Promise<Found | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.stamp', 'users.active'])
    .where('identities.provider', '=', provider)
    .where('identities.subject', '=', subject)
    .executeTakeFirst();
}

async function keepIdentity(
  records: Db,
  { provider, subject }: Identity,
  user_id: number,
  now: Date,
): Promise<void> {
  await records
    .insertInto('identities')
    .values({ provider, subject, user_id, created_on: now.toISOString() })
    .execute();
}

/** Names of roles in the settings that no role has. */
export async function unknownRoles(
  db: Db,
  config: Parts['config'],
  others: readonly { setting: string; role: string }[] = [],
): Promise<{ setting: string; role: string }[]> {
  const named = [
    ...others,
    ...(config.AUTH_USER_REGISTRATION
      ? [{ setting: 'AUTH_USER_REGISTRATION_ROLE', role: config.AUTH_USER_REGISTRATION_ROLE }]
      : []),
    ...Object.values(config.AUTH_ROLES_MAPPING).flatMap((roles) =>
      roles.map((role) => ({ setting: 'AUTH_ROLES_MAPPING', role })),
    ),
  ];
  if (named.length === 0) return [];
  const roles = await db.selectFrom('roles').select('name').execute();
  return named.filter(({ role }) => !roles.some(({ name }) => name === role));
}

const WORDS: Record<Refusal, string> = {
  no_account: 'You have no account here. Ask an administrator for one.',
  name_taken: 'Your user name is that of another account here. Ask an administrator.',
  switched_off: 'Your account is switched off. Ask an administrator.',
};

/** 403 for somebody who is who they say and may not come in; `extra.refused` says why. */
export function refusedPerson(refused: Refusal): ChartroomError {
  return new ChartroomError(WORDS[refused], {
    status: 403,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
    extra: { refused },
  });
}
