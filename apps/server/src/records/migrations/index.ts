import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { firstTables } from './0001-first-tables.ts';
import { accountAccess } from './0002-account-access.ts';
import { identities } from './0003-identities.ts';
import { longLists } from './0004-long-lists.ts';
import { jobs } from './0005-jobs.ts';
import { sshTunnels } from './0006-ssh-tunnels.ts';
import { listChanges } from './0007-list-changes.ts';
import { listRows } from './0008-list-rows.ts';
import { registrations } from './0009-registrations.ts';
import { servers } from './0010-servers.ts';
import { plainLists } from './0011-plain-lists.ts';
import { binaryOrder } from './0012-binary-order.ts';
import { dashboardVersions } from './0013-dashboard-versions.ts';
import { trash } from './0014-trash.ts';
import { dashboardViews } from './0015-dashboard-views.ts';
import { dynamicPlugins } from './0016-dynamic-plugins.ts';
import { listFilters } from './0017-list-filters.ts';
import { savedQueryVersions } from './0018-saved-query-versions.ts';
import { reportRuns } from './0019-report-runs.ts';
import { reportMessages } from './0020-report-messages.ts';
import { databaseTokens } from './0021-database-tokens.ts';

/** Every step of the records' shape, in order. A step that has shipped keeps its name and what later steps build on. */
export function migrations(kind: RecordsKind): Record<string, Migration> {
  return {
    '0001-first-tables': firstTables(kind),
    '0002-account-access': accountAccess(kind),
    '0003-identities': identities(kind),
    '0004-long-lists': longLists,
    '0005-jobs': jobs(kind),
    '0006-ssh-tunnels': sshTunnels(kind),
    '0007-list-changes': listChanges,
    '0008-list-rows': listRows,
    '0009-registrations': registrations(kind),
    '0010-servers': servers(),
    '0011-plain-lists': plainLists(kind),
    '0012-binary-order': binaryOrder(kind),
    '0013-dashboard-versions': dashboardVersions(kind),
    '0014-trash': trash(kind),
    '0015-dashboard-views': dashboardViews(kind),
    '0016-dynamic-plugins': dynamicPlugins(kind),
    '0017-list-filters': listFilters,
    '0018-saved-query-versions': savedQueryVersions(kind),
    '0019-report-runs': reportRuns(kind),
    '0020-report-messages': reportMessages(kind),
    '0021-database-tokens': databaseTokens(kind),
  };
}
