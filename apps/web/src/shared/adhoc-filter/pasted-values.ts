/**
 * The values of a filter after something was typed, chosen or pasted: what stands around a value that is not on offer is
 * none of it, and each is there once.
 */
export function tidyValues(values: readonly string[], offered: ReadonlySet<string>): string[] {
  const tidy = values.map((each) => (offered.has(each) ? each : each.trim()));
  return [...new Set(tidy.filter((each) => each !== ''))];
}

/** A value as the column's kind has it: a number where it holds numbers, but for one that a number would round. */
export function typedValue(text: string, isNumeric: boolean): string | number {
  const number = Number(text);
  const isExact =
    text.trim() !== '' && Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  return isNumeric && isExact ? number : text;
}
