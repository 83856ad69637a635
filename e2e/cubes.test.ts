import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { overBar } from './support/over-bar.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const ROWS = 20_000_000;
/** Kinds of visits: eight shops and twelve items of different sizes, so that no two bars are equal. */
const KINDS = 64 * 144;
const VISITS = `CREATE TABLE visits AS
  WITH kinds AS (SELECT range AS kind, 'shop ' || floor(sqrt(range % 64))::INTEGER AS shop,
    'item ' || floor(sqrt(range // 64))::INTEGER AS item FROM range(${KINDS})),
  rounds AS (SELECT range AS round FROM range(${Math.ceil(ROWS / KINDS)}))
  SELECT shop, item, ((round * ${KINDS} + kind) % 1009)::INTEGER AS amount FROM rounds, kinds LIMIT ${ROWS}`;
const AMOUNT = {
  expressionType: 'SIMPLE',
  column: { column_name: 'amount' },
  aggregate: 'SUM',
  label: 'Amount',
};

/** Bars of a column. */
function bars(x_axis: string): Record<string, unknown> {
  return {
    viz_type: 'echarts_timeseries_bar',
    x_axis,
    metrics: [AMOUNT],
    groupby: [],
    orientation: 'horizontal',
    x_axis_sort: 'Amount',
    x_axis_sort_asc: false,
    timeseries_limit_metric: AMOUNT,
    order_desc: true,
    row_limit: 20,
    show_legend: false,
  };
}

describe.runIf(browserAtHand())('clicks on a dashboard of twenty million rows', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let board: number;
  let database: number;

  beforeAll(async () => {
    // To write so many rows takes a while beside other journeys.
    seat = await takeSeat({ SQLLAB_TIMEOUT: '300' });
    page = seat.page;
    client = await Client.signIn(seat.product);
    database = await client.database('examples');
    await client.call('PUT', `/api/v1/database/${database}`, { allow_dml: true });
    await run(VISITS);
    board = await makeBoard();
  });
  afterAll(async () => seat?.leave());

  async function run(sql: string): Promise<Record<string, unknown>[]> {
    const body = { database_id: database, schema: 'main', sql };
    const { data } = await client.call<{ data: Record<string, unknown>[] }>(
      'POST',
      '/api/v1/sqllab/execute/',
      body,
    );
    return data;
  }

  async function makeBoard(): Promise<number> {
    const table = { database, schema: 'main', table_name: 'visits' };
    const dataset = await client.call<{ id: number }>('POST', '/api/v1/dataset/', table);
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
      dashboard_title: 'Visits',
      json_metadata: JSON.stringify({ remember_viewer_state: false }),
    });
    const charts = {
      'Amount by shop': bars('shop'),
      'Amount by item': bars('item'),
      'Amount of all': { viz_type: 'big_number_total', metric: AMOUNT, y_axis_format: ',d' },
    };
    const row: Record<string, object> = {};
    for (const [slice_name, form] of Object.entries(charts)) {
      const chart = await client.call<{ id: number }>('POST', '/api/v1/chart/', {
        slice_name,
        viz_type: form.viz_type,
        datasource_id: dataset.id,
        datasource_type: 'table',
        params: JSON.stringify({ ...form, datasource: `${dataset.id}__table` }),
        dashboards: [id],
      });
      const meta = { chartId: chart.id, width: 4, height: 50 };
      row[`CHART-${chart.id}`] = { type: 'CHART', id: `CHART-${chart.id}`, children: [], meta };
    }
    const position = {
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
      'ROW-1': {
        type: 'ROW',
        id: 'ROW-1',
        meta: { background: 'BACKGROUND_TRANSPARENT' },
        children: Object.keys(row),
      },
      ...row,
    };
    await client.call('PUT', `/api/v1/dashboard/${id}`, { position_json: JSON.stringify(position) });
    return id;
  }

  const tile = (name: string) => page.getByRole('article', { name, exact: true });
  /** What the number says; nothing before it is there. */
  const total = async () => {
    const number = tile('Amount of all').getByRole('group', { name: 'Amount of all', exact: true });
    const [told] = await number.allTextContents();
    return told?.match(/\d{1,3}(?:,\d{3})+/)?.[0];
  };

  /** Where the panel says that what a chart shows has come from. */
  async function originOf(chart: string): Promise<string> {
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Why is it slow?' }).click();
    const panel = page.getByRole('dialog', { name: 'Why is it slow?' });
    const line = panel
      .getByRole('listitem')
      .filter({ has: page.getByRole('img', { name: new RegExp(`^${chart}:`) }) });
    const text = (await line.textContent()) ?? '';
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    return text;
  }

  test('are answered from cubes, to the digit, and the panel says so', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/${board}/`);
    await expect.poll(total, { timeout: 60_000 }).toBeDefined();
    const all = await total();
    const first = await overBar(page, 'Amount by shop');
    await page.keyboard.press('Escape');
    const box = await tile('Amount by shop').locator('canvas').first().boundingBox();
    if (!box) throw new Error('The chart has no picture.');
    const steps = Array.from({ length: 12 }, (_, at) => box.y + (box.height * (at + 0.5)) / 12);
    const sql = `SELECT format('{:,}', SUM(amount)) AS sum FROM visits GROUP BY shop`;
    const sums = (await run(sql)).map(({ sum }) => String(sum));
    const origins = new Map<string, string>();
    // The first clicks are what cubes are made for; a bar that is clicked once more is let go.
    for (const y of steps) {
      const before = await total();
      const answer = page.waitForResponse(/\/dashboard\/\d+\/data/, { timeout: 2_000 });
      await page.mouse.click(first.x, y);
      const isAsked = await answer.then(Boolean, () => false);
      if (!isAsked) continue;
      await expect.poll(total).not.toBe(before);
      const sum = (await total()) ?? '';
      if (sum === all) continue;
      expect(sums).toContain(sum);
      origins.set(sum, await originOf('Amount of all'));
    }
    const told = [...origins.values()];
    expect(told.length).toBeGreaterThan(4);
    expect(told[0]).toContain('fetched from the database');
    expect(told.filter((origin) => origin.includes('answered from a cube')).length).toBeGreaterThan(1);
    expect(seat.complaints).toEqual([]);
  });
});
