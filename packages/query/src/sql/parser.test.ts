import { beforeAll, describe, expect, test } from 'vitest';
import { STANDARD_LEXICAL } from '../standard-sql.ts';
import { clickhouse, duckdb, mysql, postgres } from '../testing/script-dialects.ts';
import type { ScriptDialect } from './parsed-statement.ts';
import { loadSqlParser, type SqlParser } from './parser.ts';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadSqlParser();
});

const touched = (sql: string, dialect = postgres) =>
  parser
    .parse(sql, dialect)
    .flatMap((statement) =>
      statement.touched.map(({ catalog, schema, table }) =>
        [catalog, schema, table].filter((part) => part !== null).join('.'),
      ),
    );

describe('tables that decide access', () => {
  test.each([
    ['SELECT 1 IN secret', ['secret']],
    ['SELECT a FROM t WHERE a NOT IN s.`sec\\`ret`', ['t', 's.sec`ret']],
    ['WITH x AS (SELECT 1) SELECT a FROM t WHERE a IN x', ['t']],
    ['SELECT a FROM t WHERE a IN (1, 2) AND b IN tuple(3)', ['t']],
    [
      'SELECT 1 IN (secret), 2 IN ((s.secret)), 3 IN (/* x */ "third" -- y\n)',
      ['secret', 's.secret', 'third'],
    ],
    [
      'SELECT a IN (SELECT b FROM u), a IN (c, d, e), a IN [e], a IN (1, NULL), a IN (true), a IN (1, b + 1) FROM t',
      ['u', 't'],
    ],
    [
      'SELECT in(1, secret), "notIn"(1, (s.secret)), globalNullInIgnoreSet(f(1, 2), `third`)',
      ['secret', 's.secret', 'third'],
    ],
    ['SELECT 1 NOT IN (secret AS q)', ['secret']],
    ['WITH secret AS known SELECT 1 IN known', ['known', '']],
    [
      "SELECT dictGet('s.words', 'x', 1), dictHas ( 'words', 1), joinGet('joined', 'x', 1)",
      ['s.words', 'words', 'joined'],
    ],
    [
      "SELECT dictGet(words, 'x', 1), `dictGetOrNull`('wo' || 'rds', 'x', 1), dictIsIn($$words$$, 1, 2)",
      ['', '', ''],
    ],
    ['SELECT * FROM "a\\" , secret -- "', ['a" , secret -- ']],
  ])('of ClickHouse: %s', (sql, expected) => {
    expect(touched(sql, clickhouse).map((name) => name.replace(/^\./, ''))).toEqual(expected);
  });

  test.each([
    ['SELECT * FROM secret', ['secret']],
    ['SELECT * FROM a.b.secret', ['a.b.secret']],
    ['TABLE secret', ['secret']],
    ['WITH x AS (TABLE secret) SELECT 1', ['secret']],
    ['EXPLAIN SELECT * FROM secret', ['secret']],
    ['EXPLAIN ANALYZE DELETE FROM secret', ['secret']],
    ['INSERT INTO mine SELECT * FROM secret', ['mine', 'secret']],
    [
      'MERGE INTO mine USING secret ON mine.id = secret.id WHEN MATCHED THEN UPDATE SET a = secret.a',
      ['mine', 'secret'],
    ],
    ['UPDATE mine SET a = secret.a FROM secret', ['mine', 'secret']],
    ['DELETE FROM mine USING secret', ['mine', 'secret']],
    ['SELECT * INTO mine FROM secret', ['mine', 'secret']],
    ['CREATE TABLE mine AS SELECT * FROM secret', ['mine', 'secret']],
    ['SELECT (SELECT max(a) FROM secret)', ['secret']],
    ['SELECT * FROM open WHERE EXISTS (SELECT 1 FROM secret)', ['open', 'secret']],
    ['SELECT * FROM open o JOIN LATERAL (SELECT * FROM secret) s ON true', ['open', 'secret']],
    ['SELECT * FROM ONLY (secret)', ['secret']],
    ['WITH secret AS (SELECT 1) SELECT * FROM public.secret', ['public.secret']],
    ['WITH x AS (SELECT * FROM x) SELECT * FROM x', ['x']],
    ['SELECT * FROM some_function(1)', ['']],
    ['SELECT 1; SELECT * FROM secret', ['secret']],
  ])('%s', (sql, expected) => {
    expect(touched(sql).sort()).toEqual([...expected].sort());
  });

  test('forms of DuckDB', () => {
    for (const sql of [
      'FROM secret',
      'SUMMARIZE secret',
      'PIVOT secret ON a USING sum(b)',
      'DESCRIBE secret',
      "COPY secret TO 'x.csv'",
    ]) {
      expect([sql, touched(sql, duckdb)]).toEqual([sql, ['secret']]);
    }
  });

  test('what may reach more than it names says so', () => {
    const moved = [
      'SET search_path TO secret',
      'SET SCHEMA secret',
      'SET ROLE other',
      'SET SESSION AUTHORIZATION other',
      'RESET ROLE',
    ];
    for (const sql of ['CALL procedure()', 'EXECUTE prepared', 'DO $$ BEGIN PERFORM 1; END $$', ...moved]) {
      expect([sql, parser.parse(sql, postgres)[0]?.isTransparent]).toEqual([sql, false]);
    }
    expect(parser.parse("SET work_mem = '4MB'", postgres)[0]?.isTransparent).toBe(true);
  });
});

