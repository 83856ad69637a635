import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONSTANTS, TEXTS, type ToldText } from './told-texts.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** Whether a source has a text; what differs is a placeholder of a template there, or of a component. */
function isSaid({ says, at }: ToldText): boolean {
  const source = readFileSync(join(ROOT, at), 'utf8').replaceAll(/\s+/g, ' ');
  const parts = says.split('%s').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('\\$?\\{[^}]*\\}')).test(source);
}

describe('texts that people read, each in the source that says it', () => {
  test.each(TEXTS)('$says', (text) => expect(isSaid(text)).toBe(true));
});

describe('numbers that people notice', () => {
  test.each(CONSTANTS)('$says in $at', (constant) => expect(isSaid(constant)).toBe(true));
});

test('a text that is not there is missed', () => {
  expect(isSaid({ says: 'Nobody says this: %s', at: 'apps/web/src/base/toasts.tsx' })).toBe(false);
});
