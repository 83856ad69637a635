import { may } from '../../../base/bootstrap.ts';

/** Whether somebody may look behind charts at all (contract/ui.md C10). */
function mayDrill(): boolean {
  return (
    (may('can_explore', 'Superset') || may('can_drill', 'Dashboard')) && may('can_get_drill_info', 'Dataset')
  );
}

/** Whether somebody may see the rows behind charts. */
export function mayDrillToDetail(): boolean {
  return mayDrill() && may('can_samples', 'Datasource');
}

/** Whether somebody may take charts apart by other columns. */
export function mayDrillBy(): boolean {
  return mayDrill() && may('can_write', 'ExploreFormDataRestApi');
}
