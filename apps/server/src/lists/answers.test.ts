import type { ListQuery } from '@chartroom/model';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Act } from '../http/act.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { fillRecords } from '../testing/large-records.ts';
import { grantDatasets } from '../testing/part-of-data.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { page as pageOfList } from './page.ts';

interface Plain {
  id: number;
  slice_name: string;
  description: string | null;
  viz_type: string;
  datasource_id: number;
  table_name: string;
  certified_by: string | null;
  created_by_id: number | null;
  last_saved_at: string;
  owners: number[];
  dashboards: number[];
  tags: number[];
  stars: number[];
}

type Keeps = (row: Plain, self: number) => boolean;
type Filter = { col: string; opr: string; value: string | number | boolean; keeps: Keeps };

const holds = (text: string | null, part: string, how: string) => {
  if (text === null) return false;
  const [whole, looked] = [text.toLowerCase(), part.toLowerCase()];
  return how === 'sw'
    ? whole.startsWith(looked)
    : how === 'ew'
      ? whole.endsWith(looked)
      : whole.includes(looked);
};
const TEXTS = [
  'sales',
  'ALE',
  's b',
  'number 1',
  'e',
  '%',
  '_',
  'é',
  'É',
  'umber',
  'zzqx',
  'PI',
  'number 1199',
  'deck_s',
  "it's",
  'a"b',
  '\\',
];
const text = fc.constantFrom(...TEXTS);
const textual = (col: 'slice_name' | 'description' | 'viz_type') =>
  fc.tuple(fc.constantFrom('ct', 'sw', 'ew', 'nct', 'nsw', 'new'), text).map(
    ([opr, value]): Filter => ({
      col,
      opr,
      value,
      keeps: (row) =>
        opr.startsWith('n') ? !holds(row[col], value, opr.slice(1)) : holds(row[col], value, opr),
    }),
  );
const flag = (col: string, opr: string, keeps: Keeps) =>
  fc
    .boolean()
    .map((value): Filter => ({ col, opr, value, keeps: (row, self) => keeps(row, self) === value }));
const member = (col: string, opr: string, of: 'owners' | 'dashboards' | 'tags') =>
  fc
    .integer({ min: 1, max: 40 })
    .map((value): Filter => ({ col, opr, value, keeps: (row) => row[of].includes(value) }));
const numeric = fc.tuple(fc.constantFrom('eq', 'neq', 'gt', 'lt'), fc.integer({ min: 1, max: 60 })).map(
  ([opr, value]): Filter => ({
    col: 'datasource_id',
    opr,
    value,
    keeps: ({ datasource_id: at }) =>
      opr === 'eq' ? at === value : opr === 'neq' ? at !== value : opr === 'gt' ? at > value : at < value,
  }),
);
const saved = fc
  .tuple(fc.constantFrom('gt', 'lt'), fc.constantFrom('2018-01-01', '2022-06-01', '2030-01-01'))
  .map(
    ([opr, value]): Filter => ({
      col: 'last_saved_at',
      opr,
      value,
      keeps: (row) => (opr === 'gt' ? row.last_saved_at > value : row.last_saved_at < value),
    }),
  );
const maker = fc.tuple(fc.constantFrom('rel_o_m', 'nrel_o_m'), fc.integer({ min: 1, max: 20 })).map(
  ([opr, value]): Filter => ({
    col: 'created_by',
    opr,
    value,
    keeps: (row) => (row.created_by_id === value) === (opr === 'rel_o_m'),
  }),
);
const anywhere = text.map(
  (value): Filter => ({
    col: 'slice_name',
    opr: 'chart_all_text',
    value,
    keeps: (row) =>
      [row.slice_name, row.description, row.viz_type, row.table_name].some((each) =>
        holds(each, value, 'ct'),
      ),
  }),
);
const filter = fc.oneof(
  { weight: 3, arbitrary: anywhere },
  textual('slice_name'),
  textual('description'),
  textual('viz_type'),
  flag('id', 'chart_is_certified', (row) => row.certified_by !== null),
  flag('id', 'chart_is_favorite', (row, self) => row.stars.includes(self)),
  flag('created_by', 'chart_has_created_by', (row) => row.created_by_id !== null),
  member('owners', 'rel_m_m', 'owners'),
  member('dashboards', 'rel_m_m', 'dashboards'),
  member('tags', 'chart_tag_id', 'tags'),
  numeric,
  saved,
  maker,
);

const name = (column: string) =>
  `coalesce((select first_name from users where users.id = charts.${column}), '')`;
