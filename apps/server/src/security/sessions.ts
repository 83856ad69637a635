import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { purposeKey } from '../base/config.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';

/** Seconds between two notes that a session is alive, so that reading a page does not always write. */
const NOTED_EVERY = 300;

/** Network address and browser of somebody who signs in. */
export interface SessionOrigin {
  address: string;
  agent: string | undefined;
  /** Name of the identity provider that says who it is. */
  provider?: string;
  /** Seconds, less than 300, after which it ends, used or not; absent = the lifetime of sessions, anew with every use. */
  seconds?: number;
}

export type LivingSession = Pick<
  Row<'sessions'>,
  'id' | 'created_on' | 'seen_on' | 'expires_on' | 'address' | 'agent'
>;

/** Browser sessions: kept on the server under the hash of what the cookie holds, so that they can be ended. */
export interface Sessions {
  /** Begins a session; answers the cookie's value. `from` says what its owner may know it by. */
  begin(user: { id: number; stamp: number }, from?: SessionOrigin): Promise<string>;
  /** The account of a living session, or undefined. */
  find(cookie: string): Promise<{ userId: number; stamp: number } | undefined>;
  /** Ends a session; answers the identity provider that began it, if one did. */
  end(cookie: string): Promise<string | undefined>;
  /** The living sessions of an account, the last used first. */
  of(userId: number): Promise<LivingSession[]>;
  /** Ends one session of an account; false when there is no such. */
  endOne(userId: number, id: string): Promise<boolean>;
  /** Ends every session of an account, but for the one of this cookie, which goes on under the account's new stamp. */
  endOthers(userId: number, cookie: string | undefined, stamp: number): Promise<void>;
  /** Calls back when a session was ended by this process. */
  onEnd(listener: () => void): void;
  /** The id under which the session of a cookie is kept. */
  idOf(cookie: string): string;
  /** A cookie value for somebody who has not signed in; only carries the CSRF token. */
  visitor(): string;
  /** The CSRF token that belongs to a cookie value (contract/api.md §1.2). */
  csrfToken(cookie: string): string;
  csrfFits(cookie: string, token: string): boolean;
}

/** @param options.lifetime seconds that a session lives unused @param options.csrfSeconds seconds that a CSRF token counts */
export function createSessions(options: {
  db: Db;
  secret: string;
  lifetime: number;
  csrfSeconds: number;
  now: () => Date;
}): Sessions {
  const { db, now } = options;
  const later = (from: Date) => new Date(from.getTime() + options.lifetime * 1000).toISOString();
  return {
    begin: async (user, from) => {
      const cookie = randomBytes(32).toString('base64url');
      const at = now();
      await db.deleteFrom('sessions').where('expires_on', '<', at.toISOString()).execute();
      await db
        .insertInto('sessions')
        .values({
          id: nameOf(cookie),
          user_id: user.id,
          stamp: user.stamp,
          created_on: at.toISOString(),
          seen_on: at.toISOString(),
          expires_on:
            from?.seconds === undefined
              ? later(at)
              : new Date(at.getTime() + from.seconds * 1000).toISOString(),
          address: from?.address ?? null,
          agent: from?.agent?.slice(0, 400) ?? null,
          provider: from?.provider ?? null,
        })
        .execute();
      return cookie;
    },
    find: async (cookie) => {
      const at = now();
      const id = nameOf(cookie);
      const row = await db
        .selectFrom('sessions')
        .select(['user_id', 'stamp', 'seen_on'])
        .where('id', '=', id)
        .where('expires_on', '>', at.toISOString())
        .executeTakeFirst();
      if (!row) return undefined;
      if (at.getTime() - Date.parse(row.seen_on) > NOTED_EVERY * 1000) {
        await db
          .updateTable('sessions')
          .set({ seen_on: at.toISOString(), expires_on: later(at) })
          .where('id', '=', id)
          .execute();
      }
      return { userId: row.user_id, stamp: row.stamp };
    },
    of: (userId) =>
      db
        .selectFrom('sessions')
        .select(['id', 'created_on', 'seen_on', 'expires_on', 'address', 'agent'])
        .where('user_id', '=', userId)
        .where('expires_on', '>', now().toISOString())
        .orderBy('seen_on', 'desc')
        .execute(),
    ...endings(db),
    idOf: nameOf,
    visitor: () => randomBytes(32).toString('base64url'),
    ...csrfTokens(purposeKey(options.secret, 'csrf tokens'), options.csrfSeconds, now),
  };
}

/** The ways in which sessions end before their time; who listens is told of each. */
function endings(db: Db): Pick<Sessions, 'end' | 'endOne' | 'endOthers' | 'onEnd'> {
  const listeners: (() => void)[] = [];
  const ended = () => {
    for (const listener of listeners) listener();
  };
  return {
    end: async (cookie) => {
      const session = await db
        .deleteFrom('sessions')
        .where('id', '=', nameOf(cookie))
        .returning('provider')
        .executeTakeFirst();
      ended();
      return session?.provider ?? undefined;
    },
    endOne: async (userId, id) => {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      ended();
      return numDeletedRows > 0n;
    },
    endOthers: async (userId, cookie, stamp) => {
      const kept = cookie === undefined ? '' : nameOf(cookie);
      await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', kept).execute();
      await db
        .updateTable('sessions')
        .set({ stamp })
        .where('user_id', '=', userId)
        .where('id', '=', kept)
        .execute();
      ended();
    },
    onEnd: (listener) => void listeners.push(listener),
  };
}

/** Tokens that name their time and are sealed together with it and the cookie: `<seconds>.<seal>`. */
function csrfTokens(key: Buffer, most: number, now: () => Date): Pick<Sessions, 'csrfToken' | 'csrfFits'> {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const tokenOf = (cookie: string, at: string) =>
    `${at}.${createHmac('sha256', key).update(`${at} ${cookie}`).digest('base64url')}`;
  return {
    csrfToken: (cookie) => tokenOf(cookie, String(seconds())),
    csrfFits: (cookie, token) => {
      const [at = ''] = token.split('.');
      const wanted = Buffer.from(tokenOf(cookie, at));
      const given = Buffer.from(token);
      return (
        wanted.length === given.length && timingSafeEqual(wanted, given) && seconds() - Number(at) <= most
      );
    },
  };
}

function nameOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}

/** Sessions of browsers. */
export interface WithSessions {
  sessions: Sessions;
}
