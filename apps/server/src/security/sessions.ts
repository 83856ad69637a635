import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { purposeKey } from '../config.ts';
import type { Db } from '../records/records.ts';

/** Seconds between two notes that a session is alive, so that reading a page does not always write. */
const NOTED_EVERY = 300;

/** Browser sessions: kept on the server under the hash of what the cookie holds, so that they can be ended. */
export interface Sessions {
  /** Begins a session; answers the cookie's value. */
  begin(user: { id: number; stamp: number }): Promise<string>;
  /** The account of a living session, or undefined. */
  find(cookie: string): Promise<{ userId: number; stamp: number } | undefined>;
  end(cookie: string): Promise<void>;
  /** Ends every session of an account. */
  endAll(userId: number): Promise<void>;
  /** A cookie value for somebody who has not signed in; only carries the CSRF token. */
  visitor(): string;
  /** The CSRF token that belongs to a cookie value (contract §1.2). */
  csrfToken(cookie: string): string;
  csrfFits(cookie: string, token: string): boolean;
}

export function createSessions(options: { db: Db; secret: string; lifetime: number; now: () => Date }): Sessions {
  const { db, now } = options;
  const key = purposeKey(options.secret, 'csrf tokens');
  const later = (from: Date) => new Date(from.getTime() + options.lifetime * 1000).toISOString();
  const csrfToken = (cookie: string) => createHmac('sha256', key).update(cookie).digest('base64url');
  return {
    begin: async (user) => {
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
          expires_on: later(at),
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
    end: async (cookie) => {
      await db.deleteFrom('sessions').where('id', '=', nameOf(cookie)).execute();
    },
    endAll: async (userId) => {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
    visitor: () => randomBytes(32).toString('base64url'),
    csrfToken,
    csrfFits: (cookie, token) => {
      const wanted = Buffer.from(csrfToken(cookie));
      const given = Buffer.from(token);
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    },
  };
}

function nameOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}
