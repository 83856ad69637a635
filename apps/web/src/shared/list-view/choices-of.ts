import { fetchRelated } from '../../api/list.ts';
import { namedChoices } from '../editor/remote-select.tsx';
import type { Choice } from './list-filters.tsx';

/** Choices of a filter over things known by a column. */
export function choicesOf(
  resource: string,
  column: string,
): (search: string, signal: AbortSignal) => Promise<Choice[]> {
  return (search, signal) => namedChoices(resource, column, { search, include: [] }, signal);
}

/** Choices of a filter over the values that a column holds. */
export function distinctOf(
  resource: string,
  column: string,
): (search: string, signal: AbortSignal) => Promise<Choice[]> {
  return async (search, signal) => {
    const values = await fetchRelated(resource, column, { search, way: 'distinct' }, signal);
    return values.map(({ text, value }) => ({ label: text, value }));
  };
}
