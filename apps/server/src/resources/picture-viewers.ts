import type { Act } from '../http/act.ts';
import { rolesOf } from '../security/caller.ts';
import type { Person } from './people.ts';

/** Whose picture something is: what it shows depends on who looks. */
export interface Viewer {
  id: number;
  /** Ids of the row rules that filter what they see, with the time of their last change. */
  rules: string;
}

/** A thing that has a picture, as far as it says who may be its viewer. */
export interface Pictured {
  id: number;
  created_by_id: number | null;
  changed_by_id: number | null;
}

/**
 * As whom the pictures of some things are taken, by the id of the thing: the first of THUMBNAIL_EXECUTORS that there is
 * (contract/query.md §7.6). Things for which there is none are absent.
 */
export async function viewersOf(
  rows: readonly Pictured[],
  owners: Map<number, Person[]>,
  act: Act,
): Promise<Map<number, Viewer>> {
  const named = await namedPeople(act);
  const viewers = new Map<number, Viewer>();
  const known = new Map<number, Promise<Viewer>>();
  for (const row of rows) {
    const owned = (owners.get(row.id) ?? []).map((owner) => owner.id);
    for (const word of act.services.config.THUMBNAIL_EXECUTORS) {
      const id = personBy(word, row, owned, act) ?? named.get(word);
      if (id === undefined) continue;
      const viewer = known.get(id) ?? viewerOf(id, act);
      known.set(id, viewer);
      viewers.set(row.id, await viewer);
      break;
    }
  }
  return viewers;
}

const WORDS = new Set(['current_user', 'creator', 'creator_owner', 'modifier', 'modifier_owner', 'owner']);

function personBy(word: string, row: Pictured, owners: number[], act: Act): number | undefined {
  const creator = row.created_by_id ?? undefined;
  const modifier = row.changed_by_id ?? undefined;
  const owning = (id: number | undefined) => (id !== undefined && owners.includes(id) ? id : undefined);
  switch (word) {
    case 'current_user':
      return act.caller.user?.id;
    case 'creator':
      return creator;
    case 'creator_owner':
      return owning(creator);
    case 'modifier':
      return modifier;
    case 'modifier_owner':
      return owning(modifier);
    case 'owner':
      return owning(modifier) ?? owning(creator) ?? owners[0];
    default:
      return undefined;
  }
}

/** Ids of the people whom the setting names by their user names. */
async function namedPeople({ services: { config, db } }: Act): Promise<Map<string, number>> {
  const names = config.THUMBNAIL_EXECUTORS.filter((word) => !WORDS.has(word));
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', names)
    .execute();
  return new Map(rows.map((row) => [row.username, row.id]));
}

/** Somebody with the rules that apply to them: regular ones of their roles, base ones of all others (contract/api.md §3.6). */
async function viewerOf(id: number, { services: { db }, caller }: Act): Promise<Viewer> {
  const held = caller.user?.id === id ? caller.roles : await rolesOf(db, id);
  const rules = await db
    .selectFrom('row_rules')
    .select(['id', 'filter_type', 'changed_on'])
    .orderBy('id')
    .execute();
  if (rules.length === 0) return { id, rules: '' };
  const mine = await db
    .selectFrom('row_rule_roles')
    .select('row_rule_id')
    .where('role_id', 'in', [-1, ...held.map((role) => role.id)])
    .execute();
  const listed = new Set(mine.map((row) => row.row_rule_id));
  const applied = rules.filter((rule) =>
    rule.filter_type === 'Base' ? !listed.has(rule.id) : listed.has(rule.id),
  );
  return { id, rules: applied.map((rule) => `${rule.id} ${rule.changed_on}`).join(',') };
}
