import { isDeepEqual, isJsonObject } from '../../json.ts';

/** Whose value is taken where two people have changed the same. */
export type Side = 'mine' | 'theirs';

/** A value before two edits of it, and after each; undefined where there is none. */
export interface Edits<Value> {
  base: Value | undefined;
  mine: Value | undefined;
  theirs: Value | undefined;
}

/** One value of two edits: what only one of them changed is as that one has it. `isConflict` where both did, differently. */
export function merged<Value>(
  { base, mine, theirs }: Edits<Value>,
  isSame: (one: Value | undefined, other: Value | undefined) => boolean = isDeepEqual,
): { value: Value | undefined; isConflict: boolean } {
  if (isSame(mine, theirs)) return { value: theirs, isConflict: false };
  if (isSame(base, mine)) return { value: theirs, isConflict: false };
  if (isSame(base, theirs)) return { value: mine, isConflict: false };
  return { value: mine, isConflict: true };
}

/**
 * The order of things of two edits of a list. `members` are the things that it has afterwards. What neither of them moved
 * keeps its order; what one put somewhere stands after what it stood behind there.
 */
export function mergedOrder(
  { base = [], mine = [], theirs = [] }: Edits<readonly string[]>,
  members: ReadonlySet<string>,
): string[] {
  const placedByMe = placedBy(base, mine);
  const placedByThem = placedBy(base, theirs);
  const fixed = base.filter((id) => members.has(id) && !placedByMe.has(id) && !placedByThem.has(id));
  const mineRuns = runsOf(mine, placedByMe, { fixed, members });
  // What both have placed stands where I have put it.
  const onlyTheirs = new Set([...placedByThem].filter((id) => !placedByMe.has(id) || !mine.includes(id)));
  const theirRuns = runsOf(theirs, onlyTheirs, { fixed, members });
  const order = [AT_START, ...fixed].flatMap((anchor) => {
    const runs = [mineRuns.get(anchor) ?? [], theirRuns.get(anchor) ?? []];
    // By their ids, so that it is the same whoever comes first.
    runs.sort(([one = ''], [other = '']) => compareText(one, other));
    return [anchor, ...runs.flat()];
  });
  const placed = new Set(order);
  const left = [...members].filter((id) => !placed.has(id)).sort(compareText);
  return [...new Set([...order.slice(1), ...left])];
}

/** Stands for the begin of a list; no id is empty. */
const AT_START = '';

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** What an edit has put somewhere: what is new in the list, and as little as explains the other order of the rest. */
export function placedBy(base: readonly string[], after: readonly string[]): Set<string> {
  const known = new Map(base.map((id, at) => [id, at]));
  const kept = after.filter((id) => known.has(id));
  const rising = longestRising(kept.map((id) => known.get(id) ?? 0));
  const unmoved = new Set([...rising].map((at) => kept[at]));
  return new Set(after.filter((id) => !unmoved.has(id)));
}

/** Places of a longest part of a list of numbers that rises. */
function longestRising(numbers: readonly number[]): Set<number> {
  const best: { length: number; before: number }[] = [];
  let end = -1;
  numbers.forEach((number, at) => {
    let own = { length: 1, before: -1 };
    for (let other = 0; other < at; other += 1) {
      const length = (best[other]?.length ?? 0) + 1;
      if ((numbers[other] ?? 0) < number && length > own.length) own = { length, before: other };
    }
    best.push(own);
    if (own.length > (best[end]?.length ?? 0)) end = at;
  });
  const places = new Set<number>();
  for (let at = end; at >= 0; at = best[at]?.before ?? -1) places.add(at);
  return places;
}

/** What was placed, by the unmoved thing that it stands behind. */
function runsOf(
  list: readonly string[],
  placed: ReadonlySet<string>,
  { fixed, members }: { fixed: readonly string[]; members: ReadonlySet<string> },
): Map<string, string[]> {
  const anchors = new Set(fixed);
  const runs = new Map<string, string[]>();
  let anchor = AT_START;
  for (const id of list) {
    if (anchors.has(id)) anchor = id;
    else if (placed.has(id) && members.has(id)) runs.set(anchor, [...(runs.get(anchor) ?? []), id]);
  }
  return runs;
}

/** A value without some members, however deep they stand. */
export function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, names));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (names.has(name) ? [] : [[name, without(each, names)]])),
  );
}
