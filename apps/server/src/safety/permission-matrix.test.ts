import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access, Declaration } from '../http/access.ts';
import { PERMISSION_CATALOG } from '../security/permission-catalog.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import {
  CANARY,
  furnishMatrix,
  type Holding,
  MATRIX_ROLES,
  type MatrixPerson,
  type MatrixWorld,
  peopleNames,
} from './matrix-world.ts';
import { sampleBody } from './sweep/bad-values.ts';
import { type ChangeWatch, watchRecords } from './sweep/records-digest.ts';
import { sessionHeaders } from './sweep/session-headers.ts';
import { addressOf, areaOf } from './sweep/small-world.ts';
import { sweptRoutes } from './sweep/sweep-requests.ts';

/**
 * Every declared route × every standard role × what is there: own, granted, foreign and missing things
 * (contract/safety.md 18 to 20). What is expected follows from the declaration and from who owns what.
 */
let house: TestApp;
let world: MatrixWorld;
let watch: ChangeWatch;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  world = await furnishMatrix(house);
  watch = await watchRecords(house.services.db, 'sqlite');
});
afterAll(() => house.close());

/** Addresses that tell what is somebody else's from what is missing (contract/api.md §2.5, §2.19). */
const TOLD_APART = /^\/(tabstateview|tableschemaview|datasource)\//;

const ALL: readonly Holding[] = ['own', 'granted', 'foreign'];
/** What somebody of a role sees of things that have owners (contract/api.md §3.3). */
const SEEN: Record<string, Record<MatrixPerson, readonly Holding[]>> = {
  ...Object.fromEntries(
    ['dataset', 'chart', 'dashboard'].map((kind) => [
      kind,
      {
        visitor: ['own', 'granted'],
        lab: ['own', 'granted'],
        gamma: ['own', 'granted'],
        alpha: ALL,
        admin: ALL,
      },
    ]),
  ),
  report: { visitor: ['own'], lab: ['own'], gamma: ['own'], alpha: ALL, admin: ALL },
  query: { visitor: ['own'], lab: ['own'], gamma: ['own'], alpha: ['own'], admin: ALL },
  ...Object.fromEntries(
    ['saved_query', 'tabstateview', 'tableschemaview'].map((kind) => [
      kind,
      { visitor: ['own'], lab: ['own'], gamma: ['own'], alpha: ['own'], admin: ['own'] },
    ]),
  ),
};
/** The view whose `can_write` changes a thing itself, which its owners alone may (contract/api.md §3.5). */
const OWNED_VIEWS: Record<string, string> = {
  dataset: 'Dataset',
  chart: 'Chart',
  dashboard: 'Dashboard',
  report: 'ReportSchedule',
};

function holds(who: MatrixPerson | 'nobody', access: Access): boolean {
  if (access === 'public') return true;
  if (who === 'nobody') return false;
  if (access === 'signed-in' || access === 'known' || who === 'admin') return true;
  const roles: ReadonlySet<string> | undefined = PERMISSION_CATALOG.get(
    `${access.permission} ${access.view}`,
  );
  return roles?.has(MATRIX_ROLES[who]) ?? false;
}

interface Asked {
  status: number;
  text: string;
  changed: string[];
}

let serial = 5_000;
const signedIn = new Map<MatrixPerson, Record<string, string>>();

