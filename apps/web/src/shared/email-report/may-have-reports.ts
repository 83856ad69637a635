import { bootstrap, may } from '../../base/bootstrap.ts';

/** Whether the person looking may have things sent to them. */
export function mayHaveReports(): boolean {
  return (
    bootstrap.conf.ALERT_REPORTS === true &&
    bootstrap.embedded === undefined &&
    may('menu_access', 'Manage') &&
    may('can_write', 'ReportSchedule')
  );
}
