import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES } from '@chartroom/model';
import { expect, test } from 'vitest';
import { screenPreloads } from '../apps/server/src/web/screen-preloads.ts';
import KEPT from './page-weights.json' with { type: 'json' };

const DIST = join(import.meta.dirname, '..', 'apps', 'web', 'dist');
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
  const kept: Record<string, number> = KEPT;
  expect(Object.keys(weights), 'pages with a weight in page-weights.json').toEqual(Object.keys(kept));
  const heavier = Object.entries(weights).filter(
    ([name, kilobytes]) => kilobytes > (kept[name] ?? 0) * GROWTH,
  );
  const said = `Scripts and styles in kB, as sent: ${JSON.stringify(weights)}. Make it lighter, or change page-weights.json.`;
  expect(heavier, said).toEqual([]);
});

/** Bytes of a file as browsers get it. */
async function asSent(file: string): Promise<number> {
  const path = join(DIST, file);
  const packed = await stat(`${path}.br`).catch(() => undefined);
  return (packed ?? (await stat(path))).size;
}
