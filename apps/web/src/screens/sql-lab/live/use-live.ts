import { may } from '../../../base/bootstrap.ts';
import { useLab } from '../lab-store.ts';
import { useLabSwitches } from '../lab-switches.ts';

/** Whether statements may run while they are written in a database, and whether the pane for it is open. */
export function useLive(databaseId: number | null): { isOffered: boolean; isOn: boolean } {
  const runs = useLab((state) => state.databases[String(databaseId)]?.runs_live === true);
  const isWanted = useLabSwitches((state) => state.live);
  const isOffered = runs && may('can_execute_sql_query', 'SQLLab');
  return { isOffered, isOn: isOffered && isWanted };
}
