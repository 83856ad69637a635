import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecords } from '../apps/server/src/records/records.ts';
import type { RecordsKind } from '../apps/server/src/records/records-kind.ts';
import { createAccount } from '../apps/server/src/security/accounts.ts';
import { fillRecords } from '../apps/server/src/testing/large-records.ts';
import { grantDatasets } from '../apps/server/src/testing/part-of-data.ts';
import { ownSchema, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { ADMIN, type Product, pause, startProduct } from '../e2e/support/product.ts';
import { timed } from './chart-data.ts';
import { Client } from './client.ts';
import { measureManyPeople } from './many-people.ts';
import { PlainClient } from './plain-client.ts';
import { median, type Report } from './report.ts';

const AMOUNTS = { users: 5_000, datasets: 2_000, charts: 200_000, dashboards: 50_000, logs: 500_000 };
/** Calls of each kind. */
const RUNS = 9;
/** Milliseconds after which a change is noted in the log. */
const NOTED_MS = 25;
/** Milliseconds that any page and filter of a list may take. */
const BUDGET = 30;
const PERSON = { username: 'reader', password: 'particular-1234' };

/** What lists are asked for, by what it is called. */
const CALLS: Record<string, string> = {
  'charts, first page': 'chart/?q=(page_size:25)',
  'charts, page 4,000':
    'chart/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page:4000,page_size:25)',
  'charts, last page by name':
    'chart/?q=(order_column:slice_name,order_direction:asc,page:7999,page_size:25)',
  'charts, by the first name of who changed them':
    "chart/?q=(order_column:'changed_by.first_name',order_direction:asc,page:100,page_size:25)",
  'charts of a type': 'chart/?q=(filters:!((col:viz_type,opr:eq,value:pie)),page_size:25)',
  'charts of a dataset': 'chart/?q=(filters:!((col:datasource_id,opr:eq,value:77)),page_size:25)',
  'charts of an owner': 'chart/?q=(filters:!((col:owners,opr:rel_m_m,value:100)),page_size:25)',
  'charts of a dashboard': 'chart/?q=(filters:!((col:dashboards,opr:rel_m_m,value:100)),page_size:25)',
  'certified charts': 'chart/?q=(filters:!((col:id,opr:chart_is_certified,value:!t)),page_size:25)',
  'favourite charts': 'chart/?q=(filters:!((col:id,opr:chart_is_favorite,value:!t)),page_size:25)',
  'charts changed by somebody': 'chart/?q=(filters:!((col:changed_by,opr:rel_o_m,value:100)),page_size:25)',
  'charts, a text that few have':
    "chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'number 1999')),page_size:25)",
  'charts, a text that many have':
    "chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'sales')),page_size:25)",
  'dashboards, first page': 'dashboard/?q=(page_size:25)',
  'dashboards, a text':
    "dashboard/?q=(filters:!((col:dashboard_title,opr:title_or_slug,value:'board 199')),page_size:25)",
};

/** What only an administrator may ask. */
const ADMIN_CALLS: Record<string, string> = {
  'charts, a text that nearly all have':
    "chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'number')),page_size:25)",
  'charts, the page in the middle of a text that many have':
    "chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'sales')),page:500,page_size:25)",
  'charts that are not certified':
    'chart/?q=(filters:!((col:id,opr:chart_is_certified,value:!f)),page:3000,page_size:25)',
  'charts, the page in the middle': 'chart/?q=(page:3999,page_size:25)',
  'charts, the page in the middle by the first name of who changed them':
    "chart/?q=(order_column:'changed_by.first_name',order_direction:asc,page:3999,page_size:25)",
  'charts that somebody else changed':
    'chart/?q=(filters:!((col:changed_by,opr:nrel_o_m,value:100)),page:3999,page_size:25)',
  'charts with a tag': 'chart/?q=(filters:!((col:tags,opr:chart_tag_id,value:7)),page_size:25)',
  'charts, three filters':
    "chart/?q=(filters:!((col:viz_type,opr:eq,value:pie),(col:slice_name,opr:chart_all_text,value:'sales'),(col:owners,opr:rel_m_m,value:100)),page_size:25)",
  'dashboards that are published, by title':
    'dashboard/?q=(filters:!((col:published,opr:eq,value:!t)),order_column:dashboard_title,order_direction:desc,page:900,page_size:25)',
  'datasets, last page by name':
    'dataset/?q=(order_column:table_name,order_direction:asc,page:79,page_size:25)',
  'people, last page by last name':
    'security/users/?q=(order_column:last_name,order_direction:asc,page:199,page_size:25)',
  'datasets, certified': 'dataset/?q=(filters:!((col:id,opr:dataset_is_certified,value:!t)),page_size:25)',
  'tags, a text': 'tag/?q=(filters:!((col:name,opr:ct,value:sales)),page_size:25)',
  'people, a text': "security/users/?q=(filters:!((col:first_name,opr:ct,value:'st69')),page_size:25)",
  'owners to choose from, a text': 'chart/related/owners?q=(filter:st69,page:0,page_size:25)',
  'owners to choose from, last page': 'chart/related/owners?q=(page:199,page_size:25)',
  'the log, first page': 'log/?q=(page_size:25)',
  'the log, page 10,000': 'log/?q=(order_column:dttm,order_direction:desc,page:10000,page_size:25)',
  'the log of a person': 'log/?q=(filters:!((col:user,opr:rel_o_m,value:100)),page_size:25)',
};

/** Parts of the names of nearly all charts, each of which is looked for once. */
const NEW_TEXTS = ['umber', 'mber', 'numbe', 'umbe', 'mbe', 'numb', 'umb', 'ber', 'num'];

/** Lists of hundreds of thousands, signing in, and many people at once, on SQLite and on PostgreSQL records. */
export async function measureLargeLists(report: Report): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const home = mkdtempSync(join(tmpdir(), 'chartroom-bench-'));
    const store = kind === 'postgres' ? await ownSchema() : undefined;
    const settings = { ...ADMIN, ...(store && { RECORDS_URL: store.url }) };
    const first = await startProduct({ home, settings: { ...settings, LOAD_EXAMPLES: 'false' } });
    await first.stop();
    await fill(kind, store?.url ?? `sqlite://${join(home, 'records.sqlite')}`);
    const product = await startProduct({ home, settings });
    try {
      await measureOn(kind, product, report);
    } finally {
      await product.remove();
      await store?.drop();
    }
  }
}

