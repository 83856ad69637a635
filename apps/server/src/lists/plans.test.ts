import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Act } from '../http/act.ts';
import { annotationsOf } from '../resources/annotations/annotation-resource.ts';
import { logsOf } from '../resources/reports/report-routes.ts';
import type { Listed } from '../resources/resource.ts';
import { type Asked, filtersOf, ordersOf } from '../testing/asked-lists.ts';
import { fillRecords } from '../testing/large-records.ts';
import { grantDatasets } from '../testing/part-of-data.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { page } from './page.ts';

/** What looks into each text, or leaves most of the rows, reads all of them: an index would make that no shorter. */
const ALL_ROWS =
  /^\w+ (n?ct|n?sw|n?ew|neq|not_in|nrel_o_m|chart_all_text|title_or_slug|all_text|.*(true|false)$)/;

/** What else reads everything and may: filters which no screen asks for, on texts that can be long. */
const ARGUED: Record<string, RegExp> = {
  chart: /^(uuid|description|datasource_type) /,
  dashboard: /^(uuid|slug) /,
  dataset: /^(uuid|sql) /,
  log: /^(json|referrer) /,
  tag: /^description /,
  query: /^(sql|uuid|client_id|tab_name) /,
};

/** Tables that lists are made from, and what joins them. */
const TABLES =
  `charts dashboards datasets users chart_owners dashboard_owners dataset_owners dashboard_charts dashboard_roles favorites
  tags tagged_objects logs queries saved_queries report_schedules report_owners report_logs annotations annotation_layers views
  permission_views`.split(/\s+/);

describe.each(RECORD_KINDS)('long lists on %s', (kind) => {
  let house: TestApp;
  let statements: CompiledQuery[] | undefined;
  const explained = new Set<string>();
  /** Tables that grow with the installation, tags and all that have as many rows as datasets: reading a smaller one whole takes a few milliseconds. */
  let large: Set<string>;
  beforeAll(async () => {
    house = await openTestApp(kind, { log: ({ query }) => void statements?.push(query) });
    const amounts = { users: 1_000, datasets: 500, charts: 6_000, dashboards: 2_000, logs: 10_000 };
    await fillRecords({ db: house.services.db, kind }, house.uploads, amounts);
    await grantDatasets(house.services.db, house.ids.gamma, 5);
    house.services.callers.forget();
    const sizes = await Promise.all(TABLES.map(async (table) => ({ table, rows: await sizeOf(table) })));
    large = new Set(
      sizes
        .filter(({ table, rows }) => table === 'tags' || rows >= amounts.datasets)
        .map(({ table }) => table),
    );
  }, 240_000);

  async function sizeOf(table: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
      house.services.db,
    );
    return Number(rows[0]?.n);
  }

  afterAll(() => house.close());

  /** What reads a large table whole, by what was asked. */
  async function wholeReads(resource: Listed, asked: Asked[], who: PersonName): Promise<string[]> {
    const caller = await house.services.callers.byId(house.ids[who]);
    if (!caller) throw new Error(`nobody is called ${who}`);
    const found: string[] = [];
    for (const [words, query] of asked) {
      if (ALL_ROWS.test(words) || ARGUED[resource.path]?.test(words)) continue;
      const act: Act = { services: house.services, caller, signal: new AbortController().signal };
      statements = [];
      await page(resource, query, act);
      const carried = statements;
      statements = undefined;
      for (const line of await explain(carried.filter(isNew)))
        found.push(`${resource.path}: ${words}: ${line}`);
    }
    return found;
  }

  /** The same statement has the same plan, whoever asks. */
  function isNew({ sql: text }: CompiledQuery): boolean {
    const before = explained.has(text);
    explained.add(text);
    return !before;
  }

  /** Lines of the plans of statements that read a large table whole. */
  async function explain(queries: CompiledQuery[]): Promise<string[]> {
    const text = kind === 'postgres' ? 'explain ' : 'explain query plan ';
    return house.services.db.transaction().execute(async (records) => {
      // On tables of this size reading everything may well be cheaper: asked is whether there is another way.
      if (kind === 'postgres') await sql`set local enable_seqscan = off`.execute(records);
      const lines: string[] = [];
      for (const query of queries) {
        const { rows } = await records.executeQuery<Record<string, unknown>>({
          ...query,
          sql: text + query.sql,
        });
        for (const row of rows)
          if (isWhole(String(row.detail ?? row['QUERY PLAN']), query.sql))
            lines.push(`${row.detail ?? row['QUERY PLAN']} of ${query.sql.slice(0, 300)}`);
      }
      return lines;
    });
  }

  /** Whether a line of a plan reads a table whole that is not small; SQLite names tables as the statement does. */
  function isWhole(line: string, statement: string): boolean {
    const [, name = ''] = (kind === 'postgres' ? /Seq Scan on (\w+)/ : /^SCAN (\w+)$/).exec(line) ?? [];
    const table = new RegExp(`"?(\\w+)"? as "?${name}"?\\b`).exec(statement)?.[1] ?? name;
    if (name === '') return false;
    // SQLite calls it a scan too when it goes along the ids, as the order wants, until the page is full.
    if (kind === 'sqlite' && / order by t\.id (asc|desc) limit /.test(statement)) return false;
    return large.has(table);
  }

  test('no page and no order of any list reads everything', async () => {
    const found: string[] = [];
    for (const resource of resources())
      found.push(
        ...(await wholeReads(resource, ordersOf(resource), 'admin')),
        ...(await wholeReads(resource, ordersOf(resource), 'gamma')),
      );
    expect(found).toEqual([]);
  }, 240_000);

  test('no filter that leaves few rows reads everything', async () => {
    const found: string[] = [];
    for (const resource of resources())
      found.push(
        ...(await wholeReads(resource, filtersOf(resource), 'admin')),
        ...(await wholeReads(resource, filtersOf(resource), 'gamma')),
      );
    expect(found).toEqual([]);
  }, 240_000);

  function resources(): Listed[] {
    const all = [...house.app.resources, annotationsOf(1), logsOf(1)];
    expect(all.length).toBeGreaterThan(18);
    return all;
  }

  test('a plan that does read everything is seen', async () => {
    expect(
      await explain([sql`select count(*) from charts as t where t.params = '{}'`.compile(house.services.db)]),
    ).toHaveLength(1);
  });
});
