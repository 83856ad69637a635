import { beforeAll, describe, expect, test } from 'vitest';
import { duckdb, mysql, quoting } from '../testing/script-dialects.ts';
import { loadSqlParser, type SqlParser } from './parser.ts';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadSqlParser();
});

describe('a query for one common table expression', () => {
  const TWO = 'WITH a AS (SELECT 1 AS x), "b ""c" (y) AS NOT MATERIALIZED (SELECT x FROM a)';
  test.each([
    [`${TWO} SELECT * FROM a`, 'a', 'WITH a AS (SELECT 1 AS x)\nSELECT * FROM a'],
    [`${TWO} SELECT * FROM a`, 'A', 'WITH a AS (SELECT 1 AS x)\nSELECT * FROM a'],
    [`${TWO} SELECT`, 'b "c', `${TWO}\nSELECT * FROM "b ""c"`],
    [`${TWO},\nd AS (SELECT ')' -- )\n`, 'a', 'WITH a AS (SELECT 1 AS x)\nSELECT * FROM a'],
    [`${TWO},\nd AS (SELECT ')' -- )\n`, 'd', undefined],
    [
      'WITH RECURSIVE t(n) USING KEY (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT 1',
      't',
      'WITH RECURSIVE t(n) USING KEY (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5)\nSELECT * FROM t',
    ],
    ['/* one */ WITH a AS (SELECT 1) SELECT 2', 'a', '/* one */ WITH a AS (SELECT 1)\nSELECT * FROM a'],
    ['SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a)', 'a', undefined],
    ['WITH a AS (SELECT 1) SELECT 2; WITH a AS (SELECT 1) SELECT 2', 'a', undefined],
    [TWO, 'other', undefined],
  ])('%s: %s', (sql, name, wanted) => {
    expect(parser.cteQuery(sql, name, duckdb)).toBe(wanted);
  });

  test('names in backticks', () => {
    const sql = 'WITH `a` AS (SELECT 1) SELECT 2';
    expect(parser.cteQuery(sql, 'a', mysql)).toBe('WITH `a` AS (SELECT 1)\nSELECT * FROM `a`');
  });
});

describe('a statement over the first rows of its tables', () => {
  const first = (name: string, alias = name) => `(SELECT * FROM ${name} LIMIT 9) AS "${alias}"`;
  test.each([
    ['SELECT count(*) FROM t', `SELECT count(*) FROM ${first('t')}`],
    ['SELECT * FROM s.t x, u', `SELECT * FROM (SELECT * FROM s.t LIMIT 9) x, ${first('u')}`],
    [
      'WITH t AS (SELECT * FROM t) SELECT * FROM t JOIN "T u" USING (a)',
      `WITH t AS (SELECT * FROM ${first('t')}) SELECT * FROM t JOIN ${first('"T u"', 'T u')} USING (a)`,
    ],
    [
      "SELECT 'é😀' FROM t WHERE a IN (SELECT a FROM s.u)",
      `SELECT 'é😀' FROM ${first('t')} WHERE a IN (SELECT a FROM ${first('s.u', 'u')})`,
    ],
    ['FROM t', `FROM ${first('t')}`],
    ['SELECT 1', undefined],
    ['SELECT * FROM range(5)', undefined],
  ])('%s', (sql, wanted) => {
    const [statement] = parser.parse(sql, duckdb);
    expect(statement && parser.sampled(statement, 9, quoting)).toBe(wanted);
  });

  test('in the words of the engine', () => {
    const [statement] = parser.parse('SELECT a FROM t', duckdb);
    const texts = (['top', 'fetch'] as const).map(
      (rowLimit) => statement && parser.sampled(statement, 9, { ...quoting, rowLimit, bareTableAlias: true }),
    );
    expect(texts).toEqual([
      'SELECT a FROM (SELECT TOP 9 * FROM t) "t"',
      'SELECT a FROM (SELECT * FROM t FETCH FIRST 9 ROWS ONLY) "t"',
    ]);
  });
});