/** What each order sorts by, plainly, before the id. */
const ORDERS: Record<string, string[]> = {
  slice_name: ['slice_name'],
  viz_type: ['viz_type'],
  datasource_id: ['datasource_id'],
  changed_on_delta_humanized: ['changed_on'],
  'changed_by.first_name': [name('changed_by_id'), 'coalesce(changed_by_id, 0)'],
  'last_saved_by.first_name': [name('last_saved_by_id'), 'coalesce(last_saved_by_id, 0)'],
};
const asked = fc.record({
  who: fc.constantFrom<PersonName>('admin', 'gamma', 'other'),
  order: fc.constantFrom(...Object.keys(ORDERS)),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 100 })),
  filters: fc.array(filter, { maxLength: 2 }),
});

describe.each(RECORD_KINDS)('answers of lists on %s', (kind) => {
  let house: TestApp;
  let readable: Record<string, Set<number>>;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const { db } = house.services;
    await fillRecords({ db, kind }, house.uploads, {
      users: 60,
      datasets: 60,
      charts: 2_000,
      dashboards: 300,
      logs: 100,
    });
    const charts = await db.selectFrom('charts').select('id').orderBy('id').limit(TEXTS.length).execute();
    for (const [at, { id }] of charts.entries())
      await db
        .updateTable('charts')
        .set({ slice_name: `Odd ${TEXTS[at]} name` })
        .where('id', '=', id)
        .execute();
    // One sees few charts, the other most.
    await grantDatasets(db, house.ids.gamma, 3);
    await grantDatasets(db, house.ids.other, 55);
    house.services.callers.forget();
    const datasets = (await db.selectFrom('datasets').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    readable = {
      admin: new Set(datasets),
      gamma: new Set(datasets.slice(0, 3)),
      other: new Set(datasets.slice(0, 55)),
    };
  }, 240_000);
  afterAll(() => house.close());

  test('they are what looking at every row finds', async () => {
    const rows = await read();
    await fc.assert(
      fc.asyncProperty(asked, async ({ who, order, direction, page, filters }) => {
        const query: ListQuery = {
          order_column: order,
          order_direction: direction,
          page,
          page_size: 25,
          filters: filters.map(({ col, opr, value }) => ({ col, opr, value })),
        };
        const self = house.ids[who];
        const left = rows.filter(
          (row) => readable[who]?.has(row.datasource_id) && filters.every(({ keeps }) => keeps(row, self)),
        );
        const places = await placesIn(order);
        const ids = left
          .map(({ id }) => id)
          .sort((a, b) => (direction === 'asc' ? 1 : -1) * ((places.get(a) ?? 0) - (places.get(b) ?? 0)));
        expect(await pageOfList(chartResource, query, await actOf(who))).toEqual({
          count: ids.length,
          ids: ids.slice(page * 25, page * 25 + 25),
        });
      }),
      { numRuns: 150, seed: 7 },
    );
  }, 240_000);

  async function actOf(who: PersonName): Promise<Act> {
    const caller = await house.services.callers.byId(house.ids[who]);
    if (!caller) throw new Error(`nobody is called ${who}`);
    return { services: house.services, caller, signal: new AbortController().signal };
  }

  /** Every chart as it is. */
  async function read(): Promise<Plain[]> {
    const { db } = house.services;
    const charts = await db
      .selectFrom('charts')
      .innerJoin('datasets', 'datasets.id', 'datasource_id')
      .selectAll('charts')
      .select('table_name')
      .execute();
    const linked = async (statement: string) => {
      const { rows } = await sql.raw<{ id: number; other: number }>(statement).execute(db);
      const links = new Map<number, number[]>();
      for (const { id, other } of rows) links.set(id, [...(links.get(id) ?? []), other]);
      return (id: number) => links.get(id) ?? [];
    };
    const owners = await linked('select chart_id as id, user_id as other from chart_owners');
    const dashboards = await linked('select chart_id as id, dashboard_id as other from dashboard_charts');
    const tags = await linked(
      'select object_id as id, tag_id as other from tagged_objects where object_type = 2',
    );
    const stars = await linked(
      "select object_id as id, user_id as other from favorites where kind = 'slice'",
    );
    return charts.map((row) => ({
      ...row,
      viz_type: row.viz_type ?? '',
      last_saved_at: row.last_saved_at ?? '',
      owners: owners(row.id),
      dashboards: dashboards(row.id),
      tags: tags(row.id),
      stars: stars(row.id),
    }));
  }

  /** The place of each chart in an order. */
  async function placesIn(order: string): Promise<Map<number, number>> {
    const by = [...(ORDERS[order] ?? []), 'id'].join(', ');
    const { rows } = await sql
      .raw<{ id: number }>(`select id from charts order by ${by}`)
      .execute(house.services.db);
    return new Map(rows.map(({ id }, at) => [id, at]));
  }
});
