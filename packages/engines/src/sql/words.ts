/** The words of a text, as a set. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** The members of several sets. */
export function together(...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