test('statements keep their text and place', () => {
  const statements = parser.parse("SELECT ';' ; -- end\n\n  SELECT $$;$$;", postgres);
  expect(statements.map(({ sql, start }) => [sql, start])).toEqual([
    ["SELECT ';'", 0],
    ['-- end\n\n  SELECT $$;$$', 13],
  ]);
});

test('a script that cannot be read says where', () => {
  expect(parser.problemOf('SELECT 1;\nSELECT * FROM t WHERE x = = 1', postgres)).toMatchObject({ line: 2 });
  expect(parser.problemOf("SELECT 'open", postgres)).toMatchObject({ line: 1, column: 8 });
  expect(parser.problemOf('SELECT 1', postgres)).toBeUndefined();
  expect(() => parser.parse('SELEC 1', postgres)).toThrow(
    expect.objectContaining({ status: 422, error_type: 'INVALID_SQL_ERROR' }),
  );
});

test('what an engine would read in another way is refused', () => {
  for (const sql of [
    'SELECT * FROM U&"\\0073ecret"',
    "SELECT u&'\\0041'",
    'SELECT 1 -- one\r, read_text(1)',
    'SELECT 1 -- one\r\n-- two\r3',
  ]) {
    expect([sql, parser.problemOf(sql, postgres) !== undefined]).toEqual([sql, true]);
  }
  for (const sql of [
    'SELECT u & "x" FROM t',
    'SELECT 1 -- one\r\n',
    'SELECT 1 -- one\r\n, 2',
    'SELECT 1\r, 2',
  ]) {
    expect([sql, parser.problemOf(sql, postgres)]).toEqual([sql, undefined]);
  }
});

test('text that only MySQL takes for code, or for text, is refused', () => {
  for (const sql of [
    'SELECT 1 /*! , (SELECT a FROM secret) */',
    'SELECT 1 /*M!100101 , (SELECT a FROM secret) */',
    'SELECT 1 /*!50701 , (SELECT a FROM secret) */',
    'SELECT 1 --1, (SELECT a FROM secret)',
    'SELECT "a\\" , (SELECT a FROM secret), "b"',
  ]) {
    expect([sql, parser.problemOf(sql, mysql) !== undefined]).toEqual([sql, true]);
  }
  for (const sql of [
    'SELECT 1 /* , 2 */',
    'SELECT 1 -- one',
    'SELECT 1 --\n, 2',
    'SELECT 1 # one',
    `SELECT "it's", 'a\\'b'`,
    'SELECT /*+ NO_INDEX(t) */ a FROM t',
  ]) {
    expect([sql, parser.problemOf(sql, mysql)]).toEqual([sql, undefined]);
  }
  expect(parser.parse('SELECT ";" FROM `a;b`', mysql).length).toBe(1);
});

