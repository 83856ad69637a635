import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES } from '@chartroom/model';
import { expect, test } from 'vitest';
import { screenPreloads } from '../apps/server/src/web/screen-preloads.ts';

const DIST = join(import.meta.dirname, '..', 'apps', 'web', 'dist');
/** Scripts and styles that each page loads at once, in kB as sent; what it fetches later is not counted. */
const KEPT: Record<string, number> = {
  home: 384,
  dashboards: 380,
  dashboard: 694,
  charts: 380,
  explore: 835,
  datasets: 381,
  sqlLab: 657,
  savedQueries: 553,
  queryHistory: 551,
  login: 337,
};
/** By how much a page may grow before somebody has to say why. */
const GROWTH = 1.05;

test('no page has become heavier', async () => {
  const [html, preloads] = await Promise.all([
    readFile(join(DIST, 'index.html'), 'utf8'),
    screenPreloads(DIST),
  ]);
  const weights: Record<string, number> = {};
  for (const [name, page] of Object.entries(PAGES)) {
    if (!page.preload) continue;
    const files = new Set(
      [...(html + preloads(page)).matchAll(/(?:src|href)="\/(static\/assets\/[^"]+)"/g)].map(
        ([, file = '']) => file,
      ),
    );
    const bytes = await Promise.all([...files].map(asSent));
    weights[name] = Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1_000);
  }
  expect(Object.keys(weights), 'pages that have a weight').toEqual(Object.keys(KEPT));
  const heavier = Object.entries(weights).filter(
    ([name, kilobytes]) => kilobytes > (KEPT[name] ?? 0) * GROWTH,
  );
  const said = `Scripts and styles in kB, as sent: ${JSON.stringify(weights)}. Make them lighter, or say here that they are heavier.`;
  expect(heavier, said).toEqual([]);
});

/** Bytes of a file as browsers get it. */
async function asSent(file: string): Promise<number> {
  const path = join(DIST, file);
  const packed = await stat(`${path}.br`).catch(() => undefined);
  return (packed ?? (await stat(path))).size;
}
