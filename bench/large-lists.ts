import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecords, type RecordsKind } from '../apps/server/src/records/records.ts';
import { createAccount } from '../apps/server/src/security/accounts.ts';
import { fillRecords } from '../apps/server/src/testing/large-records.ts';
import { grantDatasets } from '../apps/server/src/testing/part-of-data.ts';
import { ownSchema, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { ADMIN, type Product, startProduct } from '../e2e/support/product.ts';
import { timed } from './chart-data.ts';
import { Client } from './client.ts';
import { median, type Report } from './report.ts';

const AMOUNTS = { users: 5_000, datasets: 2_000, charts: 200_000, dashboards: 50_000, logs: 500_000 };
/** Calls of each kind. */
const RUNS = 9;
/** Milliseconds that any page and filter of a list may take. */
const BUDGET = 30;
const PERSON = { username: 'reader', password: 'particular-1234' };
/** Calls that everybody of the many makes, one after another. */
const PEOPLE = 50;

/** What lists are asked for, by what it is called. */
const CALLS: Record<string, string> = {
  'charts, first page': 'chart/?q=(page_size:25)',
  'charts, page 4,000': 'chart/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page:4000,page_size:25)',
  'charts, last page by name': 'chart/?q=(order_column:slice_name,order_direction:asc,page:7999,page_size:25)',
  'charts, by the first name of who changed them':
    "chart/?q=(order_column:'changed_by.first_name',order_direction:asc,page:100,page_size:25)",
  'charts of a type': 'chart/?q=(filters:!((col:viz_type,opr:eq,value:pie)),page_size:25)',
  'charts of a dataset': 'chart/?q=(filters:!((col:datasource_id,opr:eq,value:77)),page_size:25)',
  'charts of an owner': 'chart/?q=(filters:!((col:owners,opr:rel_m_m,value:100)),page_size:25)',
  'charts of a dashboard': 'chart/?q=(filters:!((col:dashboards,opr:rel_m_m,value:100)),page_size:25)',
  'certified charts': 'chart/?q=(filters:!((col:id,opr:chart_is_certified,value:!t)),page_size:25)',
  'favourite charts': 'chart/?q=(filters:!((col:id,opr:chart_is_favorite,value:!t)),page_size:25)',
  'charts changed by somebody': 'chart/?q=(filters:!((col:changed_by,opr:rel_o_m,value:100)),page_size:25)',
  'charts, a text that few have': "chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'number 1999')),page_size:25)",
  'charts, a text that many have': "chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'sales')),page_size:25)",
  'dashboards, first page': 'dashboard/?q=(page_size:25)',
  'dashboards, a text': "dashboard/?q=(filters:!((col:dashboard_title,opr:title_or_slug,value:'board 199')),page_size:25)",
};

/** Lists of hundreds of thousands, signing in, and many people at once, on SQLite and on PostgreSQL records. */
export async function measureLargeLists(report: Report): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const home = mkdtempSync(join(tmpdir(), 'chartroom-bench-'));
    const store = kind === 'postgres' ? await ownSchema() : undefined;
    const settings = { ...ADMIN, LOAD_EXAMPLES: 'false', ...(store && { RECORDS_URL: store.url }) };
    const first = await startProduct({ home, settings });
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
    const role = await db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow();
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
  const reader = await Client.signIn(product, PERSON);
  for (const [who, client] of [
    ['administrator', admin],
    ['reader of a hundredth', reader],
  ] as const) {
    for (const [what, path] of Object.entries(CALLS))
      report.add({
        what: `${kind}: ${what}, ${who}, p50`,
        value: await middle(() => client.call('GET', `/api/v1/${path}`)),
        unit: 'ms',
        budget: BUDGET,
      });
  }
  report.add({ what: `${kind}: signing in, p50`, value: await middle(() => Client.signIn(product, PERSON)), unit: 'ms', budget: 150 });
  report.add({
    what: `${kind}: a call with a token, p50`,
    value: await middle(() => reader.call('GET', '/api/v1/chart/_info?q=(keys:!(permissions))')),
    unit: 'ms',
    budget: 5,
  });
  const times: number[] = [];
  const paths = Object.values(CALLS).filter((path) => !path.includes('_text') && !path.includes('title_or_slug'));
  const visit = async (client: Client, shift: number) => {
    for (const [at] of paths.entries())
      times.push(await timed(() => client.call('GET', `/api/v1/${paths[(at + shift) % paths.length] ?? ''}`)));
  };
  const took = await timed(() => Promise.all(Array.from({ length: PEOPLE }, (_each, at) => visit(at % 5 === 0 ? admin : reader, at))));
  report.add({
    what: `${kind}: ${PEOPLE} people looking through lists at once`,
    value: (times.length / took) * 1_000,
    unit: 'requests/s',
    budget: 50,
    more: true,
  });
  report.add({ what: `${kind}: the same, p50 of a call`, value: median(times), unit: 'ms', budget: 1_000 });
}

async function middle(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timed(call));
  return median(times);
}
