import { expect } from 'vitest';
import type { Principal } from '../data/principal.ts';
import { ensurePair } from '../security/role-setup.ts';
import type { PersonName, TestApp } from './test-app.ts';

/** What stands at a path inside an answer; undefined where the path ends early. */
export function member(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

/** The id in an answer. */
export function memberId(value: unknown): number {
  const id = member(value, 'id');
  expect(id).toBeTypeOf('number');
  return Number(id);
}

/** A virtual dataset of one row, `a` = 1 and `b` = 'x', in the database for uploads. */
export async function makeDataset(
  house: TestApp,
  table_name: string,
  who: PersonName = 'admin',
): Promise<number> {
  const body = { database: house.uploads, table_name, sql: "select 1 as a, 'x' as b" };
  const answer = await house.as(who, 'POST', '/api/v1/dataset/', { body });
  expect(answer).toMatchObject({ status: 201 });
  return memberId(answer.body);
}

/** A chart on a dataset with a stored question. */
export async function makeChart(
  house: TestApp,
  dataset: number,
  slice_name: string,
  who: PersonName = 'admin',
): Promise<number> {
  const datasource = { id: dataset, type: 'table' };
  const query_context = JSON.stringify({
    datasource,
    queries: [{ columns: ['a'], metrics: ['count'], row_limit: 5 }],
  });
  const body = {
    slice_name,
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
    query_context,
  };
  const answer = await house.as(who, 'POST', '/api/v1/chart/', { body });
  expect(answer).toMatchObject({ status: 201 });
  return memberId(answer.body);
}

/** A dashboard that shows one chart, on a dataset of its own. */
export async function makeBoard(house: TestApp, dashboard_title: string, slug: string): Promise<number> {
  const sliceName = `Chart of ${dashboard_title}`;
  const chartId = await makeChart(house, await makeDataset(house, `table of ${slug}`), sliceName);
  const { uuid } = await house.services.db
    .selectFrom('charts')
    .select('uuid')
    .where('id', '=', chartId)
    .executeTakeFirstOrThrow();
  const meta = { chartId, uuid, sliceName, width: 4, height: 50 };
  const position = { CHART: { type: 'CHART', id: 'CHART', children: [], meta } };
  const body = { dashboard_title, slug, position_json: JSON.stringify(position) };
  return memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
}

/** Lets everybody of a role read a dataset, and nothing else of its database. */
export async function openDataset(
  { services }: TestApp,
  dataset: number,
  role: 'sql_lab' | 'Gamma',
): Promise<void> {
  const { db } = services;
  const pair = await db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('views', 'views.id', 'permission_views.view_id')
    .select('permission_views.id')
    .where('permissions.name', '=', 'datasource_access')
    .where('views.name', 'like', `%(id:${dataset})`)
    .executeTakeFirstOrThrow();
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow();
  await db.insertInto('role_permissions').values({ role_id: id, permission_view_id: pair.id }).execute();
  services.callers.forget();
  services.sources.forget();
}

/** Lets everybody of a role do something. */
export async function grant(
  { services: { db, callers } }: TestApp,
  role: string,
  permission: string,
  view: string,
): Promise<void> {
  const permission_view_id = await ensurePair(db, permission, view);
  const { id: role_id } = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', role)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('role_permissions')
    .values({ role_id, permission_view_id })
    .onConflict((on) => on.doNothing())
    .execute();
  callers.forget();
}

/** Asks a connection under its own account. */
export const NOBODY: Principal = { id: undefined, username: undefined, email: undefined, roles: [] };
