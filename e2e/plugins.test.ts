import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { documentOf, item } from './support/layouts.ts';
import { freePort } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const SAMPLE = join(import.meta.dirname, '..', 'examples', 'plugin', 'dots.js');
/** Modules as another site has them; what is not here is not found. */
const MODULES: Record<string, string> = {
  '/dots.js': readFileSync(SAMPLE, 'utf8'),
  '/broken.js': 'export default () => { throw new Error("Out of luck."); };',
};
const ASKED = { groupby: ['genre'], metric: 'count', row_limit: 10 };

describe.runIf(browserAtHand())('chart types that are loaded by their addresses', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let site: Server;
  let origin: string;
  let movies: number;
  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    site = createServer((request, response) => {
      const module = MODULES[request.url ?? ''];
      const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' };
      response.writeHead(module === undefined ? 404 : 200, headers).end(module);
    }).listen(port, '127.0.0.1');
    seat = await takeSeat({ DYNAMIC_PLUGINS: 'true' });
    ({ page } = seat);
    client = await Client.signIn(seat.product);
    movies = await client.dataset('movies');
  });
  afterAll(async () => {
    await seat?.leave();
    site?.close();
  });

  const add = (name: string, key: string, file: string) =>
    client.call('POST', '/api/v1/dynamic_plugin/', { name, key, bundle_url: `${origin}${file}` });
  const chart = async (name: string, viz_type: string): Promise<number> => {
    const made = await client.call<{ id: number }>('POST', '/api/v1/chart/', {
      slice_name: name,
      viz_type,
      datasource_id: movies,
      datasource_type: 'table',
      params: JSON.stringify({ ...ASKED, viz_type, datasource: `${movies}__table` }),
    });
    return made.id;
  };

  test('an administrator adds one by its address, and the gallery has it', async () => {
    await page.goto(`${seat.product.url}/dynamic-plugins/list/`);
    await page.getByRole('button', { name: '+ Plugin' }).first().click();
    const modal = page.getByRole('dialog', { name: 'Add plugin' });
    await modal.getByLabel('Name').fill('Dots');
    await modal.getByLabel('Key').fill('pie');
    await modal.getByLabel('Address').fill(`${origin}/dots.js`);
    await modal.getByRole('button', { name: 'Add' }).click();
    await modal
      .getByText('"pie" is the chart type Pie Chart of this installation', { exact: true })
      .waitFor();
    await modal.getByLabel('Key').fill('dots');
    await modal.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: `${origin}/dots.js` }).waitFor();
    await add('Broken', 'broken', '/broken.js');
    await add('Gone', 'gone', '/gone.js');
    await page.goto(`${seat.product.url}/chart/add?dataset=movies`);
    await page.getByLabel('Search all charts').fill('broken');
    await page.getByRole('button', { name: 'Broken' }).click();
    await page.getByText(`could not be loaded from ${origin}/broken.js. Out of luck.`).waitFor();
    await page.getByLabel('Search all charts').fill('dots');
    await page.getByRole('button', { name: 'Dots' }).click();
    await page.getByText('Every group as a dot on a line').waitFor();
    await page.getByRole('button', { name: 'Create new chart' }).click();
    await page.locator('[data-control=metric]').waitFor();
  });

  test('it draws in Explore, and where one does not come another type can be chosen', async () => {
    await page.goto(`${seat.product.url}/explore/?slice_id=${await chart('Genres as dots', 'dots')}`);
    await page.locator('[data-chart-drawn]').waitFor();
    await page.getByRole('tab', { name: 'Customize' }).click();
    await page.locator('[data-control=dot_size]').waitFor();
    await page.goto(`${seat.product.url}/explore/?slice_id=${await chart('Nothing', 'gone')}`);
    await page.getByText('The plugin "Gone" could not be loaded', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pie Chart', exact: true }).click();
    await page.locator('[data-chart-drawn]').waitFor();
  });

  test('on a dashboard those that fail say so, and leave the others working', async () => {
    const names = ['dots', 'broken', 'gone', 'pie'];
    const ids = await Promise.all(names.map((type) => chart(`${type} on board`, type)));
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
      dashboard_title: 'Plugins',
    });
    const charts = ids.map((chartId) => item(`CHART-${chartId}`, [], { chartId, width: 3, height: 50 }));
    const row = item(
      'ROW-1',
      charts.map((each) => each.id),
    );
    const position = documentOf(item('GRID_ID', ['ROW-1']), row, ...charts);
    await client.call('PUT', `/api/v1/dashboard/${id}`, { position_json: JSON.stringify(position) });
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/`);
    const tile = (name: string) => page.getByRole('article', { name });
    await tile('dots on board').locator('[data-chart-drawn]').waitFor();
    await tile('pie on board').locator('[data-chart-drawn]').waitFor();
    await tile('broken on board').getByText('The plugin "Broken" (broken) could not be loaded').waitFor();
    await tile('gone on board').getByText('The plugin "Gone" (gone) could not be loaded').waitFor();
    const unexpected = seat.complaints.filter(
      (each) => !each.includes('/gone.js') && !/status of 422/.test(each),
    );
    expect(unexpected).toEqual([]);
  });
});
