import { beforeAll, describe, expect, test } from 'vitest';
import { duckdb } from '../testing/script-dialects.ts';
import { loadSqlParser, type SqlParser } from './parser.ts';
import type { PlainCondition } from './table-needs.ts';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadSqlParser();
});

const TABLE = { catalog: 'a', schema: 'b', table: 't' };
const needs = (sql: string) => {
  const [statement] = parser.parse(sql, duckdb);
  if (!statement) throw new Error('There is no statement.');
  return parser.needsOf(statement, duckdb);
};
const text = ({ column, comparison, values }: PlainCondition) =>
  [column, comparison, ...values.map((value) => `${value.kind}:${value.text}`)].join(' ');
const pushed = (sql: string) =>
  needs(sql)
    .conditionsOf(TABLE)
    .map((each) => each.map(text).sort());

describe('columns that a statement may use', () => {
  test.each([
    ['SELECT id, "Two" FROM a.b.t WHERE three = 1 ORDER BY four', 'id two three four'],
    ['SELECT count(*), sum(x.id) FROM a.b.t x', 'id x'],
    ['SELECT id FROM a.b.t JOIN u USING (shared)', 'shared'],
    ['SELECT id FROM a.b.t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.inner_one = t.outer_one)', 'outer_one'],
  ])('%s', (sql, names) => {
    expect([...(needs(sql).namesOf(TABLE) ?? [])]).toEqual(expect.arrayContaining(names.split(' ')));
  });

  test.each([
    'SELECT * FROM a.b.t',
    'SELECT x.* FROM a.b.t x',
    'SELECT * EXCLUDE (id) FROM a.b.t',
    'FROM a.b.t',
    'SELECT COLUMNS(c -> true) FROM a.b.t',
    "SELECT COLUMNS('x.*') FROM a.b.t",
    'SELECT x FROM a.b.t AS x',
    'SELECT t FROM a.b.t',
    'SELECT list(t) FROM a.b.t',
    'SELECT 1 FROM a.b.t NATURAL JOIN u',
    'SELECT x.one FROM a.b.t AS x(one, two)',
    "SELECT id FROM a.b.t WHERE NOT id LIKE 'a'",
    'SELECT (SELECT id FROM u WHERE u.row = x) FROM a.b.t x',
  ])('all of them: %s', (sql) => {
    expect(needs(sql).namesOf(TABLE)).toBeUndefined();
  });
});

test('names behind the name of another source are none of its', () => {
  const names = (sql: string) => [...(needs(sql).namesOf(TABLE) ?? [])];
  expect(names('SELECT o.one, c.two, three FROM a.b.t o JOIN u c ON c.four = o.five')).not.toContain('two');
  expect(names('SELECT o.one, c.two, three FROM a.b.t o JOIN u c ON c.four = o.five')).toEqual(
    expect.arrayContaining(['one', 'three', 'five', 'c']),
  );
  // Elsewhere the same name stands for it.
  expect(names('SELECT c.two FROM u c WHERE EXISTS (SELECT 1 FROM a.b.t c)')).toContain('two');
  expect(names('SELECT q.two FROM (SELECT two FROM a.b.t) q')).toContain('two');
  expect(names('SELECT u.b.t.two FROM a.b.t, u')).toContain('two');
});

