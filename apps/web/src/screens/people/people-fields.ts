import { deleteOne } from '../../api/list.ts';

/** A role or group as users show it. */
interface Named {
  id: number;
  name: string;
}

/** Names in one line. */
export function namesOf(things: readonly Named[]): string {
  return things.map((each) => each.name).join(', ');
}

/** Deletes things one after the other, where the server deletes no more than one at a time. */
export async function deleteEach(resource: string, rows: readonly { id: number }[]): Promise<void> {
  for (const { id } of rows) await deleteOne(resource, id);
}
