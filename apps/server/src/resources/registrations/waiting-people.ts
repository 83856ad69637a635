import type { Registration } from '@chartroom/model';
import { notFound, tooMany, unprocessable } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import { insertAccount, refuseTaken } from '../../security/accounts.ts';
import { hashPassword } from '../../security/passwords.ts';

/** Days that a registration waits to be confirmed. */
export const WAITS = 7;
/** Registrations that wait at the same time; anybody can make them. */
const MOST = 1_000;

type Parts = Pick<Ground, 'db' | 'now' | 'key'>;

/**
 * Keeps what somebody asks for until it is confirmed. Rejects with 422 when the user name is taken by an account or by somebody else who
 * waits, and with 429 when too many wait.
 */
export async function addRegistration(
  { db, now, key }: Parts,
  { password, ...person }: Registration,
): Promise<{ id: number; registration_hash: string }> {
  const password_hash = await hashPassword(password);
  const at = now();
  const registration_hash = key();
  return db.transaction().execute(async (records) => {
    await records.deleteFrom('user_registrations').where('registration_date', '<', oldest(at)).execute();
    const { n } = await records
      .selectFrom('user_registrations')
      .select((on) => on.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    if (Number(n) >= MOST) throw tooMany('Too many registrations are waiting.');
    await refuseTakenName(records, person.username, undefined);
    const { id } = await records
      .insertInto('user_registrations')
      .values({ ...person, password_hash, registration_hash, registration_date: at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, registration_hash };
  });
}

/** Throws 422 when an account or somebody else who waits has this user name; capitals make no difference. */
export async function refuseTakenName(
  records: Db,
  username: string,
  except: number | undefined,
): Promise<void> {
  await refuseTaken(records, { username }, undefined);
  const waiting = await records
    .selectFrom('user_registrations')
    .select('id')
    .where((on) => on(on.fn<string>('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
  if (waiting && waiting.id !== except) throw unprocessable(`The username ${username} is taken.`);
}

/** Takes a registration back. */
export async function removeRegistration(db: Db, id: number): Promise<void> {
  await db.deleteFrom('user_registrations').where('id', '=', id).execute();
}

/** Which of those who wait: by id, or by the word that only the mail to them tells. */
export type Waiting = { id: number } | { registration_hash: string };

/**
 * Turns a registration into an account with the role of AUTH_USER_REGISTRATION_ROLE; answers its user name. Rejects with 404 when there is
 * none any more, and with 422 when its name or address belongs to an account by now, or when there is no such role.
 */
export async function activate(
  services: Pick<Ground, 'config' | 'db' | 'now'>,
  waiting: Waiting,
  by: number | null,
): Promise<string> {
  const { config, db, now } = services;
  return db.transaction().execute(async (records) => {
    const found = records
      .selectFrom('user_registrations')
      .selectAll()
      .where('registration_date', '>=', oldest(now()));
    const row = await ('id' in waiting
      ? found.where('id', '=', waiting.id)
      : found.where('registration_hash', '=', waiting.registration_hash)
    ).executeTakeFirst();
    if (!row) throw notFound();
    const role = await records
      .selectFrom('roles')
      .select('id')
      .where('name', '=', config.AUTH_USER_REGISTRATION_ROLE)
      .executeTakeFirst();
    if (!role)
      throw unprocessable(
        `There is no role ${config.AUTH_USER_REGISTRATION_ROLE} (AUTH_USER_REGISTRATION_ROLE).`,
      );
    // It goes first: of two who confirm it at once, one finds it gone.
    const gone = await records.deleteFrom('user_registrations').where('id', '=', row.id).executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw notFound();
    const { username, email, first_name, last_name } = row;
    const account = { username, email, first_name, last_name, active: true, roles: [role.id], groups: [] };
    await insertAccount(records, account, row.password_hash, { by, now: now() });
    return username;
  });
}

function oldest(now: Date): string {
  return new Date(now.getTime() - WAITS * 86_400_000).toISOString();
}