test('forbidden functions are found wherever they are called', () => {
  const forbidden = new Set(['read_text', 'version', 'current_user', 'duckdb_settings', 'query']);
  const calls = (sql: string) => parser.forbiddenCalls(parser.parse(sql, duckdb), forbidden);
  expect(calls('SELECT * FROM "read_text"(\'x\')')).toEqual(['read_text']);
  expect(calls('SELECT * FROM t WHERE a IN (SELECT Version ())')).toEqual(['version']);
  expect(calls('SELECT "vers\\x69on"()')).toEqual(['vers\\x69on']);
  expect(calls('SELECT CURRENT_USER')).toEqual(['current_user']);
  expect(calls('SELECT * FROM duckdb_settings')).toEqual(['duckdb_settings']);
  expect(
    parser.forbiddenCalls(parser.parse('PRAGMA Database_List', duckdb), new Set(['pragma_database_list'])),
  ).toHaveLength(1);
  expect(calls("SELECT version, 'read_text(1)' FROM query -- version()")).toEqual([]);
});

describe('forms that engines read in ways of their own', () => {
  const other = (lexical: Partial<ScriptDialect['lexical']>): ScriptDialect => ({
    ...mysql,
    lexical: { ...mysql.lexical, ...lexical },
  });

  test.each([
    ["SELECT '''a; b''' FROM t", { tripleQuotes: true }],
    ['SELECT """a; b""" FROM t', { tripleQuotes: true }],
    ["SELECT r'\\', secret FROM t -- '", { rawStrings: true }],
  ])('%s is not read', (sql, lexical) => {
    expect(parser.problemOf(sql, other(lexical))?.message).toMatch(/Error parsing/);
  });

  test('two slashes begin a comment where the engine has it so', () => {
    const snowflake = { ...other({ slashComments: true, commentsNeedBlank: false }), parser: 'snowflake' };
    expect(parser.parse("SELECT 1 // it's; not\nFROM t", snowflake)).toHaveLength(1);
  });

  test('only two dollars make a text where the engine has it so', () => {
    const plain = other({ dollarQuotes: true, plainDollarQuotes: true });
    const texts = (sql: string) =>
      parser
        .parse(sql, { ...plain, parser: 'snowflake' })
        .flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text));
    expect(texts('SELECT $$a; b$$')).toEqual(['$$a; b$$']);
    expect(texts('SELECT $a, 1 AS b$')).toEqual([]);
  });

  test('lengths of casts that the engine knows', () => {
    const sql =
      "SELECT B'1'::bit(1), b::bit varying(8), c :: varbit(3), d::bit varying, '1 day'::interval(2), e::timestamp(0) FROM t";
    expect(parser.parse(sql, postgres)).toMatchObject([{ sql, isSelect: true, tables: [{ table: 't' }] }]);
  });

  test('one quoted name may hold the whole way to a table', () => {
    const bigquery = { ...other({ dottedNames: true }), parser: 'bigquery' };
    const tables = (sql: string) => parser.parse(sql, bigquery).flatMap((statement) => statement.touched);
    expect(tables('SELECT * FROM `p-1.d.t`')).toEqual([{ catalog: 'p-1', schema: 'd', table: 't' }]);
    expect(tables('SELECT * FROM `p`.`d.t`')).toEqual([{ catalog: 'p', schema: 'd', table: 't' }]);
    expect(tables('SELECT * FROM d.t')).toEqual([{ catalog: null, schema: 'd', table: 't' }]);
  });
});

