import { ChartroomError } from '@chartroom/model';
import { sql } from 'kysely';
import type { Config } from '../base/config.ts';
import type { Db } from '../records/records.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { ADMIN_ROLE } from './permission-catalog.ts';

export interface NewAccount {
  username: string;
  password: string;
  first_name: string;
  last_name: string;
  email: string;
  active: boolean;
  roles: number[];
  groups: number[];
}

/** Stores an account; answers its id. Rejects with 422 naming the field when the user name or address is taken. */
export async function createAccount(
  db: Db,
  account: NewAccount,
  options: { by: number | null; now: Date },
): Promise<number> {
  const password_hash = await hashPassword(account.password);
  return db.transaction().execute((records) => insertAccount(records, account, password_hash, options));
}

/** As `createAccount`, inside the caller's transaction; NO_PASSWORD as hash makes one without a password of this installation. */
export async function insertAccount(
  records: Db,
  account: Omit<NewAccount, 'password'>,
  password_hash: string,
  options: { by: number | null; now: Date },
): Promise<number> {
  const at = options.now.toISOString();
  await refuseTaken(records, account, undefined);
  const { id } = await records
    .insertInto('users')
    .values({
      username: account.username,
      first_name: account.first_name,
      last_name: account.last_name,
      email: account.email,
      password_hash,
      active: account.active ? 1 : 0,
      login_count: 0,
      fail_login_count: 0,
      last_login: null,
      stamp: 0,
      created_on: at,
      changed_on: at,
      created_by_id: options.by,
      changed_by_id: options.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const role_id of new Set(account.roles))
    await records.insertInto('user_roles').values({ user_id: id, role_id }).execute();
  for (const group_id of new Set(account.groups))
    await records.insertInto('user_groups').values({ user_id: id, group_id }).execute();
  return id;
}

/** Throws 422 when another account has this user name or mail address; both are compared without case. */
export async function refuseTaken(
  db: Db,
  account: { username?: string; email?: string },
  except: number | undefined,
): Promise<void> {
  for (const field of ['username', 'email'] as const) {
    const wanted = account[field];
    if (wanted === undefined) continue;
    const taken = await db
      .selectFrom('users')
      .select('id')
      .where((on) => on(on.fn<string>('lower', [field]), '=', wanted.toLowerCase()))
      .executeTakeFirst();
    if (taken && taken.id !== except) {
      throw new ChartroomError(`The ${field} ${wanted} is taken.`, {
        status: 422,
        error_type: 'GENERIC_COMMAND_ERROR',
        shape: 'message',
      });
    }
  }
}

/** Throws 409 when a change would leave nobody who may administrate; to be called inside the change's transaction. */
export async function requireAdministrator(records: Db): Promise<void> {
  const { rows } = await sql`select 1 from users as u where u.active = 1 and (
    exists (select 1 from user_roles as ur join roles as r on r.id = ur.role_id where ur.user_id = u.id and r.name = ${ADMIN_ROLE})
    or exists (select 1 from user_groups as ug join group_roles as gr on gr.group_id = ug.group_id join roles as r on r.id = gr.role_id
      where ug.user_id = u.id and r.name = ${ADMIN_ROLE})) limit 1`.execute(records);
  if (rows.length > 0) return;
  throw new ChartroomError('This would leave the installation without an administrator.', {
    status: 409,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}

/** Whether nobody has an account yet. */
export async function isFirstRun(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Creates the first administrator; rejects when there is an account already. */
export async function createFirstAdministrator(
  db: Db,
  account: Omit<NewAccount, 'active' | 'roles' | 'groups'>,
  now: Date,
): Promise<number> {
  if (!(await isFirstRun(db))) {
    throw new ChartroomError('This installation has an administrator already.', {
      status: 403,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
    });
  }
  const admin = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', ADMIN_ROLE)
    .executeTakeFirstOrThrow();
  return createAccount(db, { ...account, active: true, roles: [admin.id], groups: [] }, { by: null, now });
}

/** The account that fits a user name (or mail address) and password, and notes the attempt; undefined when none does. */
export async function signIn(
  db: Db,
  username: string,
  password: string,
  now: Date,
): Promise<{ id: number; stamp: number } | undefined> {
  const wanted = username.trim().toLowerCase();
  // Somebody's mail address may be the user name of somebody else: that shuts nobody out.
  const named = await db
    .selectFrom('users')
    .select(['id', 'stamp', 'password_hash', 'active', 'fail_login_count'])
    .where((on) =>
      on.or([
        on(on.fn<string>('lower', ['username']), '=', wanted),
        on(on.fn<string>('lower', ['email']), '=', wanted),
      ]),
    )
    .orderBy('id')
    .execute();
  // A name that nobody has takes as long as one that somebody has.
  if (named.length === 0) await passwordFits(password, undefined);
  for (const user of named) {
    if ((await passwordFits(password, user.password_hash)) && user.active !== 0) {
      await noteSignIn(db, user.id, now);
      return { id: user.id, stamp: user.stamp };
    }
    await db
      .updateTable('users')
      .set({ fail_login_count: user.fail_login_count + 1 })
      .where('id', '=', user.id)
      .execute();
  }
  return undefined;
}

/** Whether a session of the account with this user name or mail address began at a network address. */
export async function cameInFrom(db: Db, username: string, address: string): Promise<boolean> {
  const wanted = username.trim().toLowerCase();
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.address', '=', address)
    .where((on) =>
      on.or([
        on(on.fn<string>('lower', ['username']), '=', wanted),
        on(on.fn<string>('lower', ['email']), '=', wanted),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether this is the password of an account. */
export async function isCurrentPassword(db: Db, userId: number, given: string | undefined): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return given !== undefined && (await passwordFits(given, user?.password_hash));
}

/** Notes that somebody has come in. */
export async function noteSignIn(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((on) => ({
      login_count: on('login_count', '+', 1),
      fail_login_count: 0,
      last_login: now.toISOString(),
    }))
    .where('id', '=', userId)
    .execute();
}

/**
 * Gives an account a new password: tokens and sessions of before, keys of programs, and links that were to set another one, are void from
 * now on. Answers the account's new stamp. The hash is made before (`hashPassword`): it takes its time, and no transaction should wait for it.
 */
export async function setPassword(records: Db, userId: number, password_hash: string): Promise<number> {
  const { stamp } = await records
    .updateTable('users')
    .set((on) => ({ password_hash, stamp: on('stamp', '+', 1) }))
    .where('id', '=', userId)
    .returning('stamp')
    .executeTakeFirstOrThrow();
  await records.deleteFrom('password_links').where('user_id', '=', userId).execute();
  await records.deleteFrom('api_keys').where('user_id', '=', userId).execute();
  return stamp;
}

/** Throws 422 for an account that signs in elsewhere: a password here would be a second way in, past whoever vouches for it. */
export async function requireOwnPassword(
  userId: number,
  { config, db }: { config: Config; db: Db },
): Promise<void> {
  const identity = await db
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (config.AUTH_TYPE === 'db' && !identity) return;
  throw new ChartroomError('This account does not sign in with a password of this installation.', {
    status: 422,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}

/** Signs an account out everywhere: its sessions end, its tokens are void. Keys of programs go on. */
export async function endAccess(records: Db, userId: number): Promise<void> {
  await records
    .updateTable('users')
    .set((on) => ({ stamp: on('stamp', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  await records.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
