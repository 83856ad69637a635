import { join } from 'node:path';
import { isJsonObject } from '@chartroom/model';
import type { Page } from 'playwright-core';
import { visit } from '../e2e/support/browser.ts';
import { pause } from '../e2e/support/product.ts';
import { openBare, timed } from './chart-data.ts';
import type { Client } from './client.ts';
import { dashboardId, makeDashboard, signIn } from './dashboard.ts';
import { PlainClient } from './plain-client.ts';
import { addFilter, allPainted, choose, repainted, reset } from './repaint.ts';
import { median, type Told } from './report.ts';

const RUNS = 9;
/** Clicks before the figures count: whatever the server makes ready for clicks is there by then. */
const BEFORE = 6;
/** Milliseconds between two clicks. */
const BETWEEN = 300;
/** Values that are chosen in a filter. */
const VALUES = 5;
/** Where all bars are long enough, as a part of the width, and pixels from one place that is tried to the next. */
const ACROSS = 0.3;
const STEP = 2;
/** A table of seven times the flights. */
const MANY = 'many_flights';

interface DatasetParts {
  columns: { id: number; column_name: string; type: string; is_dttm: boolean; expression: string | null }[];
  metrics: { id: number; metric_name: string; expression: string }[];
}
/** Values that are clicked; none twice, so that no answer is kept. */
const ORIGINS =
  'ORD DFW ATL LAX PHX STL DTW MSP LAS DEN BOS IAH CLT SFO EWR SEA PHL OAK SAN MCO SLC LGA BWI PIT'.split(
    ' ',
  );

/** The charts of the flights when a bar of one is clicked that nobody has clicked yet, or a value of a filter is chosen. */
export async function measureClicks(report: Told, client: Client, home: string): Promise<void> {
  const contexts = await contextsOf(client);
  await measureRepaint(report, client, contexts, home);
  await measureAnswers(report, client, contexts, { rows: '3 M', making: BETWEEN });
  const many = await makeMany(client);
  await measureAnswers(
    report,
    client,
    contexts.map((context) => ({ ...context, datasource: { id: many, type: 'table' } })),
    { rows: '21 M', making: 10 * BETWEEN },
  );
  await run(client, `DROP TABLE ${MANY}`);
}

/**
 * The server's time for the answers to all charts.
 *
 * @param making - milliseconds between the first clicks, in which is made ready for the others what is made of all rows
 */
async function measureAnswers(
  report: Told,
  client: Client,
  contexts: readonly Record<string, unknown>[],
  { rows, making }: { rows: string; making: number },
): Promise<void> {
  const connections = contexts.map(() => new PlainClient(client));
  const click = async (origin: string) => {
    const begun = performance.now();
    await Promise.all(
      contexts.map((context, at) =>
        connections[at]?.ask('POST', '/api/v1/chart/data', clicked(context, origin)),
      ),
    );
    return performance.now() - begun;
  };
  const times: number[] = [];
  for (const [at, origin] of ORIGINS.slice(0, BEFORE + RUNS).entries()) {
    const time = await click(origin);
    if (at >= BEFORE) times.push(time);
    await pause(at < BEFORE ? making : BETWEEN);
  }
  for (const connection of connections) connection.close();
  report.add({
    what: `click on a bar that was not clicked before, the server's time for all ${contexts.length} charts of ${rows} rows`,
    value: median(times),
    unit: 'ms',
    budget: 16,
  });
}

/** From a press in the browser until all charts stand there anew. */
async function measureRepaint(
  report: Told,
  client: Client,
  contexts: readonly Record<string, unknown>[],
  home: string,
): Promise<void> {
  const address = await makeDashboard(client);
  await addFilter(client, dashboardId(address));
  const { page, close } = await visit();
  const engine = await openBare(join(home, 'examples.duckdb'));
  try {
    await signIn(page, client.url);
    await page.goto(`${client.url}${address}`);
    await allPainted(page);
    const charts = await page.locator('article[data-status]').count();
    report.add({
      what: `click on a bar that was not clicked before, to the last of ${charts} charts of 3 M rows painted`,
      value: median(await barClicks(page)),
      unit: 'ms',
      budget: 150,
    });
    const { filtered, bare } = await chosenValues(page, client, contexts, engine);
    report.add({
      what: `value of a filter applied, nothing kept, to the last of ${charts} charts of 3 M rows painted`,
      value: median(filtered),
      unit: 'ms',
      against: { what: 'the slowest of their queries, bare', value: median(bare) },
      budget: 1.2 + 100 / median(bare),
    });
  } finally {
    await engine.close();
    await close();
  }
}