/** A session that still stands: some calls end sessions or change the password. */
async function headersOf(who: MatrixPerson | 'nobody', url: string): Promise<Record<string, string>> {
  if (who === 'nobody') return {};
  const known = signedIn.get(who) ?? (await sessionHeaders(house, world.ids[who]));
  if (/session|password|\/me\//.test(url)) signedIn.delete(who);
  else signedIn.set(who, known);
  return known;
}

async function ask(
  who: MatrixPerson | 'nobody',
  { method, url, wire }: Declaration,
  ids: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Asked> {
  const headers = await headersOf(who, url);
  const verb = method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET';
  await watch.changed();
  const address = addressOf(url, { ids, keys: {}, uuid: 'none' });
  const body = wire.body ? sampleBody(wire.body, fields, ++serial) : {};
  const payload = verb === 'POST' || verb === 'PUT' ? { payload: body } : {};
  const answer = await house.app.inject({ method: verb, url: address, headers, ...payload });
  return { status: answer.statusCode, text: answer.body, changed: await watch.changed() };
}

/** Deeper addresses first and removals last, so that nothing is missed by what comes later. */
function inOrder(): Declaration[] {
  const weight = ({ method, url }: Declaration) => (method === 'DELETE' ? 1_000 - url.length : 0);
  return sweptRoutes(house.app.declarations).sort((a, b) => weight(a) - weight(b));
}

const MISSING = new Proxy<Record<string, string>>({}, { get: () => '99999999' });

describe('S18, S19, S20: every route', () => {
  test.each([...peopleNames(), 'nobody'] as const)(
    'lets %s in as its declaration says, ends in no fault, and changes nothing when it refuses',
    async (who) => {
      const wrong: string[] = [];
      for (const route of inOrder()) {
        const { status, changed } = await ask(who, route, MISSING);
        const refused = status === 401 || status === 403 || (route.page && status === 302);
        const name = `${route.method} ${route.url}: ${status}`;
        if (status >= 500) wrong.push(name);
        if (status >= 400 && changed.length > 0) wrong.push(`${name}, yet changed ${changed.join(', ')}`);
        if (!holds(who, route.access) && !refused) wrong.push(`${name}, without the permission`);
        if (holds(who, route.access) && status === 401 && route.access !== 'public')
          wrong.push(`${name}, with the permission`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(['visitor', 'lab', 'gamma', 'nobody'] as const)(
    'F20: tells %s the names of nothing that is closed to them',
    async (who) => {
      const told: string[] = [];
      const ids = world.things.foreign(who === 'nobody' ? 'visitor' : who);
      const numbers = Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, Number(id)]));
      const fields = {
        datasource_id: numbers.dataset,
        datasource: { id: numbers.dataset, type: 'table' },
        base_model_id: numbers.dataset,
        dataset_id: numbers.dataset,
        chart_id: numbers.chart,
        chart: numbers.chart,
        dashboard: numbers.dashboard,
        dashboards: [numbers.dashboard],
        tables: [numbers.dataset],
        form_data: JSON.stringify({
          slice_id: numbers.chart,
          datasource: `${numbers.dataset}__table`,
          dashboardId: numbers.dashboard,
        }),
        formData: { slice_id: numbers.chart, datasource: `${numbers.dataset}__table` },
        queries: [{ columns: ['a'], metrics: ['count'] }],
        json_metadata: JSON.stringify({
          native_filter_configuration: [{ id: 'f', targets: [{ datasetId: numbers.dataset }] }],
        }),
        sql: 'select 1',
      };
      for (const route of inOrder()) {
        if (route.method === 'DELETE') continue;
        const { text } = await ask(who, route, ids, fields);
        if (text.includes(CANARY)) told.push(`${route.method} ${route.url}: ${text.slice(0, 300)}`);
      }
      expect(told).toEqual([]);
    },
  );

  test.each(peopleNames())('shows and changes for %s what is theirs to see and to change', async (who) => {
    const wrong: string[] = [];
    for (const route of inOrder()) {
      const kind = areaOf(route.url);
      const seen = SEEN[kind]?.[who];
      if (!seen || !route.url.includes(':pk') || !holds(who, route.access)) continue;
      const missing = await ask(who, route, MISSING);
      for (const holding of ALL) {
        const problem = await verdict(who, route, holding, missing);
        if (problem) wrong.push(`${route.method} ${route.url}, ${holding}: ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** What a thing was is for those who may change it, like its changes. */
const OF_OWNERS = /\/versions(\/|$)/;

/** What is wrong with an answer about a thing; undefined when it is as it has to be. */
async function verdict(
  who: MatrixPerson,
  route: Declaration,
  holding: Holding,
  missing: Asked,
): Promise<string | undefined> {
  const kind = areaOf(route.url);
  const { status, text, changed } = await ask(who, route, world.things[holding](who));
  if (status >= 500) return String(status);
  if (status >= 400 && changed.length > 0) return `${status}, yet changed ${changed.join(', ')}`;
  const hidden = !SEEN[kind]?.[who].includes(holding);
  if (hidden && TOLD_APART.test(route.url) && status === 403) return undefined;
  // 19: what is hidden looks like what is missing.
  if (hidden)
    return status === missing.status && text === missing.text
      ? undefined
      : `${status} ${text}, and ${missing.status} when missing`;
  const { access, method } = route;
  const changes =
    (method === 'PUT' || method === 'DELETE' || OF_OWNERS.test(route.url)) &&
    typeof access === 'object' &&
    access.permission === 'can_write';
  const owners = changes && access.view === OWNED_VIEWS[kind] && who !== 'admin' && holding !== 'own';
  if (owners)
    return status === 403 || status === 400 ? undefined : `${status}, by somebody who does not own it`;
  return status === 401 || status === 403 ? `${status}, though it is theirs` : undefined;
}
