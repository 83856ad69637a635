import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordsKind } from '../records/records.ts';
import { fillRecords } from '../testing/large-records.ts';
import { grantDatasets } from '../testing/part-of-data.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { member } from '../testing/things.ts';
import { chartResource } from './chart/chart-resource.ts';
import { dashboardResource } from './dashboard/dashboard-resource.ts';

/** Tables that grow large: reading one of them whole is what a list must not do. */
const LARGE = ['charts', 'dashboards', 'chart_owners', 'dashboard_owners', 'dashboard_charts', 'tagged_objects', 'favorites'];
const ALIASES = 't|fc|fm|fo|fl|tx|fav|tob|vc|vdc|vdo';

const ORDERS: Record<string, string[]> = { chart: chartResource.orderColumns, dashboard: dashboardResource.orderColumns };

/** Filters that the lists offer, but for those that turn one around: what is left out by few is nearly everything. */
const FILTERS: Record<string, string[]> = {
  chart: [
    "(col:slice_name,opr:chart_all_text,value:'number 19')",
    '(col:slice_name,opr:ct,value:sales)',
    '(col:slice_name,opr:sw,value:sales)',
    '(col:viz_type,opr:eq,value:pie)',
    '(col:datasource_id,opr:eq,value:7)',
    '(col:created_by,opr:rel_o_m,value:7)',
    '(col:changed_by,opr:rel_o_m,value:7)',
    '(col:last_saved_by,opr:rel_o_m,value:7)',
    '(col:owners,opr:rel_m_m,value:7)',
    '(col:dashboards,opr:rel_m_m,value:7)',
    '(col:tags,opr:chart_tag_id,value:7)',
    '(col:id,opr:chart_is_certified,value:!t)',
    '(col:id,opr:chart_is_certified,value:!f)',
    '(col:id,opr:chart_is_favorite,value:!t)',
    '(col:id,opr:chart_owned_created_favored_by_me,value:!t)',
    '(col:created_by,opr:chart_created_by_me,value:!t)',
    '(col:created_by,opr:chart_has_created_by,value:!t)',
    "(col:last_saved_at,opr:gt,value:'2025-06-01')",
  ],
  dashboard: [
    "(col:dashboard_title,opr:title_or_slug,value:'board 19')",
    '(col:dashboard_title,opr:ct,value:sales)',
    '(col:published,opr:eq,value:!t)',
    '(col:published,opr:eq,value:!f)',
    '(col:created_by,opr:rel_o_m,value:7)',
    '(col:changed_by,opr:rel_o_m,value:7)',
    '(col:owners,opr:rel_m_m,value:7)',
    '(col:tags,opr:dashboard_tag_id,value:7)',
    '(col:id,opr:dashboard_is_certified,value:!t)',
    '(col:id,opr:dashboard_is_favorite,value:!t)',
    '(col:created_by,opr:dashboard_created_by_me,value:!t)',
  ],
};

