import { describe, expect, test } from 'vitest';
import { bigqueryDialect } from '../bigquery/dialect.ts';
import { databricksDialect } from '../databricks/dialect.ts';
import { snowflakeDialect } from '../snowflake/dialect.ts';
import { trinoDialect } from '../trino/dialect.ts';
import { oneStatement } from './only-reading.ts';

const read = (sql: string, dialect = trinoDialect, readOnly = true) =>
  oneStatement(sql, { readOnly, dialect, engineName: 'Some' });

describe('while only reading is allowed', () => {
  test.each([
    ['SELECT 1;', 'SELECT 1'],
    ['  -- why\n(SELECT 1) UNION (SELECT 2)', '-- why\n(SELECT 1) UNION (SELECT 2)'],
    ['WITH a AS (SELECT 1), b AS (SELECT 2) SELECT "insert", update FROM a, b', undefined],
    ['EXPLAIN (TYPE IO, FORMAT JSON) SELECT 1', undefined],
    ['EXPLAIN ANALYZE VERBOSE (SELECT 1)', undefined],
    ['EXPLAIN WITH a AS (SELECT 1) SELECT * FROM a', undefined],
    ['SHOW TABLES', undefined],
    ["SELECT 'x; DROP TABLE t'", undefined],
  ])('%s passes', (sql, sent = sql) => expect(read(sql)).toBe(sent));

  test.each([
    ['INSERT INTO t SELECT 1', 'INSERT'],
    ['((DELETE FROM t))', 'DELETE'],
    ['/* SELECT */ DROP TABLE t', 'DROP'],
    ['EXPLAIN ANALYZE INSERT INTO t SELECT 1', 'INSERT'],
    ['EXPLAIN (TYPE DISTRIBUTED) CREATE TABLE t AS SELECT 1', 'CREATE'],
    ['WITH a AS (SELECT 1) DELETE FROM t', 'DELETE'],
    ['EXPLAIN ANALYZE WITH a AS (SELECT 1) MERGE INTO t USING a ON true WHEN MATCHED THEN DELETE', 'MERGE'],
    ['"select" 1', 'This statement'],
  ])('%s is refused', (sql, word) => {
    expect(() => read(sql)).toThrow(`${word} cannot be run while only reading is allowed.`);
    expect(() => read(sql, trinoDialect, false)).not.toThrow();
  });

  test('forms of single engines are refused', () => {
    expect(() => read('FROM t INSERT INTO u SELECT *', databricksDialect)).toThrow(/INSERT/);
    expect(() => read('FROM t |> WHERE a > 1 |> INSERT INTO u', bigqueryDialect)).toThrow(/INSERT/);
    expect(read('FROM t |> WHERE a > 1 |> SELECT a', bigqueryDialect)).toBeTruthy();
    expect(() =>
      read(
        'WITH p AS PROCEDURE () RETURNS INT LANGUAGE SQL AS $$ DELETE FROM t $$ CALL p()',
        snowflakeDialect,
      ),
    ).toThrow(/PROCEDURE/);
    expect(() => read('SHOW TABLES ->> DROP TABLE t', snowflakeDialect)).toThrow(/->>/);
  });
});

test('a text without a statement, or with several, is refused whatever is allowed', () => {
  for (const sql of ['', '-- nothing', 'SELECT 1; SELECT 2', 'SELECT 1; DROP TABLE t']) {
    expect(() => read(sql, trinoDialect, false)).toThrow(/statement/);
  }
  expect(() => read("SELECT 'open", trinoDialect, false)).toThrow(/string/);
});
