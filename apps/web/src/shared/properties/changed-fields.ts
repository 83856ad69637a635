type Field = string | number | boolean | null | undefined | readonly number[];

/** The fields that differ from what they were; the order of ids in a list makes no difference. */
export function changedFields<Values extends Record<string, Field>>(
  before: Values,
  after: Values,
): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const name in after) if (!isSame(before[name], after[name])) changed[name] = after[name];
  return changed;
}

function isSame(before: Field, after: Field): boolean {
  if (!isList(before) || !isList(after)) return before === after;
  return before.length === after.length && before.every((id) => after.includes(id));
}

function isList(field: Field): field is readonly number[] {
  return Array.isArray(field);
}
