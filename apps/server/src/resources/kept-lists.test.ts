import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filtersOf, ordersOf } from '../testing/asked-lists.ts';
import { fillRecords } from '../testing/large-records.ts';
import { grantDatasets } from '../testing/part-of-data.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { annotationsOf } from './annotations/annotation-resource.ts';
import { KeptLists } from './kept-lists.ts';
import { pageOfIds } from './list-pages.ts';
import { logsOf } from './reports/report-routes.ts';
import type { ListAct } from './with-lists.ts';

/** Changes to everything that lists are made of, in rounds. */
const ROUNDS = [
  [
    "update charts set slice_name = 'sales of old', viz_type = 'sales', certified_by = 'me', changed_on = '2026-02-01' where id in (3, 300)",
    'update charts set datasource_id = 1 where id in (30, 31)',
    "update dashboards set published = 1, dashboard_title = 'Sales', slug = 'sales' where id = 20",
    "update datasets set table_name = 'sales' where id = 4",
    'insert into dashboard_charts (dashboard_id, chart_id) select 2, id from charts where id between 200 and 205',
    'insert into dataset_owners (dataset_id, user_id) values (6, :self)',
    "insert into favorites (user_id, kind, object_id, created_on) values (:self, 'slice', 77, ''), (:self, 'Dashboard', 33, '')",
    "update users set first_name = 'Sales', active = 0 where id = 9",
    "update tags set name = 'sales' where id = 1",
    "insert into logs (user_id, action, dttm) values (7, 'sales', '2026-02-02')",
  ],
  [
    'delete from dashboard_charts where dashboard_id in (1, 2, 3)',
    'delete from charts where id in (11, 12, 300)',
    'delete from dashboards where id = 10',
    'delete from dataset_owners where user_id = :self',
    'delete from favorites where user_id = :self',
    'delete from tags where id = 1',
    'insert into dashboard_roles (dashboard_id, role_id) select id, 1 from dashboards where id in (40, 41)',
    'update dashboards set published = 0 where id = 42',
    'insert into chart_owners (chart_id, user_id) values (78, 7)',
    'insert into tagged_objects (tag_id, object_type, object_id) values (2, 2, 79), (2, 3, 43)',
    "update queries set status = 'sales', user_id = :self where id < 4",
    "update annotations set short_descr = 'Sales' where id < 40",
    "update report_logs set error_message = 'Sales', report_id = 1 where id < 5",
    "update report_schedules set name = 'Sales' where id = 3",
    'insert into report_owners (report_id, user_id) values (4, :self)',
    "update saved_queries set label = 'Sales', created_by_id = :self where id < 3",
  ],
];

describe.each(RECORD_KINDS)('kept lists on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const { db } = house.services;
    await fillRecords({ db, kind }, house.uploads, {
      users: 30,
      datasets: 20,
      charts: 600,
      dashboards: 120,
      logs: 200,
    });
    await grantDatasets(db, house.ids.gamma, 5);
    house.services.callers.forget();
  }, 120_000);
  afterAll(() => house.close());

  /** What every filter and order of every list answers to somebody. */
  async function answers(lists: KeptLists, who: PersonName): Promise<Map<string, unknown>> {
    const caller = await house.services.callers.byId(house.ids[who]);
    if (!caller) throw new Error(`nobody is called ${who}`);
    const act: ListAct = {
      services: { ...house.services, lists },
      caller,
      signal: new AbortController().signal,
    };
    const found = new Map<string, unknown>();
    for (const resource of [...house.app.resources, annotationsOf(1), logsOf(1)])
      for (const [words, query] of [...filtersOf(resource), ...ordersOf(resource)])
        found.set(
          `${resource.path}: ${words}`,
          await pageOfIds(resource, { ...query, page: 0, page_size: 500 }, act),
        );
    return found;
  }

  test('whatever changes, they answer what lists do that have kept nothing', async () => {
    const people = ['admin', 'gamma'] as const;
    const kept = new KeptLists(house.services.db, { far: 10 });
    let before = await answers(kept, 'gamma');
    await answers(kept, 'admin');
    for (const changes of ROUNDS) {
      for (const change of changes)
        await sql.raw(change.replaceAll(':self', String(house.ids.gamma))).execute(house.services.db);
      house.services.callers.forget();
      for (const who of people)
        expect(await answers(kept, who)).toEqual(await answers(new KeptLists(house.services.db), who));
      const after = await answers(kept, 'gamma');
      expect(after).not.toEqual(before);
      before = after;
    }
  }, 120_000);
});
