import { createHash } from 'node:crypto';
import type { Dialect } from '../dialect.ts';

/**
 * The alias a label gets in an engine (contract/query.md §3.5): the engine's own rule first; what is
 * longer than the engine allows becomes the md5 of the label.
 */
export function labelAlias(
  label: string,
  dialect: Pick<Dialect, 'mutateLabel' | 'maxLabelLength' | 'labelsCountBytes'>,
): string {
  const changed = dialect.mutateLabel?.(label) ?? label;
  const longest = dialect.maxLabelLength;
  const length = dialect.labelsCountBytes ? Buffer.byteLength(changed) : [...changed].length;
  if (longest === undefined || length <= longest) return changed;
  return createHash('md5').update(label).digest('hex').slice(0, longest);
}

/**
 * Names of result columns made unique: the second `a` becomes `a__1`. Without case sensitivity `Bar`
 * repeats `bar`. A suffix never meets a name that exists.
 */
export function uniqueNames(names: readonly string[], caseSensitive = true): string[] {
  const fold = (name: string) => (caseSensitive ? name : name.toLowerCase());
  const given = new Set(names.map(fold));
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let count = counts.get(fold(name)) ?? 0;
    while (used.has(fold(unique)) || (count > 0 && unique !== name && given.has(fold(unique)))) {
      count += 1;
      unique = `${name}__${count}`;
    }
    counts.set(fold(name), count);
    used.add(fold(unique));
    return unique;
  });
}
