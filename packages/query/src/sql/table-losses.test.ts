import { beforeAll, expect, test } from 'vitest';
import { duckdb, mysql, postgres } from '../testing/script-dialects.ts';
import { loadSqlParser, type SqlParser } from './parser.ts';
import { lossesOf } from './table-losses.ts';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadSqlParser();
});

test.each([
  ['DROP TABLE IF EXISTS a, main.b', ['drop a', 'drop main.b']],
  ['-- gone\nDROP VIEW "My View"', ['drop My View']],
  ['DROP MATERIALIZED VIEW m', ['drop m']],
  ['DROP SCHEMA IF EXISTS "old" CASCADE', ['drop old.']],
  ['TRUNCATE a, s.b', ['empty a', 'empty s.b']],
  ['DELETE FROM a', ['empty a']],
  ['DELETE FROM a WHERE n = 1', []],
  ['ALTER TABLE t DROP COLUMN a', ['change t']],
  ['ALTER TABLE t RENAME COLUMN a TO b', ['change t']],
  ['ALTER TABLE t RENAME TO u', ['rename t']],
  ['ALTER VIEW v RENAME TO w', ['rename v']],
  ['ALTER TABLE t SET SCHEMA other', ['rename t']],
  ['ALTER TABLE t ADD COLUMN a int', []],
  ['ALTER TABLE t ALTER COLUMN a DROP NOT NULL', []],
  ['ALTER TABLE t DROP CONSTRAINT c', []],
  ['UPDATE t SET a = 1', []],
  ['INSERT INTO t SELECT * FROM u', []],
  ['CREATE TABLE t AS SELECT * FROM u', []],
  ['SELECT * FROM t', []],
])('%s', (sql, losses) => {
  const found = parser.parse(sql, postgres).flatMap(lossesOf);
  expect(
    found.map(
      ({ does, table: { schema, table } }) => `${does} ${schema === null ? '' : `${schema}.`}${table}`,
    ),
  ).toEqual(losses);
});

test('forms of other engines', () => {
  const [made] = parser.parse('CREATE OR REPLACE TABLE t AS SELECT * FROM u', duckdb).flatMap(lossesOf);
  expect(made).toMatchObject({ does: 'replace', table: { table: 't' } });
  const [changed] = parser.parse('ALTER TABLE t CHANGE a b int', mysql).flatMap(lossesOf);
  expect(changed).toMatchObject({ does: 'change', table: { table: 't' } });
});

test('every table that TRUNCATE names decides access', () => {
  const [statement] = parser.parse('TRUNCATE a, s.secret', postgres);
  expect(statement?.touched).toMatchObject([{ table: 'a' }, { schema: 's', table: 'secret' }]);
});
