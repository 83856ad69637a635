import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { embedDashboard, guestToken, openToGuests } from './support/embedding.ts';
import { ADMIN, startProduct } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

/** The embedding library as sites load it. */
const LIBRARY = join(
  import.meta.dirname,
  '..',
  'node_modules',
  '@superset-ui',
  'embedded-sdk',
  'bundle',
  'index.js',
);

/** A page of another site that uses the library. */
const LIBRARY_SITE = `<!doctype html><title>Site</title><style>iframe { width: 1300px; height: 800px }</style><div id="place"></div>
<script src="/library.js"></script><script>
  const given = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  window.board = supersetEmbeddedSdk.embedDashboard({
    id: given.id,
    supersetDomain: given.house,
    mountPoint: document.getElementById('place'),
    fetchGuestToken: async () => given.token,
    dashboardUiConfig: { hideTitle: true, emitDataMasks: true, filters: { expanded: true }, urlParams: { themeMode: 'dark' } },
    resolvePermalinkUrl: ({ key }) => 'https://site.example/share/' + key,
  });
</script>`;

/** A page of another site: it opens the frame and hands it a port, then the guest's token, as the embedding library does. */
const SITE = `<!doctype html><title>Site</title><body><script>
  const [frameUrl, token] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  window.heard = [];
  window.answers = new Map();
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 1300px; height: 800px';
  frame.sandbox.add('allow-same-origin', 'allow-scripts', 'allow-forms', 'allow-downloads', 'allow-popups');
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel();
    window.port = port1;
    port1.onmessage = ({ data }) => {
      if (data.switchboardAction === 'emit') window.heard.push(data);
      else window.answers.get(data.messageId)?.(data);
    };
    frame.contentWindow.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, new URL(frameUrl).origin, [port2]);
    if (token) port1.postMessage({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken: token } });
  });
  window.ask = (method, args) => new Promise((resolve) => {
    const messageId = 'm_' + method;
    window.answers.set(messageId, resolve);
    window.port.postMessage({ switchboardAction: 'get', method, messageId, args });
  });
  frame.src = frameUrl;
  document.body.append(frame);
</script>`;

