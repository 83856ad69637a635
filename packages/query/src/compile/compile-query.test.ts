import { ChartroomError, type QueryObject } from '@chartroom/model';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Dialect } from '../dialect.ts';
import { loadSqlParser } from '../sql/parser.ts';
import { tokenize } from '../sql/tokens.ts';
import { plainDialect } from '../testing/plain-dialect.ts';
import { type CompileInput, compileQuery } from './compile-query.ts';
import type { DatasetModel, ModelColumn } from './dataset-model.ts';
import { combineRowRules } from './row-rules.ts';

beforeAll(async () => {
  await loadSqlParser();
});

const DIALECT: Dialect = { ...plainDialect, maxLabelLength: 63 };

const column = (column_name: string, type: string, facts: Partial<ModelColumn> = {}): ModelColumn => ({
  column_name,
  type,
  type_generic: null,
  is_dttm: false,
  python_date_format: null,
  expression: null,
  ...facts,
});

const DATASET: DatasetModel = {
  table_name: 'sales',
  schema: 'shop',
  catalog: null,
  sql: null,
  columns: [
    column('id', 'INTEGER'),
    column('name', 'TEXT'),
    column('at', 'TIMESTAMP', { is_dttm: true }),
    column('up', 'TEXT', { expression: 'UPPER(name)' }),
  ],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: 'at',
  always_filter_main_dttm: false,
  offset: 0,
  fetch_values_predicate: null,
};

function compiled(query: QueryObject, rest: Partial<CompileInput> = {}) {
  return compileQuery({
    query,
    dataset: DATASET,
    dialect: DIALECT,
    now: new Date('2024-03-15T10:30:00Z'),
    ...rest,
  });
}

function sqlOf(query: QueryObject, rest: Partial<CompileInput> = {}): string {
  return compiled(query, rest).sql.replace(/\s+/g, ' ');
}

/** Kinds of tokens, and the text of those that people cannot choose. */
function skeleton(sql: string): string[] {
  return tokenize(sql, DIALECT.lexical).map(({ kind, text }) =>
    kind === 'string' || kind === 'identifier' ? kind : text,
  );
}

