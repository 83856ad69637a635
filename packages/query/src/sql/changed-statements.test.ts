import { beforeAll, describe, expect, test } from 'vitest';
import { postgres, quoting } from '../testing/script-dialects.ts';
import { createAs } from './create-as.ts';
import type { ScriptDialect } from './parsed-statement.ts';
import { loadSqlParser, type SqlParser } from './parser.ts';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadSqlParser();
});

describe('limits', () => {
  test.each([
    ['SELECT a FROM t', 'SELECT a FROM t\nLIMIT 7'],
    ['SELECT a FROM t -- limit 5', 'SELECT a FROM t -- limit 5\nLIMIT 7'],
    ['SELECT a FROM t LIMIT 5 OFFSET 2', 'SELECT a FROM t LIMIT 7 OFFSET 2'],
    ['SELECT a FROM t LIMIT (SELECT 5) OFFSET 2', 'SELECT a FROM t LIMIT 7 OFFSET 2'],
    ['SELECT a FROM t LIMIT 5 -- five', 'SELECT a FROM t LIMIT 7 -- five'],
    ['SELECT a FROM t OFFSET 2 FETCH NEXT 5 ROWS ONLY', 'SELECT a FROM t OFFSET 2 LIMIT 7'],
    ['SELECT a FROM t FOR UPDATE', 'SELECT a FROM t LIMIT 7 FOR UPDATE'],
    ['SELECT a FROM t LOCK IN SHARE MODE', 'SELECT a FROM t LIMIT 7 LOCK IN SHARE MODE'],
    ['SELECT a FROM (SELECT a FROM t LIMIT 3) q', 'SELECT a FROM (SELECT a FROM t LIMIT 3) q\nLIMIT 7'],
    ['SELECT \' LIMIT 3\', "LIMIT" FROM t', 'SELECT \' LIMIT 3\', "LIMIT" FROM t\nLIMIT 7'],
    ['SHOW search_path', 'SHOW search_path'],
    ['DELETE FROM t', 'DELETE FROM t'],
  ])('%s', (sql, expected) => {
    const [statement] = parser.parse(sql, postgres);
    expect(statement && parser.withLimit(statement, 7, {})).toBe(expected);
  });

  test.each([
    ['SELECT a FROM t', null],
    ['SELECT a FROM t LIMIT 5', 5],
    ['SELECT a FROM t LIMIT ALL', null],
    ['SELECT a FROM t LIMIT NULL', null],
    ['SELECT a FROM t LIMIT 1 + 1', 'computed'],
    ['SELECT a FROM t LIMIT (2)', 'computed'],
    ["SELECT a FROM t LIMIT 'x'", 'computed'],
    ['SELECT a FROM t FETCH FIRST 5 ROWS ONLY', 5],
    ['SELECT a FROM t OFFSET 2 FETCH NEXT ROW ONLY', 1],
    ['SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS WITH TIES', 'computed'],
    ['SELECT a FROM t UNION SELECT a FROM u FETCH FIRST 5 ROWS ONLY', 5],
    ['SELECT a FROM t UNION SELECT a FROM u LIMIT 2 * 2', 'computed'],
    ['EXPLAIN SELECT a FROM t LIMIT 5', null],
    ['DELETE FROM t', null],
  ])('rows that are asked for: %s', (sql, bound) => {
    expect(parser.parse(sql, postgres)[0]?.bound).toBe(bound);
  });
});

describe('row rules', () => {
  const ruled = (sql: string) => {
    const [statement] = parser.parse(sql, postgres);
    return (
      statement &&
      parser.withRowRules(statement, ({ table }) => (table === 't' ? 'a = 1' : undefined), quoting)
    );
  };
  test('stand where the table was, and nowhere else', () => {
    expect(ruled("SELECT 't', '🙂' AS t FROM t JOIN s.t AS u ON true")).toBe(
      "SELECT 't', '🙂' AS t FROM (SELECT * FROM t WHERE a = 1) AS \"t\" JOIN (SELECT * FROM s.t WHERE a = 1) AS u ON true",
    );
    expect(ruled('WITH t AS (SELECT 1) SELECT * FROM t')).toBe('WITH t AS (SELECT 1) SELECT * FROM t');
  });
  test('fail closed', () => {
    expect(() => ruled('WITH x AS (TABLE t) SELECT 1')).toThrow('row rules');
    expect(() => ruled('PIVOT t ON a USING sum(b)')).toThrow('row rules');
  });
});

