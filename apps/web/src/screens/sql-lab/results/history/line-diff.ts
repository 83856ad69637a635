/** A line of two texts that are compared: of both, or of one of them. */
export interface DiffLine {
  in: 'both' | 'before' | 'after';
  text: string;
}

/** Pairs of lines that are compared: what needs more is told as removed and added as a whole. */
const MOST_PAIRS = 4_000_000;

/** The lines of two texts, those that they share once; as many are shared as can be. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1;
  let tail = 0;
  const shortest = Math.min(old.length, now.length) - head;
  while (tail < shortest && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const both = (text: string): DiffLine => ({ in: 'both', text });
  return [
    ...old.slice(0, head).map(both),
    ...differing(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(both),
  ];
}

function differing(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ in: 'before', text });
  const added = (text: string): DiffLine => ({ in: 'after', text });
  if (old.length * now.length > MOST_PAIRS) return [...old.map(removed), ...now.map(added)];
  const shared = sharedLengths(old, now);
  const width = now.length + 1;
  const lines: DiffLine[] = [];
  let [one, other] = [0, 0];
  while (one < old.length || other < now.length) {
    const [before, after] = [old[one], now[other]];
    if (before !== undefined && before === after) {
      lines.push({ in: 'both', text: before });
      one += 1;
      other += 1;
    } else if (
      before !== undefined &&
      (after === undefined ||
        (shared[(one + 1) * width + other] ?? 0) >= (shared[one * width + other + 1] ?? 0))
    ) {
      lines.push(removed(before));
      one += 1;
    } else if (after !== undefined) {
      lines.push(added(after));
      other += 1;
    }
  }
  return lines;
}

/** For the rest of both texts from each pair of lines on, how many lines they can share. */
function sharedLengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1;
  const shared = new Uint32Array((old.length + 1) * width);
  for (let one = old.length - 1; one >= 0; one -= 1)
    for (let other = now.length - 1; other >= 0; other -= 1)
      shared[one * width + other] =
        old[one] === now[other]
          ? (shared[(one + 1) * width + other + 1] ?? 0) + 1
          : Math.max(shared[(one + 1) * width + other] ?? 0, shared[one * width + other + 1] ?? 0);
  return shared;
}
