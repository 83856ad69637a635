/** The place of the tab that a key leads to in a list of tabs, which has no end; undefined for other keys. */
export function tabAfter(key: string, at: number, count: number): number | undefined {
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return next === undefined ? undefined : (next + count) % count;
}
