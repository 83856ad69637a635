import type { ChartFormData } from '@chartroom/model';

/** A number to compare with, and what it is called. */
export interface Mark {
  value: number;
  label: string;
}

/** How many numbers of a list are drawn: more cannot be told apart. */
const MOST = 50;
/** How far the only range goes beyond the value where none is named. */
const BEYOND = 1.1;

/** The numbers of one text and their names of another, as form data hold them: with commas between them. */
export function marksOf(form: ChartFormData, values: string, labels: string): Mark[] {
  const names = partsOf(form[labels]);
  return partsOf(form[values])
    .slice(0, MOST)
    .map((part, index) => ({ value: part === '' ? Number.NaN : Number(part), label: names[index] ?? '' }))
    .filter(({ value }) => Number.isFinite(value));
}

function partsOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  const text = Array.isArray(value) ? value.join(',') : value;
  return typeof text === 'string' ? text.split(',').map((part) => part.trim()) : [];
}

/** The shaded ranges, the longest first: shorter ones lie upon it. */
export function rangesOf(form: ChartFormData, value: number | null): Mark[] {
  const given = marksOf(form, 'ranges', 'range_labels');
  const ranges = given.length > 0 || value === null ? given : [{ value: value * BEYOND, label: '' }];
  return ranges.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
}