async function barClicks(page: Page): Promise<number[]> {
  const box = await page
    .getByRole('article', { name: /^Busiest origins/ })
    .first()
    .locator('[data-chart-drawn]')
    .boundingBox();
  if (!box) throw new Error('The dashboard has no chart with bars.');
  const times: number[] = [];
  const clicked = new Set<string>();
  const x = box.x + box.width * ACROSS;
  for (let y = box.y; y < box.y + box.height && times.length < BEFORE + RUNS; y += STEP) {
    await page.mouse.move(x, y);
    await pause(100);
    const isOnBar = await page.evaluate(
      ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('[style*="cursor: pointer"]'),
      [x, y],
    );
    if (!isOnBar) continue;
    const time = await repainted(page, () => page.mouse.click(x, y));
    const origin = (await page.getByRole('region', { name: 'Cross-filters' }).textContent()) ?? '';
    if (!clicked.has(origin)) times.push(time);
    clicked.add(origin);
    await reset(page);
    await pause(BETWEEN);
  }
  if (times.length <= BEFORE) throw new Error(`Only ${times.length} bars were found.`);
  return times.slice(BEFORE);
}

/** The same dashboard filtered by its bar, when neither answers nor cubes are kept; and the slowest of its queries, bare. */
async function chosenValues(
  page: Page,
  client: Client,
  contexts: readonly Record<string, unknown>[],
  engine: Awaited<ReturnType<typeof openBare>>,
): Promise<{ filtered: number[]; bare: number[] }> {
  const flights = await client.dataset('flights');
  const [filtered, bare]: [number[], number[]] = [[], []];
  for (const origin of ORIGINS.slice(-VALUES)) {
    await client.call('PUT', `/api/v1/dataset/${flights}`, { description: `Asked for ${origin}.` });
    await choose(page, origin);
    filtered.push(await repainted(page, () => page.getByRole('button', { name: /^Apply/ }).click()));
    await reset(page);
    const each: number[] = [];
    for (const context of contexts) {
      const { result } = await client.call<{ result: { query: string }[] }>(
        'POST',
        '/api/v1/chart/data',
        clicked(context, origin),
      );
      for (const { query } of result) each.push(await timed(() => engine.run(query.replace(/;\s*$/, ''))));
    }
    bare.push(Math.max(...each));
  }
  return { filtered, bare };
}

/** A dataset as that of the flights, with seven times their rows; its id. */
async function makeMany(client: Client): Promise<number> {
  const database = await client.database('examples');
  await client.call('PUT', `/api/v1/database/${database}`, { allow_dml: true });
  await run(client, `CREATE TABLE ${MANY} AS SELECT flights.* FROM flights, range(7)`);
  const parts = async (dataset: number) =>
    (await client.call<{ result: DatasetParts }>('GET', `/api/v1/dataset/${dataset}`)).result;
  const { id } = await client.call<{ id: number }>('POST', '/api/v1/dataset/', {
    database,
    schema: 'main',
    table_name: MANY,
  });
  // It has the columns of its table of itself, and their count.
  const [own, wanted] = [await parts(id), await parts(await client.dataset('flights'))];
  const columns = wanted.columns
    .filter((column) => !own.columns.some(({ column_name }) => column_name === column.column_name))
    .map(({ column_name, expression, type }) => ({ column_name, expression, type }));
  const metrics = wanted.metrics
    .filter((metric) => !own.metrics.some(({ metric_name }) => metric_name === metric.metric_name))
    .map(({ metric_name, expression }) => ({ metric_name, expression }));
  await client.call('PUT', `/api/v1/dataset/${id}`, {
    columns: [
      ...own.columns.map(({ id, column_name, type, is_dttm }) => ({ id, column_name, type, is_dttm })),
      ...columns,
    ],
    metrics: [
      ...own.metrics.map(({ id, metric_name, expression }) => ({ id, metric_name, expression })),
      ...metrics,
    ],
  });
  return id;
}

async function run(client: Client, sql: string): Promise<void> {
  const database_id = await client.database('examples');
  await client.call('POST', '/api/v1/sqllab/execute/', { database_id, schema: 'main', sql });
}

/** What the charts of the flights ask. */
async function contextsOf(client: Client): Promise<Record<string, unknown>[]> {
  const { result } = await client.call<{ result: { id: number }[] }>(
    'GET',
    '/api/v1/dashboard/us-flights/charts',
  );
  const contexts: Record<string, unknown>[] = [];
  for (const { id } of result) {
    const chart = await client.call<{ result: { params: string; viz_type: string } }>(
      'GET',
      `/api/v1/chart/${id}`,
    );
    const { loadChartType } = await import('@chartroom/charts');
    const type = await loadChartType(chart.result.viz_type);
    const form = JSON.parse(chart.result.params);
    const context: unknown =
      type && JSON.parse(JSON.stringify(type.question({ ...form, slice_id: id }, { force: false })));
    if (isJsonObject(context)) contexts.push(context);
  }
  return contexts;
}

function clicked(context: Record<string, unknown>, origin: string): object {
  const queries = Array.isArray(context.queries) ? context.queries : [];
  return {
    ...context,
    queries: queries.map((query) => ({
      ...query,
      filters: [...(query.filters ?? []), { col: 'origin', op: 'IN', val: [origin] }],
    })),
  };
}
