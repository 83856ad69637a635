import { connect } from 'node:net';
import { noteAbsent } from '../../scripts/test-notes.ts';

/** A PostgreSQL server with the flights of the tests. */
export const warehouse = new URL(
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse',
);

/** Whether the server answers; when not, the end of `npm test` says so, and CI fails. */
export async function warehouseAtHand(): Promise<boolean> {
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(Number(warehouse.port || 5432), warehouse.hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.setTimeout(2_000, () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
  if (answers) return true;
  noteAbsent(
    'PostgreSQL: set CHARTROOM_TEST_POSTGRES to its address; what connects to it from the browser and the recorded cases were not played',
  );
  return false;
}
