import { expect, test } from 'vitest';
import { readScript, statementAt, statementsOf } from './statements.ts';
import { styleOf } from './style.ts';
import { TextScript } from './text-script.ts';

const style = styleOf('postgresql');
const cut = (text: string) =>
  statementsOf(readScript(text, style)).map(({ from, to }) => text.slice(from, to));

test('a script is cut at semicolons that are no part of texts, names and comments', () => {
  expect(cut('SELECT \';\' ; -- a;\n SELECT "a;b" /* ; */;;\n$$ ; $$ ')).toEqual([
    "SELECT ';'",
    'SELECT "a;b"',
    '$$ ; $$',
  ]);
  expect(cut(' -- nothing\n;; /* here */')).toEqual([]);
});

/** The caret stands at `|`. */
test.each([
  ['SELECT 1|; SELECT 2', 'SELECT 1'],
  ['SELECT 1;| SELECT 2', 'SELECT 1'],
  ['SELECT 1; |SELECT 2', 'SELECT 2'],
  ['SELECT 1;\n|\nSELECT 2', 'SELECT 2'],
  ['SELECT 1;\n\n-- about\n|SELECT 2;\n', 'SELECT 2'],
  ['SELECT 1;\n\nSELECT 2;\n|', 'SELECT 2'],
  ['|SELECT 1', 'SELECT 1'],
  [' | ', undefined],
])('the statement at the caret of %j', (marked, wanted) => {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = statementAt(readScript(text, style), at);
  expect(found && text.slice(found.from, found.to)).toBe(wanted);
});

test('a script that is changed is read as if it were new', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const parts = ['SELECT 1', ';', "'", '"', '--', '\n', '/*', '*/', ' a ', '$$', ';\n', 'b'];
  const script = new TextScript(style);
  // Longer than what is compared at once, before the changes and behind them.
  const far = `SELECT '${'x'.repeat(5_000)}';\n`;
  let text = far + far;
  for (let step = 0; step < 400; step += 1) {
    const from = step % 2 === 0 ? far.length + (step % 40) : random(text.length + 1);
    const gone = random(4) === 0 ? random(8) : 0;
    text = text.slice(0, from) + (parts[random(parts.length)] ?? '') + text.slice(from + gone);
    expect(script.of(text).pieces).toEqual(readScript(text, style).pieces);
  }
});

test('who writes in a long statement, or at its end, is known before it is read again', () => {
  const script = new TextScript(style);
  const long = `SELECT ${"'a', ".repeat(50_000)}1`;
  script.of(`SELECT 1; ${long}`);
  expect(script.isInLong(20)).toBe(true);
  expect(script.isInLong(long.length + 12)).toBe(true);
  expect(script.isInLong(4)).toBe(false);
});