async function fill(kind: RecordsKind, url: string): Promise<void> {
  const { db, close } = await openRecords(url);
  try {
    const { id } = await db.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    await fillRecords({ db, kind }, id, AMOUNTS);
    const role = await db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirstOrThrow();
    const account = {
      ...PERSON,
      first_name: 'Some',
      last_name: 'Reader',
      email: 'reader@example.org',
      active: true,
      roles: [role.id],
      groups: [],
    };
    await grantDatasets(db, await createAccount(db, account, { by: null, now: new Date() }), 20);
  } finally {
    await close();
  }
}

async function measureOn(kind: RecordsKind, product: Product, report: Report): Promise<void> {
  const admin = await Client.signIn(product);
  await admin.examplesReady();
  const reader = await Client.signIn(product, PERSON);
  const people = [
    { who: 'administrator', client: admin, calls: { ...CALLS, ...ADMIN_CALLS } },
    { who: 'reader of a hundredth', client: reader, calls: CALLS },
  ];
  const again: number[] = [];
  const connection = (client: Client) => new PlainClient(client);
  for (const { who, client, calls } of people) {
    const plain = connection(client);
    for (const [what, path] of Object.entries(calls)) {
      const { first, next } = await askTwice(plain, admin, `/api/v1/${path}`);
      again.push(next);
      report.add({ what: `${kind}: ${what}, ${who}, p50`, value: first, unit: 'ms', budget: BUDGET });
    }
    const times: number[] = [];
    for (const text of NEW_TEXTS) {
      const path = `/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:${text})),page_size:25)`;
      times.push((await plain.ask('GET', path)).milliseconds);
    }
    report.add({
      what: `${kind}: charts, a text that is new and that nearly all have, ${who}, p50`,
      value: median(times),
      unit: 'ms',
      budget: BUDGET,
    });
    plain.close();
  }
  report.add({
    what: `${kind}: the slowest of these when nothing has changed, p50`,
    value: Math.max(...again),
    unit: 'ms',
    budget: BUDGET,
  });
  report.add({
    what: `${kind}: signing in, p50`,
    value: await middle(() => Client.signIn(product, PERSON)),
    unit: 'ms',
    budget: 150,
  });
  const plain = connection(reader);
  report.add({
    what: `${kind}: a call with a token, p50`,
    value: await middle(() => plain.ask('GET', '/api/v1/chart/_info?q=(keys:!(permissions))')),
    unit: 'ms',
    budget: 5,
  });
  plain.close();
  await measureManyPeople(report, {
    kind,
    product,
    admin,
    reader,
    person: PERSON,
    paths: Object.values(CALLS),
  });
}

/** A call when a chart has just changed, so that no count is known any more; and the same again. */
async function askTwice(
  plain: PlainClient,
  admin: Client,
  path: string,
): Promise<{ first: number; next: number }> {
  const [first, next]: [number[], number[]] = [[], []];
  const { ids } = await admin.call<{ ids: number[] }>('GET', '/api/v1/chart/?q=(page_size:1)');
  for (let run = 0; run < RUNS; run += 1) {
    await admin.call('PUT', `/api/v1/chart/${ids[0]}`, { cache_timeout: run });
    // Once it is answered, the change is noted in the log.
    await pause(NOTED_MS);
    first.push((await plain.ask('GET', path)).milliseconds);
    next.push((await plain.ask('GET', path)).milliseconds);
  }
  return { first: median(first), next: median(next) };
}

async function middle(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timed(call));
  return median(times);
}
