/** Names that are looked at for one that is meant. */
const LOOKED_AT = 20_000;
const SHOWN = 3;

/** Names that somebody may have meant who wrote another one: those within a few letters of it, the nearest first. */
export function nearest(name: string, names: Iterable<string>): string[] {
  const small = name.toLowerCase();
  const most = Math.max(1, Math.floor(small.length / 3));
  const found: { name: string; far: number }[] = [];
  let looked = 0;
  for (const each of names) {
    looked += 1;
    if (looked > LOOKED_AT) break;
    if (Math.abs(each.length - small.length) > most) continue;
    const far = distance(small, each.toLowerCase(), most);
    if (far <= most) found.push({ name: each, far });
  }
  return [...new Set(found.sort((a, b) => a.far - b.far).map((each) => each.name))].slice(0, SHOWN);
}

/**
 * Letters that are to be put in, left out, changed, or exchanged with their neighbours to make one word of another; more
 * than `most` where that would be more.
 */
export function distance(one: string, other: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one.charAt(i - 1) === other.charAt(j - 1);
      const changed = (row[j - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, changed);
      const isExchanged =
        one.charAt(i - 1) === other.charAt(j - 2) && one.charAt(i - 2) === other.charAt(j - 1);
      if (i > 1 && j > 1 && isExchanged) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    before = row;
    row = next;
  }
  return row[other.length] ?? most + 1;
}
