/** `changed_by.first_name` → `Changed By First Name` (contract/api.md §1.4). */
export function prettyLabel(name: string): string {
  return name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Labels of columns, by column. */
export function labelsOf(columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, prettyLabel(column)]));
}

/** Keeps of a row what dotted columns name; `owners.id` reaches into every item of a list. */
export function pick(row: object, columns: readonly string[]): Record<string, unknown> {
  const wanted = new Map<string, string[]>();
  for (const column of columns) {
    const [head = '', ...rest] = column.split('.');
    const below = wanted.get(head) ?? [];
    if (rest.length > 0) below.push(rest.join('.'));
    wanted.set(head, below);
  }
  const kept: Record<string, unknown> = {};
  for (const [name, below] of wanted) {
    if (!Object.hasOwn(row, name)) continue;
    const value: unknown = Reflect.get(row, name);
    kept[name] = below.length === 0 ? value : pickBelow(value, below);
  }
  return kept;
}

function pickBelow(value: unknown, columns: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => pickBelow(each, columns));
  return typeof value === 'object' && value !== null ? pick(value, columns) : value;
}

/**
 * Those of the known columns that a question wants, in its order; a head such as `owners` stands for all below it. All
 * of them when it names none that is known.
 */
export function chosenColumns(known: readonly string[], asked: readonly string[] | undefined): string[] {
  const chosen = (asked ?? []).flatMap((name) =>
    known.includes(name) ? [name] : known.filter((column) => column.split('.')[0] === name),
  );
  return chosen.length > 0 ? [...new Set(chosen)] : [...known];
}
