import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { embedDashboard, guestToken, openToGuests } from './support/embedding.ts';
import { freePort } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const HOST = join(import.meta.dirname, '..', 'examples', 'embed', 'host.mjs');

/** Seconds that a guest's token lives: the first ones end while the journey is played. */
const LIFE = 16;

describe.runIf(browserAtHand())('elements on the page of another site', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let host: ChildProcess;
  let origin: string;
  let films: string;
  let flights: string;
  /** Visitors for whom the site's page has fetched tokens, in that order. */
  const visitors: string[] = [];
  beforeAll(async () => {
    const settings = { EMBEDDED_SUPERSET: 'true', GUEST_TOKEN_JWT_EXP_SECONDS: String(LIFE) };
    const [taken, port] = await Promise.all([takeSeat(settings), freePort()]);
    seat = taken;
    page = seat.page;
    origin = `http://localhost:${port}`;
    client = await Client.signIn(seat.product);
    const { result } = await client.call<{ result: { id: number; dashboard_title: string }[] }>(
      'GET',
      '/api/v1/dashboard/',
    );
    const board = result.find(({ dashboard_title }) => dashboard_title === 'Films');
    films = await embedDashboard(client, board?.id ?? 0, [origin]);
    flights = await embedDashboard(client, 'us-flights', [origin]);
    await openToGuests(client);
    const charts = await client.call<{ result: { id: number; slice_name: string }[] }>(
      'GET',
      `/api/v1/dashboard/${board?.id}/charts`,
    );
    const chart = charts.result.find(({ slice_name }) => slice_name === 'All films');
    host = spawn(process.execPath, [HOST], {
      env: {
        ...process.env,
        CHARTROOM_URL: seat.product.url,
        CHARTROOM_API_KEY: client.token,
        DASHBOARD: films,
        CHART: String(chart?.id),
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (host.stdout) await once(host.stdout, 'data');
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/token') visitors.push(searchParams.get('visitor') ?? '');
    });
  });
  afterAll(async () => {
    host?.kill();
    await seat?.leave();
  });

  /** The page in the frame of an element. */
  const within = (id: string) => page.frameLocator(`#${id} iframe`);
  /** What the site's page wrote of what it heard. */
  const heard = async () => (await page.locator('output').textContent()) ?? '';

  test('show a dashboard and a chart, each with the rows of its own token', async () => {
    await page.goto(origin);
    const [annas, bens] = [within('annas'), within('bens')];
    await annas.locator('article[data-status=success]').first().waitFor();
    await bens.locator('article[data-status=success]').waitFor();
    expect(await bens.locator('article').count()).toBe(1);
    expect(await bens.getByRole('heading', { level: 1 }).count()).toBe(0);
    await bens.getByRole('gridcell', { name: 'Drama', exact: true }).first().waitFor();
    for (const other of ['Comedy', 'Action', 'Horror'])
      expect(await bens.getByRole('gridcell', { name: other, exact: true }).count()).toBe(0);
    await annas.getByRole('gridcell', { name: 'Action', exact: true }).first().waitFor();
    expect(await annas.getByRole('heading', { level: 1 }).count()).toBe(0);
    await expect.poll(heard).toMatch(/annas ready .*"name":"Genre"/);
    expect(await heard()).not.toContain('error');
  });

  test('are as high as the dashboard, where that is wanted', async () => {
    const heightOf = (id: string) =>
      page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(() => heightOf('annas')).toBeGreaterThan(1_200);
    const scrolled = () =>
      within('annas')
        .locator('[data-picture=dashboard]')
        .evaluate((content) => content.scrollHeight - content.clientHeight);
    await expect.poll(scrolled).toBeLessThan(2);
    expect(await heightOf('bens')).toBeLessThan(330);
  });

  test('take filters, lighting and language of the page around', async () => {
    await page.getByLabel('Genre').fill('Comedy');
    await page.getByLabel('Genre').press('Tab');
    const cell = (name: string) => within('annas').getByRole('gridcell', { name, exact: true });
    await expect.poll(() => cell('Action').count()).toBe(0);
    await cell('Comedy').first().waitFor();
    await expect.poll(heard).toMatch(/annas filters .*Comedy/);
    await page.getByLabel('Genre').fill('');
    await page.getByLabel('Genre').press('Tab');
    await cell('Action').first().waitFor();
    await page.getByLabel('Theme').selectOption('dark');
    for (const id of ['annas', 'bens'])
      await expect
        .poll(() =>
          within(id)
            .locator('html')
            .evaluate(() => getComputedStyle(document.documentElement).colorScheme),
        )
        .toContain('dark');
    await within('annas').getByText('3,201', { exact: true }).waitFor();
    await page.getByLabel('Numbers as in').selectOption('de');
    await within('annas').getByText('3.201', { exact: true }).waitFor();
  });

  test('get each next token before the last one ends', async () => {
    const fetched = () => visitors.filter((each) => each === 'anna').length;
    await expect.poll(fetched, { timeout: 2 * LIFE * 1000 }).toBeGreaterThan(2);
    await page.getByLabel('Genre').fill('Western');
    await page.getByLabel('Genre').press('Tab');
    await within('annas').getByRole('gridcell', { name: 'Western', exact: true }).first().waitFor();
    expect(await heard()).not.toContain('error');
  });

  test('open tabs, and tell which are open, and what is wrong', async () => {
    const token = await guestToken(client, flights);
    const [first, told] = await page.evaluate(
      async ([dashboard, own]) => {
        const board = document.createElement('chartroom-dashboard');
        board.id = 'flights';
        board.setAttribute('dashboard', dashboard ?? '');
        Reflect.set(board, 'fetchToken', async () => own);
        const event = (type: string) =>
          new Promise<CustomEvent>((resolve) =>
            board.addEventListener(
              `chartroom-${type}`,
              (each) => each instanceof CustomEvent && resolve(each),
              {
                once: true,
              },
            ),
          );
        const ready = event('ready');
        document.querySelector('form')?.after(board);
        const { tabs, activeTabs } = (await ready).detail;
        const changed = event('tabs');
        const wanted = tabs.find(({ id }: { id: string }) => !activeTabs.includes(id)).id;
        Reflect.set(board, 'activeTabs', [wanted]);
        const opened = (await changed).detail.activeTabs.includes(wanted);
        const wrong = event('error');
        Reflect.set(board, 'filters', { Colour: 'red' });
        return [opened, (await wrong).detail.message];
      },
      [flights, token],
    );
    expect(first).toBe(true);
    expect(told).toContain('there is no filter "Colour"');
  });

  test('show nothing that the token does not open', async () => {
    const token = await guestToken(client, films);
    const detail = await page.evaluate(
      async ([dashboard, own]) => {
        const board = document.getElementById('flights');
        if (!board) throw new Error('It is gone.');
        const wrong = new Promise<object>((resolve) =>
          board.addEventListener(
            'chartroom-error',
            (each) => each instanceof CustomEvent && resolve(each.detail),
          ),
        );
        Reflect.set(board, 'fetchToken', async () => own);
        board.setAttribute('dashboard', dashboard ?? '');
        return wrong;
      },
      [flights, token],
    );
    expect(detail).toMatchObject({ status: 404 });
    expect(await within('flights').locator('article').count()).toBe(0);
  });

  test('show nothing on a page of a site that is not named, and tell it why', async () => {
    await page.goto(origin.replace('localhost', '127.0.0.1'));
    await expect.poll(heard, { timeout: 30_000 }).toMatch(/annas error .*does not answer.*allowed domains/);
    expect(await within('annas').locator('article').count()).toBe(0);
    expect(await heard()).not.toContain('ready');
  });
});