describe.each(RECORD_KINDS)('long lists on %s', (kind) => {
  let house: TestApp;
  let statements: CompiledQuery[] | undefined;
  beforeAll(async () => {
    house = await openTestApp(kind, { log: ({ query }) => void statements?.push(query) });
    await fillRecords({ db: house.services.db, kind }, house.uploads, { users: 300, datasets: 200, charts: 12_000, dashboards: 4_000 });
    await grantDatasets(house.services.db, house.ids.gamma, 5);
    house.services.callers.forget();
  });
  afterAll(() => house.close());

  /** Calls a list and answers how many it found and how its statements are carried out. */
  async function plansOf(who: PersonName, path: string, q: string): Promise<{ count: unknown; plans: string[] }> {
    const asked: CompiledQuery[] = [];
    statements = asked;
    const answer = await house.as(who, 'GET', `/api/v1/${path}/?q=${encodeURIComponent(q)}`);
    statements = undefined;
    expect(answer.status, q).toBe(200);
    const pages = asked.filter((query) => / as t where /.test(query.sql) || /from "(charts|dashboards)" as "?t"? where/.test(query.sql));
    expect(pages.length, q).toBeGreaterThan(0);
    return { count: member(answer.body, 'count'), plans: await Promise.all(pages.map((query) => explain(kind, query))) };
  }

  async function explain(store: RecordsKind, query: CompiledQuery): Promise<string> {
    return house.services.db.transaction().execute(async (records) => {
      // On tables of this size reading everything may well be cheaper: asked is whether there is another way.
      if (store === 'postgres') await sql`set local enable_seqscan = off`.execute(records);
      const text = store === 'postgres' ? 'explain ' : 'explain query plan ';
      const { rows } = await records.executeQuery<Record<string, unknown>>({ ...query, sql: text + query.sql });
      return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n');
    });
  }

  /** Lines of plans that read a large table whole. */
  function wholeReads(plans: string[]): string[] {
    // A function that is not taken into the plan hides what it reads.
    const whole =
      kind === 'postgres'
        ? new RegExp(`Seq Scan on (${LARGE.join('|')})\\b|Function Scan`)
        : new RegExp(`SCAN (${ALIASES})($| VIRTUAL TABLE INDEX \\d+:$)`);
    return plans.flatMap((plan) => plan.split('\n')).filter((line) => whole.test(line));
  }

  test.each(['chart', 'dashboard'])('no page and no order of the list of %ss reads or sorts everything', async (path) => {
    for (const order of ORDERS[path] ?? [])
      for (const direction of ['asc', 'desc']) {
        const q = `(order_column:'${order}',order_direction:${direction},page:100,page_size:25)`;
        const { count, plans } = await plansOf('admin', path, q);
        expect(Number(count), q).toBeGreaterThanOrEqual(path === 'chart' ? 12_000 : 4_000);
        expect(wholeReads(plans), q).toEqual([]);
        expect(plans.join('\n'), q).not.toMatch(/TEMP B-TREE FOR ORDER BY|Sort Key/);
        expect(wholeReads((await plansOf('gamma', path, q)).plans), `${q} of somebody who sees a part`).toEqual([]);
      }
    const usual = await plansOf('admin', path, '(page:100,page_size:25)');
    expect(wholeReads(usual.plans)).toEqual([]);
    expect(usual.plans.join('\n')).not.toMatch(/TEMP B-TREE FOR ORDER BY|Sort Key/);
  });

  test.each(['chart', 'dashboard'])('no filter of the list of %ss reads everything', async (path) => {
    for (const filter of FILTERS[path] ?? [])
      for (const who of ['admin', 'gamma'] as const) {
        const q = `(filters:!(${filter}),page_size:25)`;
        expect(wholeReads((await plansOf(who, path, q)).plans), `${q} as ${who}`).toEqual([]);
      }
  });

  test('a plan that does read everything is seen', async () => {
    const naked: CompiledQuery = sql`select count(*) from charts as t where t.params = '{}'`.compile(house.services.db);
    expect(wholeReads([await explain(kind, naked)])).toHaveLength(1);
  });

  test('parts of texts are found as they were, whatever changes', async () => {
    const { db } = house.services;
    const find = async (text: string) =>
      member(
        (
          await house.as(
            'admin',
            'GET',
            `/api/v1/chart/?q=${encodeURIComponent(`(filters:!((col:slice_name,opr:chart_all_text,value:'${text}')))`)}`,
          )
        ).body,
        'count',
      );
    const scanned = async (text: string) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from charts as t left join datasets as d on d.id = t.datasource_id
        where upper(t.slice_name || ' ' || coalesce(t.description, '') || ' ' || t.viz_type) like ${`%${text.toUpperCase()}%`}
        or upper(d.table_name) like ${`%${text.toUpperCase()}%`}`.execute(db);
      return Number(rows[0]?.n);
    };
    for (const text of ['number 119', 'SALES', 'tell about', 'deck_s', 'er', 'ONE HUNDRED'])
      expect(await find(text), text).toBe(await scanned(text));
    const { id } = await db.selectFrom('charts').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
    await db.updateTable('charts').set({ slice_name: 'Quite another 50% name' }).where('id', '=', id).execute();
    for (const text of ['quite another', '50%', 'her 50% n']) expect(await find(text), text).toBe(1);
    await db.deleteFrom('charts').where('id', '=', id).execute();
    expect(await find('quite another')).toBe(0);
  });

  test('pages in the order of names follow one another without a gap', async () => {
    for (const direction of ['asc', 'desc']) {
      const page = async (at: number, size: number) =>
        member(
          (
            await house.as(
              'admin',
              'GET',
              `/api/v1/dashboard/?q=(order_column:changed_by.first_name,order_direction:${direction},page:${at},page_size:${size})`,
            )
          ).body,
          'ids',
        );
      const pages = await Promise.all([0, 1, 2, 3].map((at) => page(at, 25)));
      expect(pages.flat()).toEqual(await page(0, 100));
      expect(new Set(pages.flat()).size).toBe(100);
    }
  });
});
