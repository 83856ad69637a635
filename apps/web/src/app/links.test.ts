import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORWARDS, pageAt } from '@chartroom/model';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** Calls that a page makes by leaving. */
const CALLS = ['/logout/', '/login/x'];

test('every address that the screens link to leads to a screen', () => {
  const links = ['apps/web/src', 'packages/ui/src'].flatMap(linksBelow);
  expect(links.length).toBeGreaterThan(30);
  const forwards = Object.values(FORWARDS).flatMap(({ paths }): string[] => [...paths]);
  const dead = links.filter(
    (link) => pageAt(link) === undefined && !CALLS.includes(link) && !forwards.includes(link),
  );
  expect(dead).toEqual([]);
});

/** Paths of addresses that stand in source files; what is put into them is an `x`. */
function linksBelow(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(
        /\b(?:to|href|key|return|assign\()[:=]?[ {]*['"`](\/[^'"`?]*)/g,
      ),
    ])
    .map(([, path = '']) => path.replace(/\$\{[^}]*\}/g, 'x').replace(/\$\w+/g, 'x'));
}