describe('printing', () => {
  test.each<[string, string, string, ScriptDialect]>([
    [
      'no comment is lost',
      'select a, -- why */ not /*\n b from t',
      '/* why * / not / * */\nSELECT\n  a,\n  b\nFROM t',
      postgres,
    ],
    [
      'what is remarked first stands first',
      '-- why\nselect /* this */ a',
      '/* why */\n/* this */\nSELECT\n  a',
      postgres,
    ],
    [
      'a change by its condition',
      'update t set a=1 where b=2',
      'UPDATE t SET a = 1\nWHERE\n  b = 2',
      postgres,
    ],
    [
      'what a change tells',
      "delete from t where a = 'where' returning b",
      "DELETE FROM t\nWHERE\n  a = 'where'\nRETURNING b",
      postgres,
    ],
    [
      'a hint without a place stays as a comment',
      'select /*+ x */ a from t',
      '/* + x */\nSELECT\n  a\nFROM t',
      { ...postgres, id: 'sqlite', parser: 'sqlite' },
    ],
    ['a member of JSON is a path in MySQL', "select b->>'k' from t", "SELECT\n  b ->> '$.k'\nFROM t", mysql],
    [
      'words stay as they were written',
      "select date_trunc('month', ts) from t",
      "SELECT\n  DATE_TRUNC('month', ts)\nFROM t",
      mysql,
    ],
    ['statements are separated', 'select 1; select 2', 'SELECT\n  1;\nSELECT\n  2', postgres],
  ])('%s', (_, sql, printed, dialect) => {
    expect(parser.format(sql, dialect)).toBe(printed);
    expect(parser.format(printed, dialect)).toBe(printed);
  });
});

test.each([
  ['SELECT a FROM t WHERE b = $1', clickhouse, '$1'],
  ["SELECT TRIM(BOTH 'x' FROM a) FROM t", { ...postgres, id: 'snowflake', parser: 'snowflake' }, 'TRIM'],
  [
    'SELECT a FROM t INTERSECT SELECT a FROM u',
    { ...mysql, id: 'bigquery', parser: 'bigquery' },
    'INTERSECT',
  ],
  ['REPLACE INTO t VALUES (1)', clickhouse, 'REPLACE'],
  ['SELECT (1', clickhouse, '('],
])('%s is refused where the engine does not know it', (sql, dialect, place) => {
  expect(parser.problemOf(sql, dialect)?.message).toContain(`near '${place}'`);
});

describe("Kusto's own language", () => {
  const kusto: ScriptDialect = { id: 'kustokql', parser: 'kusto', lexical: STANDARD_LEXICAL };
  test.each([
    ['T | where a == 1 | take 10', { isSelect: true, isMutating: false, limit: 10 }],
    ['T | take 5 | limit 3', { isSelect: true, isMutating: false, limit: 3 }],
    ['.show tables', { isSelect: false, isMutating: false, limit: null }],
    ['.drop table T', { isSelect: false, isMutating: true, limit: null }],
  ])('%s', (text, facts) => {
    expect(parser.parse(text, kusto)).toMatchObject([{ ...facts, isTransparent: false }]);
  });
});

describe('long lists of values', () => {
  const values = Array.from({ length: 5_000 }, (_each, index) =>
    index % 2 === 0 ? `${index}` : `'v${index}'`,
  ).join(', ');

  test('say what short ones say: tables behind them, their places, what is wrong', () => {
    const sql = `select a from one where b in (${values}) and c in (select d from two where e not in (${values}))`;
    const [statement] = parser.parse(sql, duckdb);
    expect(statement?.tables.map(({ table }) => table)).toEqual(['one', 'two']);
    for (const { place, table } of statement?.uses ?? [])
      expect(sql.slice(place?.start).startsWith(table)).toBe(true);
    expect(parser.problemOf(`select a from one where b in (${values}) wher c`, duckdb)).toMatchObject({
      line: 1,
    });
  });

  test('what is no list of values alone is read whole', () => {
    for (const inside of [
      `${values}, (select max(x) from three)`,
      `${values}, f((select 1 from three))`,
      `(select y from three), ${values}`,
    ])
      expect(
        parser
          .parse(`select a from one where b in (${inside})`, duckdb)[0]
          ?.touched.map(({ table }) => table),
      ).toEqual(['one', 'three']);
    for (const wrong of [`${values},`, `, ${values}`, `${values} 1`, `1,, ${values}`])
      expect([wrong.slice(0, 5), parser.problemOf(`select 1 where 1 in (${wrong})`, postgres)]).not.toEqual([
        wrong.slice(0, 5),
        undefined,
      ]);
  });
});
