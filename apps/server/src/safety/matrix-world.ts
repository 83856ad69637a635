import { createAccount } from '../security/accounts.ts';
import { datasetView } from '../security/data-grants.ts';
import { ensurePair } from '../security/role-setup.ts';
import type { TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, memberId } from '../testing/things.ts';

/** People of the matrix: one of each standard role. */
export const MATRIX_ROLES = {
  visitor: 'Public',
  lab: 'sql_lab',
  gamma: 'Gamma',
  alpha: 'Alpha',
  admin: 'Admin',
} as const;
export type MatrixPerson = keyof typeof MATRIX_ROLES;
/** Whose thing it is: the caller's; somebody's, on data that the caller may read; somebody's, on data that they may not. */
export type Holding = 'own' | 'granted' | 'foreign';
/** What things are called that the people of the matrix may not see: in no answer to them. */
export const CANARY = 'zanzibar';
type Ids = Readonly<Record<string, string>>;

export interface MatrixWorld {
  ids: Record<MatrixPerson, number>;
  /** Ids of things by kind, as addresses name them. */
  things: Record<Holding, (who: MatrixPerson) => Ids>;
}

/** Makes the people, what each of them has, and what somebody else has, with and without a grant on its data. */
export async function furnishMatrix(house: TestApp): Promise<MatrixWorld> {
  const ids = await makePeople(house);
  const granted = await makeThings(house, 'granted', house.ids.other);
  const foreign = await makeThings(house, CANARY, house.ids.other);
  await grant(house, Number(granted.dataset), Object.values(ids));
  const own = new Map<MatrixPerson, Ids>();
  for (const who of peopleNames()) own.set(who, await makeThings(house, `own-${who}`, ids[who]));
  house.services.callers.forget();
  return {
    ids,
    things: { own: (who) => own.get(who) ?? {}, granted: () => granted, foreign: () => foreign },
  };
}

/** In the order of what they may do: those who may remove things come last. */
export function peopleNames(): MatrixPerson[] {
  return ['visitor', 'lab', 'gamma', 'alpha', 'admin'];
}

async function makePeople(house: TestApp): Promise<Record<MatrixPerson, number>> {
  const roles = await house.services.db.selectFrom('roles').select(['id', 'name']).execute();
  const make = (username: MatrixPerson) => {
    const person = {
      username,
      password: house.password,
      first_name: username,
      last_name: 'Matrix',
      email: `${username}@example.com`,
    };
    const held = roles.filter(({ name }) => name === MATRIX_ROLES[username]).map(({ id }) => id);
    return createAccount(
      house.services.db,
      { ...person, active: true, roles: held, groups: [] },
      { by: null, now: new Date() },
    );
  };
  const { admin, alpha, gamma } = house.ids;
  return { visitor: await make('visitor'), lab: await make('lab'), gamma, alpha, admin };
}

async function grant({ services: { db } }: TestApp, datasetId: number, people: number[]): Promise<void> {
  const dataset = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'table_name', 'database_name'])
    .where('datasets.id', '=', datasetId)
    .executeTakeFirstOrThrow();
  const permission_view_id = await ensurePair(
    db,
    'datasource_access',
    datasetView(dataset.database_name, dataset),
  );
  const role = await db
    .insertInto('roles')
    .values({ name: 'Granted' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('role_permissions').values({ role_id: role.id, permission_view_id }).execute();
  await db
    .insertInto('user_roles')
    .values(people.map((user_id) => ({ user_id, role_id: role.id })))
    .execute();
}

/** One thing of each kind that somebody may own; made by the administrator and handed over. */
async function makeThings(house: TestApp, name: string, owner: number): Promise<Ids> {
  const post = async (url: string, body: object) =>
    memberId((await house.as('admin', 'POST', url, { body })).body);
  const dataset = await makeDataset(house, name.replaceAll('-', '_'));
  const chart = await makeChart(house, dataset, name);
  const dashboard = await post('/api/v1/dashboard/', { dashboard_title: name, published: true });
  await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { dashboards: [dashboard] } });
  const recipients = [{ type: 'Email', recipient_config_json: { target: 'someone@example.org' } }];
  const report = await post('/api/v1/report/', {
    type: 'Report',
    name,
    crontab: '0 9 * * 1',
    chart,
    report_format: 'CSV',
    recipients,
  });
  const saved = await post('/api/v1/saved_query/', { label: name, sql: 'select 1', db_id: house.uploads });
  const tab = await post('/tabstateview/', {
    queryEditor: JSON.stringify({ name, dbId: house.uploads, sql: 'select 1' }),
  });
  const table = await post('/tableschemaview/', {
    table: JSON.stringify({ queryEditorId: tab, dbId: house.uploads, name: 'numbers' }),
  });
  const client_id = name.replaceAll('-', '').slice(0, 11);
  await house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
    body: { database_id: house.uploads, sql: 'select 1 as a', client_id },
  });
  const { db } = house.services;
  const query = await db
    .selectFrom('queries')
    .select('id')
    .where('client_id', '=', client_id)
    .executeTakeFirstOrThrow();
  await db.updateTable('dataset_owners').set({ user_id: owner }).where('dataset_id', '=', dataset).execute();
  await db.updateTable('chart_owners').set({ user_id: owner }).where('chart_id', '=', chart).execute();
  await db
    .updateTable('dashboard_owners')
    .set({ user_id: owner })
    .where('dashboard_id', '=', dashboard)
    .execute();
  await db.updateTable('report_owners').set({ user_id: owner }).where('report_id', '=', report).execute();
  await db.updateTable('saved_queries').set({ created_by_id: owner }).where('id', '=', saved).execute();
  await db.updateTable('tab_states').set({ user_id: owner }).where('id', '=', tab).execute();
  await db.updateTable('queries').set({ user_id: owner }).where('id', '=', query.id).execute();
  const ids = {
    dataset,
    chart,
    dashboard,
    report,
    saved_query: saved,
    tabstateview: tab,
    tableschemaview: table,
    query: query.id,
  };
  return Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, String(id)]));
}
