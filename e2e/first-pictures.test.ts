import { WINDOW_LOOK } from '@chartroom/model';
import type { APIResponse, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAtHand } from './support/browser.ts';
import { overBar } from './support/over-bar.ts';
import { differs } from './support/pictures-differ.ts';
import { type Seat, takeSeat } from './support/seat.ts';

/** Scripts of the pages. */
const SCRIPTS = /\/static\/assets\/.*\.js$/;
/** The share of 16-pixel blocks in which the server's picture of a board may differ from the browser's: letters are another's. */
const ALIKE = 0.2;
/** The same for a page as it was and as it is: the age of a thing, or how long an answer took. */
const SAME = 0.005;
interface PicturedPage {
  path: string;
  width: number;
  height: number;
  dark: boolean;
  /** Pixels from the left that are compared; all where absent. */
  shown?: number;
}

/** Pages of several chart types and without any, the window that they are looked at in, and whether by night. */
const PAGES: readonly PicturedPage[] = [
  { path: '/superset/dashboard/films/', width: 1440, height: 900, dark: false },
  { path: '/superset/dashboard/us-flights/', width: 1440, height: 900, dark: true },
  { path: '/superset/dashboard/us-flights/', width: 390, height: 844, dark: false },
  { path: '/chart/list/', width: 1440, height: 900, dark: false },
  { path: '/dashboard/list/', width: 390, height: 844, dark: true },
  { path: '/explore/?slice_id=3', width: 1440, height: 900, dark: false },
  { path: '/explore/?slice_id=2', width: 390, height: 844, dark: true },
  { path: '/superset/welcome/', width: 1440, height: 900, dark: true },
  // Live SQL is on the right: its rows are kept nowhere, and come with the scripts.
  { path: '/sqllab/', width: 1440, height: 900, dark: false, shown: 990 },
];
/** How the picture of a whole window is known. */
const WHOLE = 'id="first-picture" data-whole';
const BOARD = '/superset/dashboard/films/';

declare global {
  /** Sum of the layout shifts of a page. */
  var shiftSeen: number;
  /** What a page has tried against its policy. */
  var violationsSeen: string[];
  /** Is over when the page stands without its picture. */
  var isPictureAway: Promise<void>;
}

