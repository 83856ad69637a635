import { dashboardViewsApi, type NamedView, type ViewState } from '@chartroom/model';
import type { Access } from '../../../http/access.ts';
import type { Act } from '../../../http/act.ts';
import type { DefineRoute } from '../../../http/define-route.ts';
import { forbidden, notFound, unprocessable } from '../../../http/errors.ts';
import type { Ground } from '../../../records/ground.ts';
import type { Row } from '../../../records/tables.ts';
import { callerId } from '../../../security/caller.ts';
import { nameOf, peopleOf } from '../../people.ts';
import { openDashboard } from '../dashboard-resource.ts';

const READ: Access = { permission: 'can_read', view: 'Dashboard' };
/** Views that one person may have of one dashboard. */
const MOST_VIEWS = 100;
/** Characters of one state. */
const MOST_CHARACTERS = 200_000;

/** How people look at a dashboard: each keeps the own last state, and views under names. */
export function registerViews(defineRoute: DefineRoute): void {
  defineRoute({
    ...dashboardViewsApi.list,
    access: READ,
    handle: async ({ act, param }) => {
      const dashboard_id = await openDashboard(param('pk'), act);
      const user = callerId(act.caller);
      const rows = await act.services.db
        .selectFrom('dashboard_views')
        .selectAll()
        .where('dashboard_id', '=', dashboard_id)
        .where((on) => on.or([on('user_id', '=', user), on('is_shared', '=', 1)]))
        .orderBy('name')
        .orderBy('id')
        .execute();
      const people = await peopleOf(
        act.services.db,
        rows.map(({ user_id }) => user_id),
      );
      const last = rows.find(({ user_id, name }) => name === null && user_id === user);
      const result = rows.flatMap((row): NamedView[] => {
        const { id, name, user_id } = row;
        if (name === null) return [];
        const owner = nameOf(people.get(user_id));
        return [
          { id, name, is_shared: row.is_shared === 1, is_own: user_id === user, owner, state: stateIn(row) },
        ];
      });
      return { last: last ? stateIn(last) : null, result };
    },
  });
  registerLast(defineRoute);
  registerNamed(defineRoute);
}

/** The state in which the caller has left the dashboard. */
function registerLast(defineRoute: DefineRoute): void {
  defineRoute({
    ...dashboardViewsApi.keepLast,
    access: READ,
    handle: async ({ act, param, body }) => {
      const dashboard_id = await openDashboard(param('pk'), act);
      const user_id = callerId(act.caller);
      const state = textOf(body.state);
      const changed_on = act.services.now().toISOString();
      await act.services.db.transaction().execute(async (records) => {
        await records
          .deleteFrom('dashboard_views')
          .where('dashboard_id', '=', dashboard_id)
          .where('user_id', '=', user_id)
          .where('name', 'is', null)
          .execute();
        await records
          .insertInto('dashboard_views')
          .values({ dashboard_id, user_id, name: null, is_shared: 0, state, changed_on })
          .execute();
      });
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...dashboardViewsApi.forgetLast,
    access: READ,
    handle: async ({ act, param }) => {
      const dashboard_id = await openDashboard(param('pk'), act);
      await act.services.db
        .deleteFrom('dashboard_views')
        .where('dashboard_id', '=', dashboard_id)
        .where('user_id', '=', callerId(act.caller))
        .where('name', 'is', null)
        .execute();
      return { message: 'OK' };
    },
  });
}

/** Views under names, which their maker changes. */
function registerNamed(defineRoute: DefineRoute): void {
  defineRoute({
    ...dashboardViewsApi.create,
    access: READ,
    handle: async ({ act, param, body }) => {
      const dashboard_id = await openDashboard(param('pk'), act);
      const user_id = callerId(act.caller);
      const { db } = act.services;
      const { count } = await db
        .selectFrom('dashboard_views')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('dashboard_id', '=', dashboard_id)
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_VIEWS)
        throw unprocessable(`You have ${count} views of this dashboard already: delete one first.`);
      const { id } = await db
        .insertInto('dashboard_views')
        .values({
          dashboard_id,
          user_id,
          name: body.name.trim() || 'View',
          is_shared: body.is_shared ? 1 : 0,
          state: textOf(body.state),
          changed_on: act.services.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id };
    },
  });
  defineRoute({
    ...dashboardViewsApi.update,
    access: READ,
    handle: async ({ act, param, idParam, body }) => {
      const { id } = await ownView(await openDashboard(param('pk'), act), idParam('view'), act);
      await act.services.db
        .updateTable('dashboard_views')
        .set({
          changed_on: act.services.now().toISOString(),
          ...(body.name !== undefined && { name: body.name.trim() || 'View' }),
          ...(body.is_shared !== undefined && { is_shared: body.is_shared ? 1 : 0 }),
          ...(body.state && { state: textOf(body.state) }),
        })
        .where('id', '=', id)
        .execute();
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...dashboardViewsApi.remove,
    access: READ,
    handle: async ({ act, param, idParam }) => {
      const { id } = await ownView(await openDashboard(param('pk'), act), idParam('view'), act);
      await act.services.db.deleteFrom('dashboard_views').where('id', '=', id).execute();
      return { message: 'OK' };
    },
  });
}

/** A view of the caller's own. Rejects with 404 where there is none, 403 where it is somebody else's. */
async function ownView(dashboard_id: number, id: number | undefined, act: Act) {
  const user = callerId(act.caller);
  const row =
    id === undefined
      ? undefined
      : await act.services.db
          .selectFrom('dashboard_views')
          .select(['id', 'user_id', 'is_shared'])
          .where('id', '=', id)
          .where('dashboard_id', '=', dashboard_id)
          .where('name', 'is not', null)
          .executeTakeFirst();
  if (!row || (row.user_id !== user && row.is_shared === 0)) throw notFound();
  if (row.user_id !== user) throw forbidden();
  return row;
}

function textOf(state: ViewState): string {
  const text = JSON.stringify(state);
  if (text.length > MOST_CHARACTERS)
    throw unprocessable(
      `The filters of this view have ${text.length} characters; at most ${MOST_CHARACTERS}.`,
    );
  return text;
}

function stateIn({ state }: Row<'dashboard_views'>): ViewState {
  return JSON.parse(state);
}

/** The state in which a person has left a dashboard; undefined where they have left it in none. */
export async function lastState(
  dashboardId: number,
  userId: number,
  { db }: Pick<Ground, 'db'>,
): Promise<ViewState | undefined> {
  const row = await db
    .selectFrom('dashboard_views')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where('user_id', '=', userId)
    .where('name', 'is', null)
    .executeTakeFirst();
  return row && stateIn(row);
}
