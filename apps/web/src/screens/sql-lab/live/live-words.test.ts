import { expect, test } from 'vitest';
import { problemWords, rowsWords, sampleWords } from './live-words.ts';

const written = { sql: '', from: 20, lines: 3, signs: 4, ctes: [] };
const rows = (count: number, isCut = false) =>
  rowsWords({ state: 'rows', columns: [], data: Array(count).fill({}), isCut, sampled: null, budget: 200 });

test('what is wrong is told with its place in the text', () => {
  const told = (line: number | null, column: number | null, message = "Error parsing near 'x' at line 1:8") =>
    problemWords({ state: 'problem', message, line, column }, written);
  expect(told(1, 8)).toBe("Line 4, column 12: Error parsing near 'x'");
  expect(told(2, 8)).toBe("Line 5, column 8: Error parsing near 'x'");
  expect(told(1, null)).toBe("Line 4: Error parsing near 'x'");
  expect(told(null, null, 'Binder Error: no such column')).toBe('Binder Error: no such column');
});

test('a line that an engine quotes tells the place, where it is one of the statement', () => {
  const message =
    'Binder Error: no "dely"!\nMeant may be: "delay"\n\nLINE 2: WHERE dely > 3\nLIMIT 51\n              ^';
  const quoted = (line: string, blanks: number) =>
    `Binder Error: no "dely"!\nMeant may be: "delay"\n\nLINE 2: ${line}\n${' '.repeat(blanks)}^`;
  const told = (text: string) =>
    problemWords(
      { state: 'problem', message: text, line: null, column: null },
      { ...written, sql: 'SELECT *\nFROM flights WHERE dely > 3' },
    );
  const words = 'Binder Error: no "dely"!\nMeant may be: "delay"';
  expect(told(quoted('FROM flights WHERE dely > 3', 27))).toBe(`Line 5, column 20: ${words}`);
  expect(told(quoted('...WHERE dely > 3', 17))).toBe(`Line 5, column 20: ${words}`);
  expect(told(quoted('FROM (SELECT * FROM flights) WHERE dely > 3', 30))).toBe(words);
  expect(told(message)).toContain('LIMIT 51');
});

test('rows are counted, and where they come of a sample that is said', () => {
  expect([rows(0), rows(1), rows(7), rows(50, true)]).toEqual([
    'No rows',
    '1 row',
    '7 rows',
    'First 50 rows',
  ]);
  expect(sampleWords(20_000, 200)).toContain('first 20,000 rows of each table');
});