test('CREATE … AS quotes the name', () => {
  expect(
    createAs('SELECT 1', { kind: 'TABLE', name: { catalog: null, schema: 's', table: 'my table' } }, quoting),
  ).toBe('CREATE TABLE "s"."my table" AS\nSELECT 1');
});

describe('engines with TOP and SELECT … INTO', () => {
  const tsql: ScriptDialect = {
    id: 'mssql',
    parser: 'tsql',
    lexical: { ...postgres.lexical, bracketIdentifiers: true, escapeStrings: false, dollarQuotes: false },
    rowLimit: 'top',
    selectInto: true,
  };
  test.each([
    ['SELECT a FROM t', 'SELECT TOP 7 a FROM t'],
    ['SELECT DISTINCT a FROM t ORDER BY a', 'SELECT DISTINCT TOP 7 a FROM t ORDER BY a'],
    ['SELECT TOP 100 a FROM t', 'SELECT TOP 7 a FROM t'],
    ['SELECT DISTINCT TOP (100) a FROM t', 'SELECT DISTINCT TOP 7 a FROM t'],
    ['SELECT TOP 5 PERCENT a FROM t', 'SELECT TOP 5 PERCENT a FROM t'],
    ['SELECT TOP (5) PERCENT a FROM t', 'SELECT TOP (5) PERCENT a FROM t'],
    [
      'WITH x AS (SELECT TOP 2 a FROM t) SELECT * FROM x',
      'WITH x AS (SELECT TOP 2 a FROM t) SELECT TOP 7 * FROM x',
    ],
    [
      'SELECT a FROM t ORDER BY a OFFSET 5 ROWS FETCH NEXT 100 ROWS ONLY',
      'SELECT a FROM t ORDER BY a OFFSET 5 ROWS FETCH FIRST 7 ROWS ONLY',
    ],
    [
      'SELECT a FROM t UNION SELECT a FROM u',
      'SELECT TOP 7 * FROM (\nSELECT a FROM t UNION SELECT a FROM u\n) AS limited',
    ],
    [
      'SELECT a FROM t UNION SELECT a FROM u ORDER BY a',
      'SELECT a FROM t UNION SELECT a FROM u ORDER BY a\nOFFSET 0 ROWS FETCH NEXT 7 ROWS ONLY',
    ],
  ])('%s', (sql, expected) => {
    const [statement] = parser.parse(sql, tsql);
    expect(statement && parser.withLimit(statement, 7, tsql)).toBe(expected);
  });

  test('what makes a table writes', () => {
    expect(parser.parse('SELECT a INTO b FROM t', postgres)[0]?.isMutating).toBe(true);
    expect(parser.parse('SELECT a INTO b FROM t', tsql).map(({ isMutating }) => isMutating)).toEqual([true]);
    const made = createAs(
      'WITH x AS (SELECT 1 AS a) SELECT a FROM x',
      { kind: 'TABLE', name: { catalog: null, schema: null, table: 'b' } },
      { ...quoting, lexical: tsql.lexical, selectInto: true },
    );
    expect(made).toBe('WITH x AS (SELECT 1 AS a)\nSELECT * INTO "b" FROM (\nSELECT a FROM x\n) AS temp');
  });

  test('FETCH FIRST is a limit where there is no LIMIT', () => {
    expect(parser.parse('SELECT TOP 5 PERCENT a FROM t', tsql)[0]?.limit).toBeNull();
    expect(
      parser.parse('SELECT a FROM t ORDER BY a OFFSET 0 ROWS FETCH NEXT 3 ROWS ONLY', tsql)[0]?.limit,
    ).toBe(3);
    const oracle: ScriptDialect = {
      id: 'oracle',
      parser: 'oracle',
      lexical: postgres.lexical,
      rowLimit: 'fetch',
    };
    const [statement] = parser.parse('SELECT a FROM t', oracle);
    expect(statement && parser.withLimit(statement, 7, oracle)).toBe(
      'SELECT a FROM t\nFETCH FIRST 7 ROWS ONLY',
    );
  });
});
