import { deleteOne } from '../../api/list.ts';
import { namedChoices } from '../../shared/editor/remote-select.tsx';
import type { Choice } from '../../shared/list-view/list-filters.tsx';

/** A role or group as users show it. */
export interface Named {
  id: number;
  name: string;
}

/** Names in one line. */
export function namesOf(things: readonly Named[]): string {
  return things.map((each) => each.name).join(', ');
}

/** Choices of a filter over things known by a column. */
export function choicesOf(resource: string, column: string): (search: string, signal: AbortSignal) => Promise<Choice[]> {
  return (search, signal) => namedChoices(resource, column, { search, include: [] }, signal);
}

/** Deletes things one after the other, where the server deletes no more than one at a time. */
export async function deleteEach(resource: string, rows: readonly { id: number }[]): Promise<void> {
  for (const { id } of rows) await deleteOne(resource, id);
}
