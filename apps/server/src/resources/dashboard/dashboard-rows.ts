import { type DashboardItem, dashboardUrl } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { OBJECT_TYPES, tagsOf } from '../object-tags.ts';
import { auditOf, groupBy, inOrder, ownersOf } from '../people.ts';
import { dashboardPictures } from '../picture-digests.ts';
import type { Ownership } from '../resource.ts';

/** Who owns dashboards. */
export const DASHBOARD_OWNERS: Ownership = { link: 'dashboard_owners', own: 'dashboard_id' };

/** Rows of dashboards with every column that lists may show (contract/api.md §2.4). */
export async function dashboardRows(ids: number[], act: Act) {
  const { db } = act.services;
  const rows = await db.selectFrom('dashboards').selectAll().where('id', 'in', ids).execute();
  const [audit, owners, tags, roles] = await Promise.all([
    auditOf(rows, act),
    ownersOf(db, DASHBOARD_OWNERS, ids),
    tagsOf(db, OBJECT_TYPES.dashboard, ids),
    rolesOf(ids, act),
  ]);
  const pictures = await dashboardPictures(rows, owners, act);
  const shown = rows.map((row) => {
    const { created_by_id: _, changed_by_id: __, theme_id: ___, ...rest } = row;
    return {
      ...rest,
      published: row.published === 1,
      status: row.published === 1 ? ('published' as const) : ('draft' as const),
      is_managed_externally: row.is_managed_externally === 1,
      url: dashboardUrl(row),
      thumbnail_url: pictures.get(row.id),
      owners: owners.get(row.id) ?? [],
      roles: roles.get(row.id) ?? [],
      tags: tags.get(row.id) ?? [],
      ...audit(row),
    };
  });
  return inOrder(ids, shown);
}

async function rolesOf(ids: number[], act: Act): Promise<Map<number, { id: number; name: string }[]>> {
  const rows = await act.services.db
    .selectFrom('dashboard_roles')
    .innerJoin('roles', 'roles.id', 'dashboard_roles.role_id')
    .select(['dashboard_id', 'roles.id', 'roles.name'])
    .where('dashboard_id', 'in', ids)
    .orderBy('roles.id')
    .execute();
  return groupBy(
    rows,
    (row) => row.dashboard_id,
    ({ id, name }) => ({ id, name }),
  );
}

/** One dashboard as its item shows it: with the names of its charts and its theme. */
export async function dashboardRow(id: number, act: Act): Promise<DashboardItem> {
  const { db } = act.services;
  const [row] = await dashboardRows([id], act);
  if (!row) throw notFound();
  const charts = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select('charts.slice_name')
    .where('dashboard_id', '=', id)
    .orderBy('charts.id')
    .execute();
  const theme = await db
    .selectFrom('dashboards')
    .innerJoin('themes', 'themes.id', 'dashboards.theme_id')
    .select(['themes.id', 'theme_name', 'json_data'])
    .where('dashboards.id', '=', id)
    .executeTakeFirst();
  const shown = { ...row, charts: charts.map((chart) => chart.slice_name), theme: theme ?? null };
  // Guests learn nothing of the people of the installation (contract/api.md §2.4).
  return act.caller.guest
    ? {
        ...shown,
        owners: undefined,
        changed_by: undefined,
        changed_by_name: undefined,
        created_by: undefined,
      }
    : shown;
}
