import { chartsIn, type DashboardVersion, dashboardVersionsApi, readLayout } from '@chartroom/model';
import type { Access } from '../../../http/access.ts';
import type { Act } from '../../../http/act.ts';
import type { DefineRoute } from '../../../http/define-route.ts';
import { notFound } from '../../../http/errors.ts';
import { zoneless } from '../../../http/humanized.ts';
import { storedObject } from '../../../records/stored-json.ts';
import { requireFilterData } from '../../../security/dashboard-filters.ts';
import { type Person, peopleOf } from '../../people.ts';
import { pauseReportsWithoutTabs } from '../../reports/attached-reports.ts';
import { requireOwned } from '../../resource-queries.ts';
import { openDashboard } from '../dashboard-resource.ts';
import { DASHBOARD_OWNERS } from '../dashboard-rows.ts';
import { allowedCharts, membersOf, setCharts, writeVersion } from '../dashboard-writes.ts';
import { BOARD_COLUMNS, boardIn, versionOf, versionsOf } from './board-versions.ts';

const WRITE: Access = { permission: 'can_write', view: 'Dashboard' };

/** What a dashboard was after each save: for its owners. */
export function registerVersions(defineRoute: DefineRoute): void {
  defineRoute({
    ...dashboardVersionsApi.list,
    access: WRITE,
    handle: async ({ act, param }) => {
      const id = await openOwned(param('pk'), act);
      const rows = await versionsOf(act.services.db, id);
      const people = await peopleOf(
        act.services.db,
        rows.map((row) => row.changed_by_id),
      );
      return { count: rows.length, result: rows.map((row) => presented(row, people)) };
    },
  });
  defineRoute({
    ...dashboardVersionsApi.show,
    access: WRITE,
    handle: async ({ act, param, idParam }) => {
      const id = await openOwned(param('pk'), act);
      const version = await readVersion(id, idParam('number'), act);
      const people = await peopleOf(act.services.db, [version.changed_by_id]);
      return { result: { ...presented(version, people), document: version.document } };
    },
  });
  defineRoute({
    ...dashboardVersionsApi.restore,
    access: WRITE,
    handle: async ({ act, param, idParam }) => {
      const id = await openOwned(param('pk'), act);
      const missing_charts = await restoreVersion(id, idParam('number'), act);
      const [last] = await versionsOf(act.services.db, id);
      if (!last) throw notFound();
      return {
        result: presented(last, await peopleOf(act.services.db, [last.changed_by_id])),
        missing_charts,
      };
    },
  });
}

async function openOwned(key: string, act: Act): Promise<number> {
  const id = await openDashboard(key, act);
  await requireOwned({ ownership: DASHBOARD_OWNERS }, [id], act);
  return id;
}

async function readVersion(id: number, number: number | undefined, act: Act) {
  const version = number === undefined ? undefined : await versionOf(act.services.db, id, number);
  if (!version) throw notFound();
  return version;
}

function presented(
  {
    number,
    changed_on,
    changed_by_id,
    summary,
  }: {
    number: number;
    changed_on: string;
    changed_by_id: number | null;
    summary: string;
  },
  people: ReadonlyMap<number, Person>,
): DashboardVersion {
  const person = people.get(changed_by_id ?? -1);
  return {
    number,
    changed_on: zoneless(changed_on),
    changed_by: person ? { id: person.id, first_name: person.first_name, last_name: person.last_name } : null,
    summary,
  };
}

/**
 * Makes a dashboard what it was; answers the charts of that version that are no longer there. Charts that the caller may
 * not see do not come back with it, and neither do filters on data that they may not read (403).
 */
async function restoreVersion(id: number, number: number | undefined, act: Act): Promise<number[]> {
  const { document } = await readVersion(id, number, act);
  const { db } = act.services;
  const row = await db
    .selectFrom('dashboards')
    .select(BOARD_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = boardIn(row);
  const filters = {
    after: storedObject(document.json_metadata),
    before: storedObject(before.json_metadata),
  };
  await requireFilterData(db, filters, act);
  const wanted = chartsIn(readLayout(storedObject(document.position_json)));
  const members = await membersOf(db, id);
  const charts = await allowedCharts(wanted, members, act);
  const known = await db
    .selectFrom('charts')
    .select('id')
    .where('id', 'in', [-1, ...wanted])
    .execute();
  const { published: _, ...restored } = document;
  const values = { ...restored, theme_id: await presentTheme(document.theme_id, act) };
  await db.transaction().execute(async (records) => {
    await writeVersion(records, id, values, undefined, act, `restored version ${number}`);
    await setCharts(records, id, charts);
    await pauseReportsWithoutTabs(records, id, document.position_json);
  });
  const present = new Set(known.map((chart) => chart.id));
  return wanted.filter((chart) => !present.has(chart));
}

async function presentTheme(id: number | null, act: Act): Promise<number | null> {
  if (id === null) return null;
  const row = await act.services.db.selectFrom('themes').select('id').where('id', '=', id).executeTakeFirst();
  return row?.id ?? null;
}
