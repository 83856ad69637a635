import type { DashboardItem } from '@chartroom/model';
import { may } from '../../base/bootstrap.ts';
import { ownsOrAdmin } from '../../shared/list-view/list-fields.ts';

/** Whether the person looking may change a dashboard (contract/ui.md B9). */
export function mayEdit({ owners, is_managed_externally }: DashboardItem): boolean {
  return !is_managed_externally && may('can_write', 'Dashboard') && ownsOrAdmin(owners ?? []);
}
