/** Places for values in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const MOST_PLACES = 20_000;

/** What a statement finds for some ids, each asked once; any number of them, asked in the order of their size. */
export async function byIds<Found>(
  ids: readonly (number | null)[],
  find: (ids: [number, ...number[]]) => Promise<Found[]>,
): Promise<Found[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== null).sort((one, other) => one - other);
  const found: Found[] = [];
  for (let from = 0; from < wanted.length; from += MOST_PLACES) {
    const [first, ...others] = wanted.slice(from, from + MOST_PLACES);
    if (first !== undefined) for (const each of await find([first, ...others])) found.push(each);
  }
  return found;
}
