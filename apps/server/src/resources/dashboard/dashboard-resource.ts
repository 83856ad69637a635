import { columnsOf, type DashboardItem, type DashboardRow, dashboardApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import {
  createdByMe,
  either,
  HAS_MAKER,
  SIGNED_FILTERS,
  starred,
  tagFilters,
  textIn,
} from '../../lists/common-filters.ts';
import { dashboardVisible } from '../../security/dashboard-grants.ts';
import { forgetObjects } from '../object-tags.ts';
import { named, OWNERS, SIGNERS } from '../related.ts';
import { refuseReported } from '../reports/attached-reports.ts';
import { NEWEST_FIRST, type Resource, writing } from '../resource.ts';
import { requireSeen } from '../resource-queries.ts';
import { forgetVersions, moveToTrash } from '../trash/trash.ts';
import { DASHBOARD_OWNERS, dashboardRow, dashboardRows } from './dashboard-rows.ts';
import { changeDashboard, createDashboard } from './dashboard-writes.ts';

/** `/dashboard/` (contract/api.md §2.4). */
export const dashboardResource: Resource<DashboardRow, DashboardItem> = {
  api: dashboardApi,
  path: 'dashboard',
  view: 'Dashboard',
  model: 'Dashboard',
  noun: ['dashboard', 'dashboards'],
  table: 'dashboards',
  permissions: [
    'can_read',
    'can_write',
    'can_export',
    'can_set_embedded',
    'can_get_embedded',
    'can_delete_embedded',
    'can_cache_dashboard_screenshot',
  ],
  listColumns: columnsOf(dashboardApi.row),
  showColumns: columnsOf(dashboardApi.item),
  orderColumns: [
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'created_by.first_name',
    'dashboard_title',
    'published',
    'changed_on',
  ],
  defaultOrder: NEWEST_FIRST,
  filters: {
    columns: {
      id: { kind: 'number' },
      uuid: { kind: 'text' },
      dashboard_title: { kind: 'text' },
      slug: { kind: 'text' },
      published: { kind: 'flag' },
      ...SIGNED_FILTERS,
      owners: { kind: 'many', link: 'dashboard_owners', own: 'dashboard_id', other: 'user_id' },
      roles: { kind: 'many', link: 'dashboard_roles', own: 'dashboard_id', other: 'role_id' },
      tags: { kind: 'many', link: 'tagged_objects', own: 'object_id', other: 'tag_id' },
    },
    custom: {
      dashboard_title: {
        title_or_slug: textIn('dashboard_title', 'slug'),
      },
      id: {
        dashboard_is_favorite: starred('Dashboard'),
        // Written as a comparison, which an index answers.
        dashboard_is_certified: either(sql<boolean>`t.certified_by > ''`),
      },
      created_by: {
        dashboard_created_by_me: createdByMe,
        dashboard_has_created_by: HAS_MAKER,
      },
      tags: tagFilters(3, 'dashboard'),
    },
  },
  visible: ({ caller }) => dashboardVisible(caller, 'listed'),
  visibleAll: ({ caller }) => dashboardVisible(caller, 'listed', 'all'),
  ownership: DASHBOARD_OWNERS,
  related: { owners: OWNERS, roles: named('roles', 'name', 'ct'), ...SIGNERS },
  versioned: true,
  favorites: 'Dashboard',
  bareItem: true,
  open: openDashboard,
  list: dashboardRows,
  show: dashboardRow,
  create: writing(dashboardApi.create.body, createDashboard),
  update: writing(dashboardApi.update.body, changeDashboard),
  remove: async (ids, act) => {
    await refuseReported('dashboard_id', ids, act);
    await act.services.db.transaction().execute(async (records) => {
      await moveToTrash(records, 'dashboard', ids, act);
      await forgetObjects(records, { type: 'dashboard', favorites: 'Dashboard', ids });
      await records.deleteFrom('dashboards').where('id', 'in', ids).execute();
      if (act.services.config.TRASH_DAYS === 0)
        await forgetVersions(
          records,
          ids.map((object_id) => ({ kind: 'dashboard', object_id })),
        );
    });
  },
};

/**
 * The dashboard behind an id, a uuid or a slug; a slug that reads as a number is found when no id does. Whoever knows the
 * uuid holds a direct link (contract/api.md §2.4, §3.3): it needs no publication, and says 403 where others would hear 404.
 */
export async function openDashboard(key: string, act: Act): Promise<number> {
  const uuid = key.toLowerCase();
  const rows = await act.services.db
    .selectFrom('dashboards as t')
    .select(['t.id', 't.uuid', dashboardVisible(act.caller, 'direct').as('is_open')])
    .where((on) =>
      on.or([
        ...(/^\d{1,9}$/.test(key) ? [on('t.id', '=', Number(key))] : []),
        on('t.slug', '=', key),
        on('t.uuid', '=', uuid),
      ]),
    )
    .execute();
  const row = rows.find((each) => String(each.id) === key) ?? rows[0];
  if (!row) throw notFound();
  if (row.uuid !== uuid) await requireSeen(dashboardResource, [row.id], act);
  else if (!row.is_open) throw forbidden();
  return row.id;
}