describe('compileQuery', () => {
  it('groups by columns and metrics, with filters, time, order and limit', () => {
    const query: QueryObject = {
      columns: ['name'],
      metrics: ['count', { expressionType: 'SIMPLE', column: { column_name: 'id' }, aggregate: 'SUM' }],
      filters: [
        { col: 'name', op: 'IN', val: ['a', null] },
        { col: 'id', op: '>', val: '5' },
        { col: 'gone', op: '==', val: 1 },
      ],
      granularity: 'at',
      time_range: 'Last day',
      orderby: [['count', false]],
      row_limit: 10,
      row_offset: 20,
    };
    expect(sqlOf(query)).toBe(
      'SELECT "name" AS "name", COUNT(*) AS "count", SUM("id") AS "SUM(id)" FROM "shop"."sales" ' +
        `WHERE ("at" >= '2024-03-14 00:00:00.000000' AND "at" < '2024-03-15 00:00:00.000000') AND ("name" IS NULL OR "name" IN ('a')) AND ("id" > 5) ` +
        'GROUP BY "name" ORDER BY "count" DESC LIMIT 10 OFFSET 20',
    );
    const { appliedFilters, rejectedFilters, fromDttm, toDttm } = compiled(query);
    expect([appliedFilters, rejectedFilters]).toEqual([
      [{ column: 'name' }, { column: 'id' }],
      [{ column: 'gone', reason: 'not_in_datasource' }],
    ]);
    expect([fromDttm, toDttm]).toEqual([Date.UTC(2024, 2, 14), Date.UTC(2024, 2, 15)]);
  });

  it('puts OFFSET first where the engine wants it so', () => {
    const dialect = { ...DIALECT, offsetFirst: true };
    expect(sqlOf({ columns: ['id'], row_limit: 10, row_offset: 20 }, { dialect })).toContain(
      'OFFSET 20 LIMIT 10',
    );
  });

  it('names the type of the column in grains that need it', () => {
    const dialect = { ...DIALECT, grains: { P1D: 'CAST({func}({col}, DAY) AS {type})' } };
    const sqlWith = (type: string, python_date_format: string | null = null) => {
      const dataset = { ...DATASET, columns: [column('at', type, { is_dttm: true, python_date_format })] };
      const axis = {
        label: 'at',
        sqlExpression: 'at',
        columnType: 'BASE_AXIS' as const,
        timeGrain: 'P1D',
        expressionType: 'SQL',
      };
      return sqlOf({ columns: [axis], metrics: [] }, { dialect, dataset });
    };
    expect(sqlWith('DATE')).toContain('CAST(DATE_TRUNC("at", DAY) AS DATE)');
    expect(sqlWith('datetime')).toContain('CAST(DATETIME_TRUNC("at", DAY) AS DATETIME)');
    expect(sqlWith('TIMESTAMP')).toContain('CAST(TIMESTAMP_TRUNC("at", DAY) AS TIMESTAMP)');
    expect(sqlWith('DATE', 'epoch_s')).toContain(
      'CAST(TIMESTAMP_TRUNC(TO_TIMESTAMP("at"), DAY) AS TIMESTAMP)',
    );
  });

  it('renames an alias that would hide a column of the order', () => {
    const sum = {
      expressionType: 'SIMPLE' as const,
      column: { column_name: 'id' },
      aggregate: 'SUM',
      label: 'total',
    };
    const query: QueryObject = {
      columns: ['name', { label: 'ID', sqlExpression: 'id + 1', expressionType: 'SQL' }],
      metrics: ['count'],
      orderby: [[sum, false]],
    };
    const hiding = compiled(query, { dialect: { ...DIALECT, aliasesHideColumns: true } });
    expect(hiding.sql.replace(/\s+/g, ' ')).toContain(
      '"name" AS "name", id + 1 AS "ID__", COUNT(*) AS "count"',
    );
    expect(hiding.sql).toContain('ORDER BY SUM("id") DESC');
    expect(hiding.columns.map(({ label, alias }) => [label, alias])).toEqual([
      ['name', 'name'],
      ['ID', 'ID__'],
      ['count', 'count'],
    ]);
    expect(sqlOf(query)).toContain('AS "ID"');
    expect(
      sqlOf({ ...query, orderby: [['count', false]] }, { dialect: { ...DIALECT, aliasesHideColumns: true } }),
    ).toContain('ORDER BY "count" DESC');
  });

  it('puts the x axis at its grain and keeps the best series', () => {
    const axis = {
      label: 'at',
      sqlExpression: 'at',
      columnType: 'BASE_AXIS' as const,
      timeGrain: 'P1D',
      expressionType: 'SQL',
    };
    expect(
      sqlOf({ columns: [axis, 'up'], metrics: ['count'], series_columns: ['up'], series_limit: 2 }),
    ).toBe(
      `SELECT DATE_TRUNC('day', "at") AS "at", UPPER(name) AS "up", COUNT(*) AS "count" FROM "shop"."sales" ` +
        'JOIN ( SELECT UPPER(name) AS "up__", COUNT(*) AS "mme_inner__" FROM "shop"."sales" GROUP BY UPPER(name) ORDER BY "mme_inner__" DESC LIMIT 2 ) AS "series_limit" ' +
        `ON UPPER(name) = "up__" GROUP BY DATE_TRUNC('day', "at"), UPPER(name)`,
    );
  });

  it('ranks a time column among the series at the grain at which it is shown', () => {
    const query: QueryObject = {
      columns: ['at'],
      metrics: ['count'],
      granularity: 'at',
      extras: { time_grain_sqla: 'P1D' },
      series_columns: ['at'],
      series_limit: 2,
    };
    expect(sqlOf(query)).toContain(
      `JOIN ( SELECT DATE_TRUNC('day', "at") AS "at__", COUNT(*) AS "mme_inner__"`,
    );
    expect(sqlOf(query)).toContain(`ON DATE_TRUNC('day', "at") = "at__"`);
  });

  it('reads a virtual dataset as a sub-select, and counts rows around it', () => {
    const dataset = { ...DATASET, sql: 'SELECT 1 AS id; ' };
    expect(sqlOf({ columns: ['id'], is_rowcount: true }, { dataset })).toBe(
      'SELECT COUNT(*) AS "rowcount" FROM ( SELECT "id" AS "id" FROM (SELECT 1 AS id ) AS "virtual_table" ) AS "rowcount_qry"',
    );
    expect(() =>
      sqlOf({ columns: ['id'] }, { dataset: { ...DATASET, sql: 'SELECT 1; DROP TABLE t' } }),
    ).toThrow('Invalid SQL clause');
  });

  it('asks twice where an engine cannot join', () => {
    const dialect = { ...DIALECT, capabilities: { ...DIALECT.capabilities, joins: false } };
    const query: QueryObject = {
      columns: ['name'],
      metrics: ['count'],
      series_columns: ['name'],
      series_limit: 2,
    };
    const first = compiled(query, { dialect });
    expect(first.seriesQuery?.replace(/\s+/g, ' ')).toContain(
      'GROUP BY "name" ORDER BY "mme_inner__" DESC LIMIT 2',
    );
    expect(
      sqlOf(query, {
        dialect,
        topSeries: [
          ['a', 9],
          [null, 1],
        ],
      }),
    ).toContain(`WHERE ("name" = 'a') OR ("name" IS NULL) GROUP BY`);
  });

  it('names all rows where an engine reads OFFSET only after a LIMIT', () => {
    const query: QueryObject = { columns: ['id'], row_offset: 5 };
    expect(sqlOf(query)).toMatch(/"sales" OFFSET 5$/);
    expect(sqlOf(query, { dialect: { ...DIALECT, unlimited: '-1' } })).toMatch(/"sales" LIMIT -1 OFFSET 5$/);
  });

  it('hides long labels behind their hash', () => {
    const label = 'x'.repeat(64);
    const [output] = compiled({ columns: [{ label, sqlExpression: 'id', expressionType: 'SQL' }] }).columns;
    expect(output).toMatchObject({ label, alias: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it.each<[QueryObject, string]>([
    [{ columns: [], metrics: null }, 'Empty query?'],
    [
      { columns: ['name'], filters: [{ col: 'name', op: 'IN', val: [] }] },
      'Filter value list cannot be empty',
    ],
    [
      { columns: ['name'], filters: [{ col: 'at', op: '>', val: 1e21 }] },
      '1e+21 is no moment in milliseconds since 1970',
    ],
    [
      { columns: ['name'], filters: [{ col: 'name', op: '~', val: 'x' }] },
      "'~' is not a valid FilterOperator",
    ],
    [{ columns: ['name'], extras: { where: '1=1) OR (1=1' } }, 'Invalid SQL clause: 1=1) OR (1=1'],
    [
      { columns: ['name'], extras: { where: 'id IN (SELECT 1)' } },
      'Custom SQL fields cannot contain sub-queries.',
    ],
    [
      { columns: ['name'], extras: { where: '1=1 UNION SELECT 1' } },
      'A clause is one expression; UNION joins queries',
    ],
    [
      { columns: ['name'], extras: { where: 'pg_sleep(9) IS NULL' } },
      'SQL statement contains disallowed function(s): pg_sleep',
    ],
    [
      { columns: [{ label: '', sqlExpression: 'LOWER(name)' }], metrics: ['count'] },
      'The column "LOWER(name)" has no label',
    ],
    [
      { columns: ['name'], metrics: ['count'], time_offsets: ['2020-01-01 : 2020-02-01'] },
      'Date range timeshifts are not enabled.',
    ],
    [{ columns: [], metrics: ['count'], is_timeseries: true }, 'Datetime column not provided'],
  ])('refuses %j', (query, message) => {
    expect(() => compiled(query)).toThrow(message);
  });
});

describe('what people write', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom("'", '"', ';', '--', '/*', '*/', '\\', ')', '(', ' OR 1=1', '%', '\n', '$$'), {
        maxLength: 6,
      })
      .map((parts) => parts.join('')),
  );

  it('stays inside its quotes, as value and as name', () => {
    const query = (value: string, label: string): QueryObject => ({
      columns: [{ label, sqlExpression: 'id', expressionType: 'SQL' }],
      filters: [
        { col: 'name', op: '==', val: value },
        { col: 'name', op: 'LIKE', val: value },
        { col: 'name', op: 'NOT IN', val: [value, 'b'] },
      ],
    });
    const expected = skeleton(compiled(query('a', 'c')).sql);
    // The two names of nothing and of empty text are values of their own.
    const value = text.filter((each) => each !== '<NULL>' && each !== '<empty string>');
    fc.assert(
      fc.property(
        value,
        text.filter((each) => each !== ''),
        (each, label) => {
          expect(skeleton(compiled(query(each, label)).sql)).toEqual(expected);
        },
      ),
    );
  });

  it('is one bracketed expression or nothing: rules of rows hold beside it', () => {
    const rowRules = combineRowRules([
      { clause: "name = 'mine'", group_key: null },
      { clause: 'id IS NOT NULL', group_key: 'g' },
    ]);
    const word = fc.constantFrom(
      'id',
      '=',
      '1',
      'OR',
      'AND',
      '(',
      ')',
      "'a'",
      ',',
      ';',
      '--x',
      '/*',
      '*/',
      'SELECT',
      'UNION',
      'NOT',
      'name',
      'IS',
      'NULL',
      'FROM',
    );
    const clause = fc.oneof(
      text,
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(clause, (where) => {
        const outcome = attempt(() => compiled({ columns: ['id'], extras: { where } }, { rowRules }).sql);
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(ChartroomError);
          return;
        }
        const tokens = skeleton(outcome);
        expect(tokens).not.toContain(';');
        expect(topLevel(tokens).join(' ')).toMatch(
          /^SELECT identifier AS identifier FROM identifier \. identifier WHERE AND( AND)?$/,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

/** Tokens outside all brackets. */
function topLevel(tokens: readonly string[]): string[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (token === ')') depth -= 1;
    const outside = depth === 0 && token !== '(' && token !== ')';
    if (token === '(') depth += 1;
    return outside;
  });
}

function attempt(call: () => string): string | Error {
  try {
    return call();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