describe.runIf(browserAtHand())('what pages show before their scripts have run', () => {
  let seat: Seat;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat();
    page = seat.page;
  });
  afterAll(async () => seat?.leave());

  /** Waits until every chart in sight is drawn by the page itself, and the picture is away. */
  async function taken(): Promise<void> {
    await page.waitForFunction(() => {
      const tiles = [...document.querySelectorAll('article[data-status]')].filter(
        (tile) => tile.checkVisibility() && tile.getBoundingClientRect().top < innerHeight,
      );
      const isDrawn = tiles.length > 0 && tiles.every((tile) => tile.querySelector('[data-chart-drawn]'));
      return isDrawn && !document.getElementById('first-picture');
    });
  }
  /** Asks for a page until it has a picture: a server that has much to do sends none. */
  async function askPictured(path: string, sign: string): Promise<APIResponse> {
    const ask = () => page.request.get(`${seat.product.url}${path}`, { headers: { accept: 'text/html' } });
    let response = await ask();
    const comes = async () => {
      const text = await response.text();
      if (text.includes(sign)) return true;
      response = await ask();
      return false;
    };
    await expect.poll(comes, { timeout: 120_000, interval: 500 }).toBe(true);
    return response;
  }
  /**
   * Opens a page until it begins with what it looked like: the first opening tells the window, a later one hands it in. What it
   * says of ages may be another by then.
   */
  async function openWhole(url: string): Promise<{ headers: Record<string, string>; body: string }> {
    let whole = { headers: {}, body: '' };
    const opens = async () => {
      const handed = page.waitForResponse(/page_picture/, { timeout: 8_000 }).catch(() => undefined);
      const response = await page.goto(url);
      whole = { headers: (await response?.allHeaders()) ?? {}, body: (await response?.text()) ?? '' };
      if (whole.body.includes(WHOLE)) return true;
      await handed;
      return false;
    };
    await expect.poll(opens, { timeout: 120_000, interval: 100 }).toBe(true);
    return whole;
  }
  /** Opens the board with the picture that the server has drawn: what the window looks like it is not told. */
  async function openPictured(): Promise<void> {
    const url = `${seat.product.url}${BOARD}`;
    await page.goto('about:blank');
    await page.context().clearCookies({ name: WINDOW_LOOK });
    const response = await askPictured(BOARD, 'id="first-picture"');
    await page.route(url, (route) => route.fulfill({ response }));
    await page.goto(url, { waitUntil: 'commit' });
    await page.unroute(url);
  }

  test('a dashboard is there at once, and looks the same when the scripts take over', async () => {
    await page.goto(`${seat.product.url}${BOARD}`);
    await taken();
    await page.route(SCRIPTS, () => undefined);
    await openPictured();
    const picture = page.locator('#first-picture');
    await picture.waitFor();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    const clip = await picture.boundingBox();
    if (!clip) throw new Error('The picture has no place.');
    const before = await page.screenshot({ clip });
    await page.unroute(SCRIPTS);
    await page.goto(`${seat.product.url}${BOARD}`);
    await taken();
    const after = await page.screenshot({ clip });
    const darkroom = await page.context().newPage();
    const share = await differs(darkroom, before.toString('base64'), after.toString('base64'));
    await darkroom.close();
    expect(share).toBeLessThan(ALIKE);
  });

  test.each(PAGES)(
    '$path, $width pixels wide, by night: $dark, is whole at once, and nothing changes when the scripts take over',
    async ({ path, width, height, dark, shown = width }) => {
      const clip = { x: 0, y: 0, width: shown, height };
      const url = `${seat.product.url}${path}`;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
      const { headers, body } = await openWhole(url);
      await page.route(url, (route) => route.fulfill({ headers, body }));
      await page.route(SCRIPTS, () => undefined);
      await page.goto(url, { waitUntil: 'commit' });
      await page.locator('#first-picture').evaluate((image: HTMLImageElement) => image.decode());
      const before = await page.screenshot({ clip });
      await page.unroute(SCRIPTS);
      await page.goto(url);
      await page.locator('#first-picture').waitFor({ state: 'detached' });
      const after = await page.screenshot({ clip });
      await page.unroute(url);
      const darkroom = await page.context().newPage();
      const share = await differs(darkroom, before.toString('base64'), after.toString('base64'));
      await darkroom.close();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      expect(share).toBeLessThanOrEqual(SAME);
    },
  );

  describe('what is done to the picture of a page is done to the page', () => {
    /** Opens a page of which nothing but its picture is there, does something to that, and lets the page come. */
    async function doEarly(path: string, act: () => Promise<void>): Promise<void> {
      const url = `${seat.product.url}${path}`;
      const { headers, body } = await openWhole(url);
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      // A server that has much to do would send the page without its picture.
      await page.route(url, (route) => route.fulfill({ headers, body }));
      await page.route(SCRIPTS, async (route) => {
        await held;
        await route.continue();
      });
      try {
        await page.goto(url, { waitUntil: 'commit' });
        await page
          .locator('#first-picture[data-whole]')
          .evaluate((image: HTMLImageElement) => image.decode());
        await page.waitForFunction(() => 'earlyDeeds' in globalThis);
        await act();
        release();
        await page.locator('#first-picture').waitFor({ state: 'detached' });
      } finally {
        release();
        await page.unroute(SCRIPTS);
        await page.unroute(url);
      }
    }
    /** Where the middle of something stands on the page, as it is now. */
    async function placeOf(path: string, selector: string): Promise<{ x: number; y: number }> {
      await openWhole(`${seat.product.url}${path}`);
      await page.locator('#first-picture').waitFor({ state: 'detached' });
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`There is no ${selector}.`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }

    test('what is written into the editor of SQL Lab stands in it', async () => {
      const { x, y } = await placeOf('/sqllab/', '.cm-line');
      await doEarly('/sqllab/', async () => {
        await page.mouse.click(x, y);
        await page.keyboard.type('-- first 7!');
        await page.keyboard.press('Backspace');
        await page.keyboard.press('Enter');
      });
      const lines = page.locator('.cm-line');
      await expect.poll(async () => (await lines.allTextContents()).join('|')).toContain('-- first 7|');
      // What is written from then on follows.
      await page.keyboard.type('2');
      await expect.poll(async () => (await lines.allTextContents()).join('|')).toContain('-- first 7|2');
    });

    test('a link of the menu is followed', async () => {
      const { x, y } = await placeOf(BOARD, 'a[href="/dashboard/list/"]');
      await doEarly(BOARD, () => page.mouse.click(x, y));
      await page.waitForURL('**/dashboard/list/');
      await page.locator('tbody tr a').first().waitFor();
    });

    test('a click on a bar filters the dashboard', async () => {
      const path = '/superset/dashboard/us-flights/';
      await placeOf(path, 'article[data-status] canvas');
      const { x, y } = await overBar(page, 'Busiest origins');
      expect(await page.evaluate(() => document.querySelector('#main')?.scrollTop)).toBe(0);
      await page.keyboard.press('Escape');
      await doEarly(path, () => page.mouse.click(x, y));
      const crossed = page.getByRole('region', { name: 'Cross-filters' });
      await crossed.waitFor();
      await crossed.getByTitle(/^Remove cross-filter/).click();
      await crossed.waitFor({ state: 'detached' });
    });

    test('a click on a bar waits for no other chart', async () => {
      const path = '/superset/dashboard/us-flights/';
      await placeOf(path, 'article[data-status] canvas');
      const { x, y } = await overBar(page, 'Busiest origins');
      await page.keyboard.press('Escape');
      const crossed = page.getByRole('region', { name: 'Cross-filters' });
      await doEarly(path, async () => {
        // A page that never stands still, and no clock that ends the waiting for it.
        await page.evaluate(() => {
          setInterval(() => document.body.toggleAttribute('data-restless'), 20);
          const after = window.setTimeout;
          Object.assign(window, {
            setTimeout: (act: () => void, time?: number, ...rest: unknown[]) =>
              time === 3_000 ? 0 : after(act, time, ...rest),
          });
        });
        await page.mouse.click(x, y);
      });
      await crossed.getByTitle(/^Remove cross-filter/).click();
      await crossed.waitFor({ state: 'detached' });
    });
  });

  test('charts stand as they end when the picture goes, also for whom they move otherwise', async () => {
    await page.goto(`${seat.product.url}${BOARD}`);
    await taken();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SCRIPTS, async (route) => {
      await held;
      await route.continue();
    });
    await openPictured();
    await page.locator('#first-picture').waitFor();
    /** What the charts show that are drawn and in sight, by their names. */
    const drawn = () =>
      [...document.querySelectorAll('[data-chart-drawn] canvas')]
        .filter((canvas) => canvas.getBoundingClientRect().top < innerHeight)
        .map((canvas): [string, string] => [
          canvas.closest('[role=img]')?.getAttribute('aria-label') ?? '',
          canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : '',
        ]);
    await page.evaluate(() => {
      globalThis.isPictureAway = new Promise((resolve) => {
        const changes = new MutationObserver(() => {
          if (!document.getElementById('first-picture')) resolve();
        });
        changes.observe(document.body, { childList: true });
      });
    });
    release();
    await page.evaluate(() => globalThis.isPictureAway);
    const atOnce = new Map(await page.evaluate(drawn));
    await page.waitForFunction(() => !document.querySelector('[data-chart-moving]'));
    const later = (await page.evaluate(drawn)).filter(([name]) => atOnce.has(name));
    await page.unroute(SCRIPTS);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(atOnce.size).toBeGreaterThan(2);
    expect(new Map(later)).toEqual(atOnce);
  });

  test('what a person does to the page takes the picture away', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/dashboard/*/data', async (route) => {
      await held;
      await route.continue();
    });
    await openPictured();
    await page.locator('article[data-status]').first().waitFor();
    await page.locator('#first-picture').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('#first-picture').waitFor({ state: 'detached' });
    release();
    await taken();
    await page.unroute('**/api/v1/dashboard/*/data');
  });

  test('nothing jumps while pages load, and nothing is tried that their policy forbids', async () => {
    await page.addInitScript(() => {
      globalThis.shiftSeen = 0;
      globalThis.violationsSeen = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
        globalThis.violationsSeen.push(`${violatedDirective} ${sourceFile}`),
      );
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
            globalThis.shiftSeen += Number(entry.value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const [path, seen] of [
      [BOARD, '[data-chart-drawn]'],
      ['/superset/dashboard/us-flights/', '[data-chart-drawn]'],
      ['/chart/list/', 'tbody tr a'],
      ['/dashboard/list/', 'tbody tr a'],
      ['/tablemodelview/list/', 'tbody tr a'],
      ['/explore/?slice_id=3', '[data-chart-drawn]'],
      ['/sqllab/', '.cm-content[contenteditable=true]'],
    ] as const) {
      await page.goto(`${seat.product.url}${path}`);
      await page.locator(seen).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => globalThis.shiftSeen), path).toBeLessThan(0.005);
      expect(await page.evaluate(() => globalThis.violationsSeen), path).toEqual([]);
    }
    expect(seat.complaints).toEqual([]);
  });
});
