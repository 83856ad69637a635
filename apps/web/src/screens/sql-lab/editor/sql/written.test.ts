import { expect, test } from 'vitest';
import { readScript } from './statements.ts';
import { styleOf } from './style.ts';
import { WAREHOUSE } from './testing/warehouse.ts';
import { writtenAt } from './written.ts';

/** The caret stands at `|`. */
const at = (marked: string) => {
  const place = marked.indexOf('|');
  const script = readScript(marked.replace('|', ''), styleOf('postgresql'));
  return writtenAt(script, place, WAREHOUSE);
};

test('it is the one at the caret, with its place in the text', () => {
  expect(at('SELECT 1;\n  SELECT| 2')).toMatchObject({
    sql: 'SELECT 2',
    from: 12,
    lines: 1,
    signs: 2,
    ctes: [],
  });
  expect(at('|SELECT 1')).toMatchObject({ from: 0, lines: 0, signs: 0 });
  expect(at(' | -- nothing')).toBeUndefined();
});

test.each([
  ['WITH a AS (SELECT 1 AS x) SELECT| * FROM a', [['a', 1]]],
  [
    'WITH a AS (SELECT * FROM flights), b (y) AS (SELECT 1) SELECT|',
    [
      ['a', 5],
      ['b', 1],
    ],
  ],
  ['WITH a AS (SELECT * FROM unheard) SELECT * FROM (SELECT|', [['a', undefined]]],
  ['WITH a AS (WITH inner_one AS (SELECT 1) SELECT 2 AS two) SELECT 1|', [['a', 1]]],
  ['WITH a AS (SELECT 1 AS x), b AS (SELECT|', [['a', 1]]],
  ['SELECT * FROM (WITH a AS (SELECT 1) SELECT 1) q|', []],
  [
    'WITH a AS (SELECT * EXCLUDE (day) FROM flights), b AS (SELECT *, 1, 2 FROM a JOIN flights f ON true) SELECT|',
    [
      ['a', undefined],
      ['b', undefined],
    ],
  ],
  [
    'WITH a AS (SELECT f.*, 1, delay + 2 FROM flights f), b AS (SELECT *, 3 FROM a) SELECT|',
    [
      ['a', 7],
      ['b', undefined],
    ],
  ],
  ['SELECT| 1', []],
])('its common table expressions: %s', (marked, wanted) => {
  expect(at(marked)?.ctes.map(({ name, columns }) => [name, columns])).toEqual(wanted);
});