describe.runIf(browserAtHand())('a dashboard on another site', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let site: Server;
  let origin: string;
  let board: { id: number; dashboard_title: string };
  let uuid: string;
  beforeAll(async () => {
    const pages: Record<string, string> = {
      '/': SITE,
      '/library': LIBRARY_SITE,
      '/library.js': await readFile(LIBRARY, 'utf8'),
    };
    site = createServer(({ url = '' }, response) => {
      response
        .setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
        .end(pages[url.replace(/\?$/, '')] ?? '');
    }).listen(0, '127.0.0.1');
    [seat] = await Promise.all([takeSeat({ EMBEDDED_SUPERSET: 'true' }), once(site, 'listening')]);
    page = seat.page;
    const address = site.address();
    origin = `http://localhost:${address !== null && typeof address === 'object' ? address.port : 0}`;
    client = await Client.signIn(seat.product);
    const { result } = await client.call<{ result: (typeof board)[] }>(
      'GET',
      '/api/v1/dashboard/?q=(order_column:dashboard_title,order_direction:asc)',
    );
    const films = result.find((each) => each.dashboard_title === 'Films');
    if (!films) throw new Error('There is no example dashboard of films.');
    board = films;
    uuid = await embed([origin]);
    await openToGuests(client);
  });
  afterAll(async () => {
    await seat?.leave();
    site?.close();
  });

  const embed = (sites: string[]) => embedDashboard(client, board.id, sites);

  const tokenOf = (rls: object[] = [], id = uuid) => guestToken(client, id, rls);

  /** Opens the other site's page with the dashboard in it. */
  async function show(
    token: string | undefined,
    query = '',
    from = origin,
    path = `/embedded/${uuid}`,
  ): Promise<FrameLocator> {
    const address = `${seat.product.url}${path}${query}`;
    await page.goto('about:blank');
    await page.goto(`${from}/#${encodeURIComponent(JSON.stringify([address, token ?? null]))}`);
    return page.frameLocator('iframe');
  }

  /** A part of what the page in the frame has told last by a method. */
  const heardOf = <Part>(method: string, part: string) =>
    page.evaluate<Part>(
      `window.heard.findLast(({ method }) => method === ${JSON.stringify(method)})?.args[${JSON.stringify(part)}]`,
    );

  test('what a query answers stands in a page of a wiki, for who has signed in', async () => {
    const wiki = origin.replace('localhost', '127.0.0.1');
    const sql = encodeURIComponent('SELECT 41 + 1 AS answer');
    await page.goto(`${seat.product.url}/sqllab/?dbname=examples&name=Answers&sql=${sql}`);
    await page.getByRole('button', { name: 'Embed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Allowed Domains (comma separated)').fill(`${wiki}, ${origin}`);
    await dialog.getByRole('button', { name: 'Enable embedding' }).click();
    const code = await dialog.getByLabel('Code for the page').inputValue();
    const url = /src="([^"]+)"/.exec(code)?.[1] ?? '';
    const framed = (site: string) =>
      page
        .goto(`${site}/?#${encodeURIComponent(JSON.stringify([url, '']))}`)
        .then(() => page.frameLocator('iframe'));
    const shown = await framed(wiki);
    await shown.getByRole('gridcell', { name: '42' }).waitFor();
    expect(await shown.getByRole('navigation').count()).toBe(0);
    // Cookies stay with their site: in a page of another one nobody is signed in.
    const closed = await framed(origin);
    await closed.getByRole('link', { name: 'Sign in' }).waitFor();
    const elsewhere = await fetch(url, { headers: { referer: 'https://elsewhere.example/' } });
    expect(elsewhere.status).toBe(403);
    const allowed = await fetch(url, { headers: { referer: `${wiki}/` } });
    expect(allowed.headers.get('content-security-policy')).toContain(`frame-ancestors ${wiki} ${origin}`);
    expect(allowed.headers.get('x-frame-options')).toBe(null);
  });

  test('is shown by its own id too, as older pages name it', async () => {
    const frame = await show(await tokenOf(), '?uiConfig=1', origin, `/dashboard/${board.id}/embedded`);
    await frame.locator('article[data-status=success]').first().waitFor();
    await expect
      .poll(() => frame.getByRole('heading', { level: 1, name: board.dashboard_title }).count())
      .toBe(0);
  });

  test('leaves out its tabs where the page around wants that', async () => {
    const { result } = await client.call<{ result: { id: number } }>('GET', '/api/v1/dashboard/us-flights');
    await client.call('POST', `/api/v1/dashboard/${result.id}/embedded`, { allowed_domains: [origin] });
    const token = await tokenOf([], String(result.id));
    for (const [uiConfig, tabs] of [
      [1, 1],
      [3, 0],
    ]) {
      const frame = await show(token, `?uiConfig=${uiConfig}`, origin, '/dashboard/us-flights/embedded');
      await frame.locator('article[data-status=success]').first().waitFor();
      await expect.poll(() => frame.getByRole('tablist').count()).toBe(tabs);
    }
  });

  test('is shown to a guest of that site, without navigation, and answers the page around', async () => {
    const frame = await show(await tokenOf(), '?uiConfig=16');
    await frame.getByRole('heading', { level: 1, name: board.dashboard_title }).waitFor();
    await frame.locator('article[data-status=success]').first().waitFor();
    await frame.locator('article[data-status=loading]').first().waitFor({ state: 'detached' });
    await expect.poll(() => frame.locator('article[data-status=failed]').allInnerTexts()).toEqual([]);
    await expect.poll(() => frame.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await expect.poll(() => frame.getByRole('button', { name: 'Menu actions trigger' }).count()).toBe(0);
    // Filters have their values to choose from, too.
    expect(seat.complaints.filter((complaint) => complaint.includes('/chart/data'))).toEqual([]);
    const ask = (method: string, args: object = {}) =>
      page.evaluate(`window.ask(${JSON.stringify(method)}, ${JSON.stringify(args)})`);
    expect(await ask('getDataMask')).toMatchObject({
      switchboardAction: 'reply',
      result: expect.any(Object),
    });
    expect(await ask('getScrollSize')).toMatchObject({
      result: { width: expect.any(Number), height: expect.any(Number) },
    });
    expect(await ask('removeEverything')).toMatchObject({
      switchboardAction: 'error',
      error: expect.stringContaining('not defined'),
    });
    const [genre] = await heardOf<{ id: string; name: string }[]>('observeReady', 'filters');
    expect(genre?.name).toBe('Genre');
    const mask = {
      extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Western'] }] },
      filterState: { value: ['Western'], label: 'Western' },
    };
    expect(await ask('setDataMask', { dataMask: { [genre?.id ?? '']: mask } })).toMatchObject({
      switchboardAction: 'reply',
    });
    expect(JSON.stringify(await ask('getChartDataPayloads'))).toContain('Western');
    await expect.poll(() => heardOf('observeDataMask', genre?.id ?? '')).toMatchObject(mask);
    expect(await ask('setDataMask', { dataMask: { elsewhere: mask } })).toMatchObject({
      error: expect.stringContaining('no filter or chart "elsewhere"'),
    });
    expect(await ask('setActiveTabs', { activeTabs: ['TAB-none'] })).toMatchObject({
      error: expect.stringContaining('no tab "TAB-none"'),
    });
    // Who is signed in in this browser plays no part: the guest sees what the token allows.
    const cookies = await page.context().cookies();
    expect(cookies.some(({ name }) => name === 'session')).toBe(true);
    const none = await show(await tokenOf([{ clause: '1 = 0' }]), '?uiConfig=9');
    await none.locator('article[data-status=success]').first().waitFor();
    await expect.poll(() => none.getByRole('heading', { level: 1 }).count()).toBe(0);
    await expect.poll(() => none.getByRole('button', { name: 'More Options', exact: false }).count()).toBe(0);
  });

  test('wears the theme of the page around', async () => {
    const frame = await show(await tokenOf());
    const heading = frame.getByRole('heading', { level: 1, name: board.dashboard_title });
    await heading.waitFor();
    const say = (method: string, args: object) =>
      page.evaluate(
        `window.port.postMessage(${JSON.stringify({ switchboardAction: 'emit', method, args })})`,
      );
    const ground = () =>
      frame
        .locator('html')
        .evaluate('getComputedStyle(document.documentElement).getPropertyValue("--cr-ground").trim()');
    const accent = () =>
      frame
        .locator('html')
        .evaluate('getComputedStyle(document.documentElement).getPropertyValue("--cr-accent").trim()');
    const [lightGround, houseAccent] = [await ground(), await accent()];
    await say('setThemeConfig', { themeConfig: { theme_default: { token: { colorPrimary: '#aa0066' } } } });
    await expect.poll(accent).not.toBe(houseAccent);
    const given = await accent();
    await say('setThemeMode', { mode: 'dark' });
    await expect.poll(ground).not.toBe(lightGround);
    await say('setThemeConfig', {
      themeConfig: { token: { colorPrimary: '#0066aa' }, algorithm: 'default' },
    });
    await expect.poll(ground).toBe(lightGround);
    await expect.poll(accent).not.toBe(given);
  });

  test('links to the place that the page around names', async () => {
    const frame = await show(await tokenOf());
    await frame.locator('article[data-status=success]').first().waitFor();
    const link = await page.evaluate<{ result: string }>(`new Promise((resolve) => {
      window.answers.set('link', resolve);
      window.port.postMessage({ switchboardAction: 'get', method: 'getDashboardPermalink', messageId: 'link', args: { anchor: 'TAB-here' } });
    })`);
    const key = new URL(link.result).pathname.split('/').filter(Boolean).at(-1);
    const kept = await client.call<{ state: { anchor?: string } }>(
      'GET',
      `/api/v1/dashboard/permalink/${key}`,
    );
    expect(kept.state.anchor).toBe('TAB-here');
  });

  test('understands the embedding library', async () => {
    const given = { id: uuid, house: seat.product.url, token: await tokenOf() };
    await page.goto('about:blank');
    await page.goto(`${origin}/library#${encodeURIComponent(JSON.stringify(given))}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('article[data-status=success]').first().waitFor();
    await expect
      .poll(() => frame.getByRole('heading', { level: 1, name: board.dashboard_title }).count())
      .toBe(0);
    await expect
      .poll(() => frame.locator('html').evaluate('getComputedStyle(document.documentElement).colorScheme'))
      .toContain('dark');
    const told = (call: string) => page.evaluate(`window.board.then((board) => board.${call})`);
    // All of it, not what the frame of 800 pixels shows.
    await expect
      .poll(() => page.evaluate('window.board.then(async (board) => (await board.getScrollSize()).height)'))
      .toBeGreaterThan(1_200);
    expect(await told('getActiveTabs()')).toEqual([]);
    expect(await told('getDataMask()')).toBeTypeOf('object');
    expect(await told('getChartStates()')).toEqual({});
    const payloads = await page.evaluate<Record<string, { datasource: object; queries: object[] }>>(
      'window.board.then((board) => board.getChartDataPayloads())',
    );
    const charts = Object.keys(payloads);
    expect(charts.length).toBeGreaterThan(3);
    expect(await told(`getChartDataPayloads({ chartId: ${charts[0]} })`)).toEqual({
      [charts[0] ?? '']: payloads[charts[0] ?? ''],
    });
    const asked = await fetch(`${seat.product.url}/api/v1/chart/data`, {
      method: 'POST',
      headers: { 'X-GuestToken': given.token, 'Content-Type': 'application/json' },
      body: JSON.stringify(payloads[charts[0] ?? '']),
    });
    expect(asked.status).toBe(200);
    expect(await told("getDashboardPermalink('')")).toMatch(/^https:\/\/site\.example\/share\/[\w-]+$/);
    await told("setThemeMode('default')");
    await expect
      .poll(() => frame.locator('html').evaluate('getComputedStyle(document.documentElement).colorScheme'))
      .toContain('light');
    await page.evaluate(
      'window.masks = []; window.board.then((board) => board.observeDataMask((mask) => window.masks.push(mask)))',
    );
    await frame.getByRole('combobox', { name: 'Genre' }).click();
    await frame.getByText('Drama', { exact: true }).last().click();
    await frame.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => page.evaluate('window.masks.at(-1)'))
      .toMatchObject({ nativeFiltersChanged: true, crossFiltersChanged: false });
  });

  test('waits for a token, and tells of one that opens nothing', async () => {
    const waiting = await show(undefined);
    await waiting.locator('.ant-skeleton').first().waitFor();
    await expect.poll(() => waiting.getByRole('heading', { level: 1 }).count()).toBe(0);
    const refused = await show('no.token.atall');
    await refused.getByText('This dashboard does not exist').waitFor();
    await page.goto(`${origin}/#${encodeURIComponent(JSON.stringify([`${seat.product.url}/login/`, null]))}`);
  });

  test('opens for the sites that are named, and for nobody without the setting', async () => {
    const open = async (referer?: string) => {
      const answer = await fetch(`${seat.product.url}/embedded/${uuid}`, {
        headers: referer ? { referer } : {},
      });
      return {
        status: answer.status,
        policy: answer.headers.get('content-security-policy') ?? '',
        headers: answer.headers,
      };
    };
    const own = await open(`${origin}/any/page`);
    expect(own.status).toBe(200);
    expect(own.policy).toContain(`frame-ancestors ${origin};`);
    expect(own.headers.get('x-frame-options')).toBeNull();
    expect(own.headers.getSetCookie()).toEqual([]);
    for (const referer of [undefined, 'http://evil.example/', `${origin}.evil.example/`, 'about:blank'])
      expect((await open(referer)).status).toBe(403);
    await embed([]);
    expect((await open()).policy).toContain('frame-ancestors *;');
    await embed(['localhost:1', 'bad;script-src *']);
    expect((await open('http://localhost:1/')).policy).toContain('frame-ancestors localhost:1;');
    expect((await fetch(`${seat.product.url}/embedded/11111111-2222-4333-8444-555555555555`)).status).toBe(
      404,
    );
    const closed = await startProduct({ settings: { ...ADMIN, LOAD_EXAMPLES: 'false' } });
    try {
      expect((await fetch(`${closed.url}/embedded/${uuid}`)).status).toBe(404);
    } finally {
      await closed.remove();
    }
    await embed([origin]);
    // Another site's page gets no dashboard, only the browser's word that it was refused.
    const { port } = new URL(origin);
    const foreign = await show(await tokenOf(), '', `http://127.0.0.1:${port}`);
    await page.waitForTimeout(2_000);
    await expect.poll(() => foreign.getByRole('heading', { level: 1 }).count()).toBe(0);
  });
});
