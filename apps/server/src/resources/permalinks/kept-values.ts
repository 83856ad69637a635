import { createHash } from 'node:crypto';
import type { Act } from '../../http/act.ts';
import { forbidden, missing, notFound } from '../../http/errors.ts';

/** Days after which a value ends that nobody has read; undefined keeps it. */
export interface Kind {
  name: string;
  days?: number;
}

/** Filters of an open dashboard, as its link refers to them (90 days, contract/api.md §2.4). */
export const FILTER_STATE: Kind = { name: 'filter_state', days: 90 };
/** Form data of an open chart (7 days, contract/api.md §2.16). */
export const FORM_DATA: Kind = { name: 'form_data', days: 7 };

/** 404: what a state is kept of is not there for the caller; a key that nobody has is `Not found`. */
export const nothingToKeep = () => missing('Resource was not found.');
/** 403 for a state that somebody else keeps, or of something closed. */
export const notYours = () => forbidden("You don't have permission to modify the value.");

const DAY = 86_400_000;

/** A value kept under a key, as it was given. */
export interface KeptValue {
  value: string;
  scope: string | null;
}

/** Keeps a value under a new key, or under the key that the same person already has for the same scope. */
export async function keepValue(
  kind: Kind,
  given: { value: string; scope: string | null; reuse: boolean },
  act: Act,
): Promise<string> {
  const { db, key: newKey, now } = act.services;
  const owner = act.caller.user?.id ?? null;
  const at = now();
  const stored = { value: given.value, expires_on: endOf(kind, at) };
  await db.deleteFrom('key_values').where('expires_on', '<', at.toISOString()).execute();
  if (given.reuse && owner !== null && given.scope !== null) {
    const known = await db
      .selectFrom('key_values')
      .select('key')
      .where('kind', '=', kind.name)
      .where('owner_id', '=', owner)
      .where('scope', '=', given.scope)
      .executeTakeFirst();
    if (known) {
      await db
        .updateTable('key_values')
        .set(stored)
        .where('kind', '=', kind.name)
        .where('key', '=', known.key)
        .execute();
      return known.key;
    }
  }
  const key = newKey();
  await db
    .insertInto('key_values')
    .values({
      ...stored,
      kind: kind.name,
      key,
      owner_id: owner,
      scope: given.scope,
      created_on: at.toISOString(),
    })
    .execute();
  return key;
}

/** Reads a value and lets it live on. Rejects with 404 when there is none. */
export async function readValue(kind: Kind, key: string, act: Act): Promise<KeptValue> {
  const { db, now } = act.services;
  const at = now();
  const row = await db
    .selectFrom('key_values')
    .select(['value', 'scope', 'expires_on'])
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row || (row.expires_on !== null && row.expires_on < at.toISOString())) throw notFound();
  // Once a day is enough to keep it alive, and reading stays reading.
  if (
    row.expires_on !== null &&
    kind.days !== undefined &&
    Date.parse(row.expires_on) - at.getTime() < (kind.days - 1) * DAY
  ) {
    await db
      .updateTable('key_values')
      .set({ expires_on: endOf(kind, at) })
      .where('kind', '=', kind.name)
      .where('key', '=', key)
      .execute();
  }
  return { value: row.value, scope: row.scope };
}

/** Keeps a value of the caller's under a key that its maker chose, or keeps it on. */
export async function keepUnder(kind: Kind, key: string, value: string, act: Act): Promise<void> {
  const { db, now } = act.services;
  const at = now();
  const expires_on = endOf(kind, at);
  await db.deleteFrom('key_values').where('expires_on', '<', at.toISOString()).execute();
  await db
    .insertInto('key_values')
    .values({
      kind: kind.name,
      key,
      owner_id: act.caller.user?.id ?? null,
      scope: null,
      value,
      created_on: at.toISOString(),
      expires_on,
    })
    .onConflict((on) => on.columns(['kind', 'key']).doUpdateSet({ expires_on }))
    .execute();
}

/** Reads a value of the caller's own. Rejects with 404 when there is none: another one's looks like a missing one. */
export async function readOwn(kind: Kind, key: string, act: Act): Promise<string> {
  const { value } = await readValue(kind, key, act);
  const row = await act.services.db
    .selectFrom('key_values')
    .select('owner_id')
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row?.owner_id !== act.caller.user?.id) throw notFound();
  return value;
}

/** Changes a value of one's own. Rejects with 404 when there is none, 403 when it is somebody else's. */
export async function changeValue(kind: Kind, key: string, value: string, act: Act): Promise<void> {
  await requireOwn(kind, key, act);
  const { db, now } = act.services;
  await db
    .updateTable('key_values')
    .set({ value, expires_on: endOf(kind, now()) })
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .execute();
}

/** Removes a value of one's own; errors as `changeValue`. */
export async function removeValue(kind: Kind, key: string, act: Act): Promise<void> {
  await requireOwn(kind, key, act);
  await act.services.db
    .deleteFrom('key_values')
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .execute();
}

/** Keeps a state for good under a key that the same state of the same person always gets. */
export async function keepPermalink(kind: string, state: string, act: Act): Promise<string> {
  const { db, now } = act.services;
  const owner = act.caller.user?.id ?? null;
  const key = createHash('sha256')
    .update(JSON.stringify([kind, owner, state]))
    .digest('base64url')
    .slice(0, 22);
  await db
    .insertInto('key_values')
    .values({
      kind,
      key,
      owner_id: owner,
      scope: null,
      value: state,
      created_on: now().toISOString(),
      expires_on: null,
    })
    .onConflict((on) => on.columns(['kind', 'key']).doNothing())
    .execute();
  return key;
}

async function requireOwn(kind: Kind, key: string, act: Act): Promise<void> {
  const row = await act.services.db
    .selectFrom('key_values')
    .select('owner_id')
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.owner_id !== (act.caller.user?.id ?? null)) throw notYours();
}

function endOf(kind: Kind, at: Date): string | null {
  return kind.days === undefined ? null : new Date(at.getTime() + kind.days * DAY).toISOString();
}
