import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SESSION_COOKIE } from '../http/access.ts';
import { chromiumPath } from './chromium-path.ts';
import type { Picture, PictureRequest, PictureTaker } from './picture-taker.ts';

export interface ChromiumOptions {
  /** Where this server is reached from its own machine; undefined while it does not listen. */
  address(): string | undefined;
  /** The program; undefined = one where systems put it. */
  path: string | undefined;
  sandbox: boolean;
  /** Milliseconds until a page has to be ready. */
  patience: number;
}

/** Milliseconds for which the browser waits for another picture before it is closed. */
const IDLE = 20_000;
/** A page may be this high; what is further down is left out. */
const HIGHEST = 16_000;
/** Milliseconds for what a page draws after its last answer. */
const SETTLES = 300;
/** What is on the page only as long as something is still to come. */
const STILL_TO_COME = '[data-status="waiting"], [data-status="loading"], [class*="skeleton"]';
/** Finds, on the page, what a picture is taken of. */
const PICTURE = `document.querySelector('[data-picture]')`;

/**
 * Takes pictures with a Chromium of the operator's. It reaches this server and nothing else: pages may show pictures of
 * other sites, which nobody shall make the server fetch.
 */
export class ChromiumTaker implements PictureTaker {
  readonly #options: ChromiumOptions;
  #browser: Promise<Browser> | undefined;
  #atWork = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ChromiumOptions) {
    this.#options = options;
  }

  async take(request: PictureRequest, signal: AbortSignal): Promise<Picture> {
    const address = this.#options.address();
    if (address === undefined) throw new Error('A picture could not be taken: the server does not listen.');
    clearTimeout(this.#idle);
    this.#atWork += 1;
    try {
      return await this.#taken(request, address, signal);
    } finally {
      this.#atWork -= 1;
      if (this.#atWork === 0)
        this.#idle = setTimeout(() => this.close().catch(() => undefined), IDLE).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const browser = this.#browser;
    this.#browser = undefined;
    await (await browser?.catch(() => undefined))?.close();
  }

  async #taken(request: PictureRequest, address: string, signal: AbortSignal): Promise<Picture> {
    signal.throwIfAborted();
    const [width, height] = request.window;
    const browser = await this.#launched(address);
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: request.size ? request.size[0] / width : 1,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const givenUp = Promise.withResolvers<never>();
    const leave = () => givenUp.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    // Whoever leaves while the browser starts has left before anybody listened.
    if (signal.aborted) leave();
    const taken = this.#takenIn(context, request, address);
    try {
      return await Promise.race([taken, givenUp.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      // Closing may wait for what the page is at, which is of no more interest to who has given up.
      const closed = Promise.all([context.close(), taken]).catch(() => undefined);
      if (!signal.aborted) await closed;
    }
  }

  async #takenIn(context: BrowserContext, request: PictureRequest, address: string): Promise<Picture> {
    context.setDefaultTimeout(this.#options.patience);
    await staysIn(address, context);
    await reportsNothing(context);
    await context.addCookies([
      { name: SESSION_COOKIE, value: request.session, url: address, httpOnly: true, sameSite: 'Lax' },
    ]);
    const page = await context.newPage();
    await page.goto(new URL(request.path, address).toString());
    await ready(page);
    const png = request.size
      ? await cut(page, request.window, request.size)
      : await whole(page, request.window);
    return { png, pdf: request.pdf ? await printed(png, context) : undefined };
  }

  #launched(address: string): Promise<Browser> {
    if (this.#browser) return this.#browser;
    const own = this.#launch(address);
    // An earlier one that goes while this one comes is not this one.
    const forget = () => {
      if (this.#browser === own) this.#browser = undefined;
    };
    own.then((browser) => browser.once('disconnected', forget), forget);
    this.#browser = own;
    return own;
  }

  async #launch(address: string): Promise<Browser> {
    const { chromium } = await import('playwright-core');
    const { path, sandbox, patience } = this.#options;
    return chromium.launch({
      executablePath: chromiumPath(path),
      chromiumSandbox: sandbox,
      timeout: patience,
      // The server ends in its own way, and the browser with it.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Whatever a page asks for, no name leads elsewhere.
        `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(address).hostname}`,
      ],
    });
  }
}

/** Requests to other places than this server fail at once. */
async function staysIn(address: string, context: BrowserContext): Promise<void> {
  const { origin } = new URL(address);
  await context.route(
    (url) => url.origin !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:',
    (route) => route.abort('accessdenied'),
  );
}

/** A picture is no visit: what a page reports of its opening goes nowhere. */
async function reportsNothing(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname === '/superset/log/',
    (route) => route.fulfill({ status: 200 }),
  );
}

/** Waits until nothing on the page is still to come. Rejects with what the page shows when that takes too long. */
async function ready(page: Page): Promise<void> {
  try {
    const picture = page.locator('[data-picture]');
    await picture.waitFor({ state: 'attached' });
    await picture.locator(STILL_TO_COME).first().waitFor({ state: 'detached' });
  } catch (error) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 1_000 })
      .catch(() => '');
    throw new Error(`The page ${page.url()} did not get ready. It shows: ${text.slice(0, 300)}`, {
      cause: error,
    });
  }
  await page.waitForTimeout(SETTLES);
}

/** What the window shows, from the top, in the proportions of the picture. */
function cut(page: Page, window: PictureRequest['window'], size: readonly [number, number]): Promise<Buffer> {
  const [width, height] = window;
  const clip = { x: 0, y: 0, width, height: Math.min(height, Math.round((width * size[1]) / size[0])) };
  return page.screenshot({ clip });
}

/** Everything on the page: the window grows until nothing has to be scrolled. */
async function whole(page: Page, [width, height]: PictureRequest['window']): Promise<Buffer> {
  const more = await page.evaluate<number>(
    `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(${PICTURE})`,
  );
  if (more > 0) {
    await page.setViewportSize({ width, height: Math.min(HIGHEST, height + more) });
    // What came into sight is drawn now.
    await ready(page);
  }
  return page.screenshot();
}

/** A document of one page in the proportions of the picture. */
async function printed(png: Buffer, context: BrowserContext): Promise<Buffer> {
  const page = await context.newPage();
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  await page.setContent(
    `<style>@page{margin:0}body{margin:0}img{display:block;width:${width}px}</style><img src="data:image/png;base64,${png.toString('base64')}">`,
    { waitUntil: 'load' },
  );
  return page.pdf({ width: `${width}px`, height: `${height}px`, printBackground: true, pageRanges: '1' });
}
