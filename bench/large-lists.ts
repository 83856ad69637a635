import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecords } from '../apps/server/src/records/records.ts';
import type { RecordsKind } from '../apps/server/src/records/records-kind.ts';
import { createAccount } from '../apps/server/src/security/accounts.ts';
import { type Amounts, fillRecords } from '../apps/server/src/testing/large-records.ts';
import { grantDatasets } from '../apps/server/src/testing/part-of-data.ts';
import { ownSchema, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { ADMIN, type Product, startProduct } from '../e2e/support/product.ts';
import { timed } from './chart-data.ts';
import { Client } from './client.ts';
import { measureManyPeople, PEOPLE } from './many-people.ts';
import { PlainClient } from './plain-client.ts';
import { median, type Report } from './report.ts';

interface Size {
  amounts: Amounts;
  budget: number;
}

/** Records of a busy installation, and ten times as many, with the milliseconds that any page and filter of their lists may take. */
const SIZES = [
  {
    amounts: { users: 5_000, datasets: 2_000, charts: 20_000, dashboards: 5_000, logs: 50_000 },
    budget: 30,
  },
  {
    amounts: { users: 5_000, datasets: 2_000, charts: 200_000, dashboards: 50_000, logs: 500_000 },
    budget: 250,
  },
];
const PAGE = 25;
/** Calls of each kind. */
const RUNS = 9;
const PERSON = { username: 'reader', password: 'particular-1234' };

/** What lists are asked for, by what it is called. */
const calls = ({ charts }: Amounts): Record<string, string> => ({
  'charts, first page': 'chart/?q=(page_size:25)',
  'charts, a page far inside': `chart/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page:${pages(charts, 0.5)},page_size:25)`,
  'charts, last page by name': `chart/?q=(order_column:slice_name,order_direction:asc,page:${pages(charts, 1)},page_size:25)`,
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
});

/** What only an administrator may ask. */
const adminCalls = ({ charts, dashboards, logs }: Amounts): Record<string, string> => ({
  'charts, a text that nearly all have':
    "chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'number')),page_size:25)",
  'charts, the page in the middle of a text that many have': `chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'sales')),page:${pages(charts, 0.06)},page_size:25)`,
  'charts that are not certified': `chart/?q=(filters:!((col:id,opr:chart_is_certified,value:!f)),page:${pages(charts, 0.4)},page_size:25)`,
  'charts, the page in the middle': `chart/?q=(page:${pages(charts, 0.5)},page_size:25)`,
  'charts, the page in the middle by the first name of who changed them': `chart/?q=(order_column:'changed_by.first_name',order_direction:asc,page:${pages(charts, 0.5)},page_size:25)`,
  'charts that somebody else changed': `chart/?q=(filters:!((col:changed_by,opr:nrel_o_m,value:100)),page:${pages(charts, 0.5)},page_size:25)`,
  'charts with a tag': 'chart/?q=(filters:!((col:tags,opr:chart_tag_id,value:7)),page_size:25)',
  'charts, three filters':
    "chart/?q=(filters:!((col:viz_type,opr:eq,value:pie),(col:slice_name,opr:chart_all_text,value:'sales'),(col:owners,opr:rel_m_m,value:100)),page_size:25)",
  'dashboards that are published, by title': `dashboard/?q=(filters:!((col:published,opr:eq,value:!t)),order_column:dashboard_title,order_direction:desc,page:${pages(dashboards, 0.45)},page_size:25)`,
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
  'the log, the page in the middle': `log/?q=(order_column:dttm,order_direction:desc,page:${pages(logs, 0.5)},page_size:25)`,
  'the log of a person': 'log/?q=(filters:!((col:user,opr:rel_o_m,value:100)),page_size:25)',
});

/** The page after a share of all rows. */
function pages(rows: number, share: number): number {
  return Math.max(0, Math.ceil((rows * share) / PAGE) - 1);
}

/**
 * Long lists, signing in, and many people at once, on SQLite and on PostgreSQL records: figures whose names contain a
 * word, where one is given.
 */
export async function measureLargeLists(report: Report, word = ''): Promise<void> {
  for (const kind of RECORD_KINDS)
    for (const size of SIZES) {
      const figures = figuresOf(`${kind}, ${size.amounts.charts} charts`, size).filter(({ what }) =>
        what.includes(word),
      );
      if (figures.length > 0) await measureSize(kind, size, figures, report);
    }
}

interface People {
  product: Product;
  admin: Client;
  reader: Client;
}

interface Figure {
  what: string;
  measure(people: People, report: Report): Promise<void>;
}

async function measureSize(
  kind: RecordsKind,
  { amounts }: Size,
  figures: Figure[],
  report: Report,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'chartroom-bench-'));
  const store = kind === 'postgres' ? await ownSchema() : undefined;
  const settings = { ...ADMIN, ...(store && { RECORDS_URL: store.url }) };
  const first = await startProduct({ home, settings: { ...settings, LOAD_EXAMPLES: 'false' } });
  await first.stop();
  await fill(kind, store?.url ?? `sqlite://${join(home, 'records.sqlite')}`, amounts);
  const product = await startProduct({ home, settings });
  try {
    const admin = await Client.signIn(product);
    await admin.examplesReady();
    const people = { product, admin, reader: await Client.signIn(product, PERSON) };
    for (const { measure } of figures) await measure(people, report);
  } finally {
    await product.remove();
    await store?.drop();
  }
}

async function fill(kind: RecordsKind, url: string, amounts: Amounts): Promise<void> {
  const { db, close } = await openRecords(url);
  try {
    const { id } = await db.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    await fillRecords({ db, kind }, id, amounts);
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

/** All that is measured on records of one size. */
function figuresOf(name: string, { amounts, budget }: Size): Figure[] {
  const lists = (who: string, asked: Record<string, string>, clientOf: (people: People) => Client) =>
    Object.entries(asked).map(([title, path]) =>
      timedFigure(`${name}: ${title}, ${who}, p50`, budget, async (people) => {
        const plain = new PlainClient(clientOf(people));
        const value = await middle(() => plain.ask('GET', `/api/v1/${path}`));
        plain.close();
        return value;
      }),
    );
  const crowd = `${name}: ${PEOPLE} people at once`;
  return [
    ...lists('administrator', { ...calls(amounts), ...adminCalls(amounts) }, ({ admin }) => admin),
    ...lists('reader of a hundredth', calls(amounts), ({ reader }) => reader),
    timedFigure(`${name}: signing in, p50`, 150, ({ product }) =>
      middle(() => Client.signIn(product, PERSON)),
    ),
    timedFigure(`${name}: a call with a token, p50`, 5, async ({ reader }) => {
      const plain = new PlainClient(reader);
      const value = await middle(() => plain.ask('GET', '/api/v1/chart/_info?q=(keys:!(permissions))'));
      plain.close();
      return value;
    }),
    {
      what: crowd,
      measure: (people, report) =>
        measureManyPeople(report, {
          ...people,
          what: crowd,
          person: PERSON,
          paths: Object.values(calls(amounts)),
        }),
    },
  ];
}

function timedFigure(what: string, budget: number, measured: (people: People) => Promise<number>): Figure {
  return {
    what,
    measure: async (people, report) =>
      report.add({ what, value: await measured(people), unit: 'ms', budget }),
  };
}

async function middle(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timed(call));
  return median(times);
}
