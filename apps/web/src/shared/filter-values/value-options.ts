import { GenericType } from '@chartroom/model';

/** A value that a filter takes. */
export type FilterScalar = string | number | boolean | null;

export interface ValueOption {
  value: string;
  label: string;
}

/** A value as people read it. */
export function textOf(value: FilterScalar): string {
  if (value === null) return '<NULL>';
  return value === '' ? '<empty string>' : String(value);
}

/** A value of an answer that a filter can take. */
export function scalarOf(value: unknown): FilterScalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * What a value filter offers for a typed text, case aside: the same, what begins with it, what has it inside; a new value
 * comes last, where one may be made. Without a text everything is offered.
 */
export function optionsFor(
  values: readonly FilterScalar[],
  search: string,
  { creatable }: { creatable: boolean },
): ValueOption[] {
  const all = [...new Set(values.map(textOf))];
  const wanted = search.trim();
  if (wanted === '') return all.map((text) => ({ value: text, label: text }));
  const low = wanted.toLowerCase();
  const found = all
    .map((text) => ({ text, rank: rankOf(text.toLowerCase(), low) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((one, other) => one.rank - other.rank);
  const options = found.map(({ text }) => ({ value: text, label: text }));
  if (!creatable || all.includes(wanted)) return options;
  return [...options, { value: wanted, label: `${wanted} (new value)` }];
}

const NOT_FOUND = 3;

function rankOf(text: string, wanted: string): number {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  return text.includes(wanted) ? 2 : NOT_FOUND;
}

/** Stands for all values that are offered; no value reads like it. */
export const SELECT_ALL = '\u0000all';

/** The choice of everything, where there is more to choose than is chosen. */
export function selectAllOption(offered: number, chosen: number): ValueOption[] {
  return offered > 1 && chosen < offered ? [{ value: SELECT_ALL, label: `Select all (${offered})` }] : [];
}

/** Whether the server can search a column for a text: words for anything, numbers for what is one. */
export function isSearchable(kind: GenericType | undefined, text: string): boolean {
  if (kind === GenericType.STRING) return true;
  return kind === GenericType.NUMERIC && text !== '' && Number.isFinite(Number(text));
}
