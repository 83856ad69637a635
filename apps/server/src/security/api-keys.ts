import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';

/** By this a key is told from a token. */
const BEGINNING = 'crk_';
/** Milliseconds between two notes that a key is in use. */
const NOTED_EVERY = 300_000;

export type KnownKey = Omit<Row<'api_keys'>, 'hash' | 'user_id'>;

/** Keys with which programs work as the person who made them; only their hashes are kept. */
export interface ApiKeys {
  /** Makes a key; it is told this once. */
  make(userId: number, name: string, expires: Date | undefined): Promise<{ id: number; key: string }>;
  of(userId: number): Promise<KnownKey[]>;
  /** False when the person has no such key. */
  remove(userId: number, id: number): Promise<boolean>;
  /** The account behind what stands after `Bearer`; undefined when that is no living key. */
  find(bearer: string): Promise<number | undefined>;
}

/** Whether a bearer is a key, not a token. */
export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(BEGINNING);
}

export function createApiKeys({ db, now }: { db: Db; now: () => Date }): ApiKeys {
  return {
    make: async (user_id, name, expires) => {
      const key = `${BEGINNING}${randomBytes(32).toString('base64url')}`;
      const { id } = await db
        .insertInto('api_keys')
        .values({
          user_id,
          name,
          hint: key.slice(0, BEGINNING.length + 4),
          hash: hashOf(key),
          created_on: now().toISOString(),
          seen_on: null,
          expires_on: expires?.toISOString() ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, key };
    },
    of: (userId) =>
      db
        .selectFrom('api_keys')
        .select(['id', 'name', 'hint', 'created_on', 'seen_on', 'expires_on'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    remove: async (userId, id) => {
      const gone = await db
        .deleteFrom('api_keys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },
    find: async (bearer) => {
      const at = now().toISOString();
      const row = await db
        .selectFrom('api_keys')
        .select(['id', 'user_id', 'seen_on', 'expires_on'])
        .where('hash', '=', hashOf(bearer))
        .executeTakeFirst();
      if (!row || (row.expires_on !== null && row.expires_on <= at)) return undefined;
      if (row.seen_on === null || Date.parse(at) - Date.parse(row.seen_on) > NOTED_EVERY)
        await db.updateTable('api_keys').set({ seen_on: at }).where('id', '=', row.id).execute();
      return row.user_id;
    },
  };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Keys by which programs are known. */
export interface WithApiKeys {
  apiKeys: ApiKeys;
}
