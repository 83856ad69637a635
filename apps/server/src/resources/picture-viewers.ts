import type { Act } from '../http/act.ts';
import { rolesOf } from '../security/caller.ts';
import { type Executed, namedPeople, personBy } from './executors.ts';
import type { Person } from './people.ts';

/** Whose picture something is: what it shows depends on who looks. */
export interface Viewer {
  id: number;
  /** Ids of the row rules that filter what they see, with the time of their last change. */
  rules: string;
}

/** A thing that has a picture, as far as it says who may be its viewer. */
export interface Pictured extends Executed {
  id: number;
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
  const named = await namedPeople(act.services.config.THUMBNAIL_EXECUTORS, act.services.db);
  const viewers = new Map<number, Viewer>();
  const known = new Map<number, Promise<Viewer>>();
  for (const row of rows) {
    const owned = (owners.get(row.id) ?? []).map((owner) => owner.id);
    for (const word of act.services.config.THUMBNAIL_EXECUTORS) {
      const id = personBy(word, row, owned, act.caller.user?.id) ?? named.get(word);
      if (id === undefined) continue;
      const viewer = known.get(id) ?? viewerOf(id, act);
      known.set(id, viewer);
      viewers.set(row.id, await viewer);
      break;
    }
  }
  return viewers;
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
