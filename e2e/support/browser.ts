import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { installedChromium } from '../../apps/server/src/pictures/chromium-path.ts';
import { noteAbsent } from '../../scripts/test-notes.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium without windows of its own, which needs a quarter less of the processors. Figures are of the one that people have. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell';

/** Chromium's path: CHROMIUM_PATH, else one of the usual places. */
export function chromiumPath(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && existsSync(wanted)) return wanted;
  return process.env.VITEST && existsSync(WINDOWLESS) ? WINDOWLESS : installedChromium();
}

/** Whether journeys can be played; when not, the end of `npm test` says so, and CI fails. */
export function browserAtHand(): boolean {
  if (chromiumPath()) return true;
  noteAbsent(
    'Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH; the browser journeys were not played',
  );
  return false;
}

/** A page of a fresh browser, and what its console complained about. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors and warnings of the console, failed requests and uncaught errors. */
  complaints: string[];
  close: () => Promise<void>;
}

/** The pages that are open, for `tellPages`. */
const open = new Map<Page, string[]>();

/** Prints what every open page shows and complained about: why a journey failed can seldom be told from the step alone. */
export async function tellPages(): Promise<void> {
  for (const [page, complaints] of open) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2000 })
      .catch((error: unknown) => `(not readable: ${String(error)})`);
    console.error([`PAGE ${page.url()}`, text.slice(0, 4000), ...complaints.slice(-10)].join('\n'));
  }
}

/** How a browser is opened. */
interface VisitOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  /** With a profile on the disk, as people have one: only there Chromium keeps what it has compiled. */
  onDisk?: boolean;
}

/** Opens a browser with a fresh profile at this size. */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const { context, end } = await opened(options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.setDefaultTimeout(20_000);
  open.set(page, complaints);
  const close = () => {
    open.delete(page);
    return end();
  };
  return { page, context, complaints, close };
}

async function opened(options: VisitOptions): Promise<{ context: BrowserContext; end: () => Promise<void> }> {
  const how = { executablePath: chromiumPath() ?? '', args: ARGUMENTS, headless: true };
  const look = {
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    // People are seldom where the server is, and seldom in UTC.
    timezoneId: 'Pacific/Auckland',
    // Dialogs that slide in make no journey truer, but each click waits until they stand still.
    reducedMotion: 'reduce',
    acceptDownloads: true,
  } as const;
  if (!options.onDisk) {
    const browser = await chromium.launch(how);
    return { context: await browser.newContext(look), end: () => browser.close() };
  }
  const profile = await mkdtemp(join(tmpdir(), 'chartroom-profile-'));
  const context = await chromium.launchPersistentContext(profile, { ...how, ...look });
  const end = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { context, end };
}
