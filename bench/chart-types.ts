import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { CHART_TYPES } from '@chartroom/charts';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { visit } from '../e2e/support/browser.ts';
import { freePort } from '../e2e/support/product.ts';
import { ChartWeights } from './chart-weights.ts';
import type { Report } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, '.cache', 'bench-charts');
const POINTS = 10_000;
/** Milliseconds for which a drawing may hold its page up. */
const LONGEST_BLOCK = 1_000;
/** Points of a small drawing of the library alone: about as many as examples have. */
const FEW = 10;

/** Of each chart type that is asked for: how long its example and one of many points take to be drawn, and what its code weighs. */
export async function measureChartTypes(report: Report, isAsked: (key: string) => boolean): Promise<void> {
  await buildPage();
  const weights = new ChartWeights();
  const served = await serve(BUILT);
  const { page, close } = await visit();
  const problems: string[] = [];
  try {
    await page.goto(served.url);
    await page.waitForFunction('window.drawn !== undefined');
    const few = { what: `ECharts alone, a line of ${FEW} points`, value: await lineTime(page, FEW) };
    const many = { what: `ECharts alone, a line of ${POINTS} points`, value: await lineTime(page, POINTS) };
    const drawn = await page.evaluate<string[]>('drawn.drawnTypes');
    for (const type of CHART_TYPES.filter((each) => isAsked(each.key))) {
      const { key } = type;
      if (drawn.includes(key)) {
        const add = (what: string, value: number, against: typeof few) =>
          report.add({ what: `${key}: ${what}`, value, unit: 'ms', against });
        try {
          add('its example drawn', (await typeTime(page, key)).whole, few);
          const { whole, blocked } = await typeTime(page, key, POINTS);
          add(`${POINTS} points drawn`, whole, many);
          report.add({
            what: `${key}: of that the page does nothing else for`,
            value: blocked,
            unit: 'ms',
            budget: LONGEST_BLOCK,
          });
        } catch (error) {
          // The other types are measured all the same.
          problems.push(`${key}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      report.add({
        what: `${key}: code that nothing else on a dashboard needs (gzip)`,
        value: (await weights.of(type)) / 1024,
        unit: 'kB',
        against: { what: 'what every dashboard needs', value: weights.dashboard / 1024 },
      });
    }
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await close();
    await served.close();
  }
}

function lineTime(page: Page, points: number): Promise<number> {
  return page.evaluate<number>(`drawn.timeOfLine(${points})`);
}

function typeTime(page: Page, key: string, points?: number): Promise<{ whole: number; blocked: number }> {
  return page.evaluate<{ whole: number; blocked: number }>(
    `drawn.timeOfType(${JSON.stringify(key)}, ${points})`,
  );
}

/** Builds the page on which chart types are drawn, as the product is built. */
async function buildPage(): Promise<void> {
  rmSync(BUILT, { recursive: true, force: true });
  mkdirSync(BUILT, { recursive: true });
  await build({
    root: join(ROOT, 'apps', 'web'),
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: BUILT,
      target: 'es2022',
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { page: join(ROOT, 'apps', 'web', 'src', 'testing', 'drawn-types.tsx') },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const script = 'import * as drawn from "/page.js"; window.drawn = drawn;';
  writeFileSync(
    join(BUILT, 'index.html'),
    `<!doctype html><title>Charts</title><link rel="stylesheet" href="/style.css"><body><script type="module">${script}</script>`,
  );
}

const KINDS: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the files of a folder to this machine. */
async function serve(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    try {
      const body = readFileSync(file);
      response.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}/`, close };
}