describe('conditions that every used row meets', () => {
  test.each<[string, string[][]]>([
    [
      "SELECT 1 FROM a.b.t WHERE id = 3 AND name IN ('x', 'y')",
      [['id = number:3', 'name in string:x string:y']],
    ],
    [
      'SELECT 1 FROM a.b.t WHERE (id BETWEEN -1 AND 2.5) AND 7 > id',
      [['id < number:7', 'id between number:-1 number:2.5']],
    ],
    [
      "SELECT 1 FROM a.b.t WHERE at >= DATE '2024-01-01' AND x IS NOT NULL AND y IS NULL",
      [['at >= date:2024-01-01', 'x is not null', 'y is null']],
    ],
    [
      'SELECT 1 FROM a.b.t x LEFT JOIN u ON u.k = x.k WHERE x.id <> 3 AND u.id = 4 AND id = 5',
      [['id <> number:3']],
    ],
    ['SELECT 1 FROM u LEFT JOIN a.b.t x ON u.k = x.k WHERE x.id IS NULL AND x.id = 1', [['id = number:1']]],
    ['SELECT 1 FROM u WHERE k IN (SELECT k FROM a.b.t WHERE id = 1) AND id = 2', [['id = number:1']]],
    [
      'SELECT 1 FROM a.b.t WHERE id = 1 UNION SELECT 1 FROM a.b.t WHERE id = 2',
      [['id = number:1'], ['id = number:2']],
    ],
    ['WITH q AS (SELECT id FROM a.b.t WHERE id = 1) SELECT 1 FROM q WHERE id = 2', [['id = number:1']]],
  ])('%s', (sql, found) => {
    expect(pushed(sql)).toEqual(found);
  });

  test.each([
    'SELECT 1 FROM a.b.t WHERE id = 1 OR x = 2',
    'SELECT 1 FROM a.b.t WHERE NOT id = 1',
    'SELECT 1 FROM a.b.t WHERE NOT (id = 1 AND x = 2)',
    'SELECT 1 FROM a.b.t WHERE !(id = 1)',
    'SELECT 1 FROM a.b.t WHERE id = 0x10',
    "SELECT 1 FROM a.b.t WHERE id = int '03'",
    "SELECT 1 FROM a.b.t WHERE id = 1 AND NOT x LIKE 'a'",
    'SELECT 1 FROM a.b.t WHERE id NOT IN (1)',
    'SELECT 1 FROM a.b.t WHERE id NOT BETWEEN 1 AND 2',
    'SELECT 1 FROM a.b.t WHERE id = x',
    'SELECT 1 FROM a.b.t WHERE id = 1 + 1',
    'SELECT 1 FROM a.b.t WHERE id::text = 1',
    'SELECT 1 FROM a.b.t WHERE id IN (SELECT 1)',
    'SELECT 1 FROM a.b.t WHERE (id = 1) = false',
    'SELECT 1 FROM a.b.t WHERE (id = 1) IS NULL',
    'SELECT 1 FROM a.b.t WHERE CASE WHEN id = 1 THEN true END',
    'SELECT 1 FROM a.b.t HAVING max(id) = 1',
    'SELECT 1 FROM a.b.t QUALIFY id = 1',
    'SELECT 1 FROM a.b.t x JOIN a.b.t y ON true WHERE t.id = 1',
    'SELECT 1 FROM u, a.b.t WHERE id = 1',
    'SELECT 1 FROM u t, a.b.t WHERE t.id = 1',
    'SELECT 1 FROM u ASOF JOIN a.b.t x ON u.at >= x.at WHERE x.id = 1',
    'SELECT 1 FROM a.b.t USING SAMPLE 10 ROWS',
    'SELECT 1 FROM a.b.t TABLESAMPLE (10 PERCENT) WHERE id = 1',
  ])('none: %s', (sql) => {
    expect(pushed(sql).flat()).toEqual([]);
  });
});

describe('rows that do', () => {
  test.each<[string, number | undefined]>([
    ['SELECT * FROM a.b.t LIMIT 10', 10],
    ['SELECT id, x.name AS n FROM a.b.t x LIMIT 5', 5],
    ['SELECT * EXCLUDE (id) FROM a.b.t LIMIT 5', 5],
    ['SELECT id FROM a.b.t', undefined],
    ['SELECT id FROM a.b.t LIMIT 5 OFFSET 2', undefined],
    ['SELECT id FROM a.b.t LIMIT 5%', undefined],
    ['SELECT id FROM a.b.t LIMIT (SELECT 5)', undefined],
    ['SELECT DISTINCT id FROM a.b.t LIMIT 5', undefined],
    ['SELECT id FROM a.b.t WHERE id = 1 LIMIT 5', undefined],
    ['SELECT id FROM a.b.t ORDER BY id LIMIT 5', undefined],
    ['SELECT id FROM a.b.t GROUP BY id LIMIT 5', undefined],
    ['SELECT id FROM a.b.t QUALIFY true LIMIT 5', undefined],
    ['SELECT id FROM a.b.t, u LIMIT 5', undefined],
    ['SELECT id FROM a.b.t JOIN u ON true LIMIT 5', undefined],
    ['SELECT count(*) FROM a.b.t LIMIT 5', undefined],
    ['SELECT max(id) OVER () FROM a.b.t LIMIT 5', undefined],
    ['SELECT unnest(list) FROM a.b.t LIMIT 5', undefined],
    ['WITH q AS (SELECT 1) SELECT id FROM a.b.t LIMIT 5', undefined],
    ['SELECT id FROM a.b.t UNION SELECT 1 LIMIT 5', undefined],
    ['SELECT id FROM a.b.t USING SAMPLE 10 ROWS', undefined],
  ])('%s', (sql, rows) => {
    expect(needs(sql).firstRows).toBe(rows);
  });
});

describe('tables under other names', () => {
  const renamed = (sql: string) => {
    const [statement] = parser.parse(sql, duckdb);
    if (!statement) throw new Error('There is no statement.');
    const quoteIdentifier = (name: string) => `"${name}"`;
    const nameOf = ({ catalog }: { catalog: string | null }) =>
      catalog === null ? undefined : 'temp.main.n';
    return parser.withTables(statement, nameOf, { quoteIdentifier });
  };
  test.each([
    ['SELECT id FROM a.b.t', 'SELECT id FROM temp.main.n AS "t"'],
    ['SELECT x.id FROM a.b.t x', 'SELECT x.id FROM temp.main.n x'],
    ['SELECT a.b.t.id FROM a.b.t, u', 'SELECT "t".id FROM temp.main.n AS "t", u'],
    [
      'SELECT \'a.b.t\' FROM /* a.b.t */ A . "b".t -- é😀',
      'SELECT \'a.b.t\' FROM /* a.b.t */ temp.main.n AS "t" -- é😀',
    ],
    ["SELECT 'é😀', a.b.t.id FROM a.b.t", 'SELECT \'é😀\', "t".id FROM temp.main.n AS "t"'],
  ])('%s', (sql, text) => {
    expect(renamed(sql)).toBe(text);
  });
});
