import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES } from '@chartroom/engines';
import { expect, it } from 'vitest';
import { KNOWN_ENGINES } from '../../packages/engines/src/dialect-facts/index.ts';
import { enginesPage } from './engine-pages.ts';

it('docs/engines.md is what `node scripts/engines-doc.ts` writes', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/engines.md'), 'utf8')).toBe(
    enginesPage(ENGINES, KNOWN_ENGINES),
  );
});

it('refuses an engine of which nobody says how it was tested', () => {
  const [first] = ENGINES;
  if (!first) throw new Error('There is no engine');
  expect(() => enginesPage([{ ...first, id: 'abacus' }], [])).toThrow(
    'Nobody says how the engine abacus was tested',
  );
});
