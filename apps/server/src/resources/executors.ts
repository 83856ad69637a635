import type { Ground } from '../records/ground.ts';

/** A thing that has owners, as far as it says as whom it is looked at or run. */
export interface Executed {
  created_by_id: number | null;
  changed_by_id: number | null;
}

const WORDS = new Set(['current_user', 'creator', 'creator_owner', 'modifier', 'modifier_owner', 'owner']);

/** Who a word of THUMBNAIL_EXECUTORS or ALERT_REPORTS_EXECUTORS means for a thing (contract/query.md §7.6); undefined = nobody. */
export function personBy(
  word: string,
  thing: Executed,
  owners: readonly number[],
  current: number | undefined,
): number | undefined {
  const creator = thing.created_by_id ?? undefined;
  const modifier = thing.changed_by_id ?? undefined;
  const owning = (id: number | undefined) => (id !== undefined && owners.includes(id) ? id : undefined);
  switch (word) {
    case 'current_user':
      return current;
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

/** Ids of the people whom a setting names by their user names. */
export async function namedPeople(words: readonly string[], db: Ground['db']): Promise<Map<string, number>> {
  const names = words.filter((word) => !WORDS.has(word));
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', names)
    .execute();
  return new Map(rows.map((row) => [row.username, row.id]));
}
