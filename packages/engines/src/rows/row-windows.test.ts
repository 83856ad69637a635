import { queryObjectSchema } from '@chartroom/model';
import { compileQuery, type DatasetModel, type Dialect } from '@chartroom/query';
import { expect, test } from 'vitest';
import { mssqlDialect } from '../mssql/dialect.ts';
import { oracleDialect } from '../oracle/dialect.ts';

const dataset = (more: Partial<DatasetModel> = {}): DatasetModel => ({
  table_name: 'sales',
  schema: null,
  catalog: null,
  sql: null,
  columns: ['id', 'name'].map((column_name) => ({
    column_name,
    type: 'VARCHAR(9)',
    type_generic: null,
    is_dttm: false,
    python_date_format: null,
    expression: null,
  })),
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: null,
  always_filter_main_dttm: false,
  offset: 0,
  fetch_values_predicate: null,
  ...more,
});

const sqlOf = (dialect: Dialect, query: object, more: Partial<DatasetModel> = {}): string =>
  compileQuery({
    query: queryObjectSchema.parse(query),
    dataset: dataset(more),
    dialect,
    now: new Date(0),
  }).sql.replace(/\s+/g, ' ');

test('SQL Server: TOP, and OFFSET behind an order', () => {
  expect(sqlOf(mssqlDialect, { columns: ['id'], row_limit: 5 })).toBe(
    'SELECT TOP 5 [id] AS [id] FROM [sales]',
  );
  expect(
    sqlOf(mssqlDialect, { columns: ['id'], orderby: [['id', true]], row_limit: 5, row_offset: 10 }),
  ).toBe('SELECT [id] AS [id] FROM [sales] ORDER BY [id] ASC OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY');
  expect(sqlOf(mssqlDialect, { columns: ['id'], row_offset: 10, row_limit: 5 })).toBe(
    'SELECT [id] AS [id] FROM [sales] ORDER BY (SELECT NULL) OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
  );
});

test('SQL Server: what is counted is not sorted, unless it is cut', () => {
  const counted = { columns: ['id'], orderby: [['id', true]], is_rowcount: true };
  expect(sqlOf(mssqlDialect, counted)).toBe(
    'SELECT COUNT(*) AS [rowcount] FROM ( SELECT [id] AS [id] FROM [sales] ) AS [rowcount_qry]',
  );
  expect(sqlOf(mssqlDialect, { ...counted, row_limit: 5 })).toBe(
    'SELECT COUNT(*) AS [rowcount] FROM ( SELECT TOP 5 [id] AS [id] FROM [sales] ORDER BY [id] ASC ) AS [rowcount_qry]',
  );
});

test('SQL Server: common table expressions of a virtual dataset stand before the statement', () => {
  const sql = "WITH x (id, name) AS (SELECT 1, ')'), y AS (SELECT * FROM x) SELECT * FROM y;";
  const before = "WITH x (id, name) AS (SELECT 1, ')'), y AS (SELECT * FROM x), __cte AS ( SELECT * FROM y )";
  expect(sqlOf(mssqlDialect, { columns: ['id'], row_limit: 5 }, { sql })).toBe(
    `${before} SELECT TOP 5 [id] AS [id] FROM __cte AS [virtual_table]`,
  );
  expect(sqlOf(mssqlDialect, { columns: ['id'], is_rowcount: true }, { sql })).toBe(
    `${before} SELECT COUNT(*) AS [rowcount] FROM ( SELECT [id] AS [id] FROM __cte AS [virtual_table] ) AS [rowcount_qry]`,
  );
  const ranked = sqlOf(
    mssqlDialect,
    { columns: ['name'], metrics: ['count'], series_columns: ['name'], series_limit: 2 },
    { sql },
  );
  expect(ranked.match(/\bWITH\b/g)).toHaveLength(1);
  expect(ranked).toContain('JOIN ( SELECT TOP 2 [name] AS [name__]');
  expect(sqlOf(mssqlDialect, { columns: ['id'] }, { sql: 'SELECT 1 AS id' })).toBe(
    'SELECT [id] AS [id] FROM (SELECT 1 AS id ) AS [virtual_table]',
  );
});

test('Oracle: FETCH, and aliases of tables without AS', () => {
  expect(sqlOf(oracleDialect, { columns: ['id'], row_limit: 5 }, { sql: 'SELECT 1 AS "id" FROM dual' })).toBe(
    'SELECT "id" AS "id" FROM (SELECT 1 AS "id" FROM dual ) "virtual_table" FETCH FIRST 5 ROWS ONLY',
  );
  expect(sqlOf(oracleDialect, { columns: ['id'], row_limit: 5, row_offset: 10 })).toBe(
    'SELECT "id" AS "id" FROM "sales" OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
  );
  expect(sqlOf(oracleDialect, { columns: ['id'], is_rowcount: true })).toBe(
    'SELECT COUNT(*) AS "rowcount" FROM ( SELECT "id" AS "id" FROM "sales" ) "rowcount_qry"',
  );
  expect(
    sqlOf(oracleDialect, {
      columns: ['name'],
      metrics: ['count'],
      series_columns: ['name'],
      series_limit: 2,
    }),
  ).toContain('FETCH FIRST 2 ROWS ONLY ) "series_limit" ON');
});
