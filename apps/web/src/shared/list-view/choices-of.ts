import { namedChoices } from '../editor/remote-select.tsx';
import type { Choice } from './list-filters.tsx';

/** Choices of a filter over things known by a column. */
export function choicesOf(resource: string, column: string): (search: string, signal: AbortSignal) => Promise<Choice[]> {
  return (search, signal) => namedChoices(resource, column, { search, include: [] }, signal);
}
