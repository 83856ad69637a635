import { expect, test } from 'vitest';
import { problemsIn } from './problems.ts';
import { readStatement } from './reader.ts';
import { knowledgeOf, WAREHOUSE } from './testing/warehouse.ts';
import { tokensOf } from './tokens.ts';

const DIALECTS = ['postgresql', 'mysql', 'duckdb', 'sqlite', 'clickhouse', 'mssql'];

/** SQL with « » around what is marked, `=>` what is said of it, `?` what is offered instead; without marks nothing is wrong. */
const EVERYWHERE = `
SELECT 1
SELECT origin FROM flights
SELECT ORIGIN, Dest FROM FLIGHTS
SELECT «orign» FROM flights => flights has no column 'orign' ? origin
SELECT «nothing_like_it» FROM flights => flights has no column
SELECT origin FROM «flihgts» => There is no table 'flihgts' in main ? flights
SELECT whatever FROM «unknown_table» => There is no table
SELECT * FROM sales.orders
SELECT id FROM sales.orders o WHERE o.total > 1
SELECT * FROM «slaes».orders => There is no schema 'slaes' ? sales
SELECT * FROM sales.«ordres» => There is no table 'ordres' in sales ? orders
SELECT a.b.c.d FROM a.b.c
SELECT f.origin FROM flights f
SELECT f.«orgin» FROM flights f => flights has no column ? origin
SELECT flights.«orgin» FROM flights => flights has no column
SELECT «g».origin FROM flights f => Nothing here is called 'g' ? f
SELECT «flights».origin FROM flights f => Nothing here is called 'flights'
SELECT f.* FROM flights f
SELECT «g».* FROM flights f => Nothing here is called 'g'
SELECT count(*) FROM flights
SELECT count(DISTINCT «orgin») FROM flights => no column ? origin
SELECT upper(origin) AS u FROM flights ORDER BY u
SELECT upper(origin) u, delay d FROM flights GROUP BY u, d HAVING d > 1 ORDER BY u DESC NULLS LAST
SELECT origin AS o FROM flights ORDER BY «oo» => no column
SELECT origin FROM flights WHERE «dellay» > 5 => flights has no column 'dellay' ? delay
SELECT origin FROM flights WHERE delay > 5 AND dest IN ('A', 'B') AND day IS NOT NULL
SELECT origin FROM flights WHERE delay BETWEEN 1 AND 5 OR NOT dest LIKE 'x%'
SELECT CASE WHEN delay > 1 THEN origin ELSE dest END AS x FROM flights
SELECT CASE WHEN «delya» > 1 THEN origin END FROM flights => no column ? delay
SELECT f.origin, a.city FROM flights f JOIN airports a ON a.code = f.origin
SELECT f.origin FROM flights f JOIN airports a ON a.«cod» = f.origin => airports has no column 'cod' ? code
SELECT origin FROM flights f JOIN airports a ON a.code = «b».origin => Nothing here is called 'b'
SELECT «cty» FROM flights f JOIN airports a ON a.code = f.origin => flights, airports have no column 'cty' ? city
SELECT f.carrier FROM flights f, airports a
SELECT carrier FROM flights f JOIN airports a USING (carrier)
SELECT carrier FROM flights NATURAL JOIN airports
SELECT origin FROM flights WHERE origin IN (SELECT code FROM airports)
SELECT origin FROM flights WHERE origin IN (SELECT «cod» FROM airports) => no column ? code
SELECT origin FROM flights f WHERE EXISTS (SELECT 1 FROM airports a WHERE a.code = f.origin)
SELECT origin FROM flights f WHERE EXISTS (SELECT 1 FROM airports WHERE code = dest)
SELECT (SELECT max(city) FROM airports WHERE code = origin) AS c FROM flights
SELECT q.o FROM (SELECT origin AS o FROM flights) q
SELECT q.«origin» FROM (SELECT origin AS o FROM flights) q => q has no column 'origin'
SELECT o FROM (SELECT origin AS o FROM flights) q WHERE «origin» = 'A' => q has no column 'origin'
SELECT origin FROM (SELECT * FROM flights) q
SELECT «orgin» FROM (SELECT * FROM flights) q => q has no column 'orgin' ? origin
SELECT x FROM (SELECT * FROM some_function(1)) q
WITH big AS (SELECT origin AS o FROM flights) SELECT o FROM big
WITH big AS (SELECT origin AS o FROM flights) SELECT «origin» FROM big => big has no column 'origin'
WITH big AS (SELECT origin AS o FROM flights) SELECT b.o FROM big b JOIN flights f ON f.origin = b.o
WITH big (x) AS (SELECT origin FROM flights) SELECT x FROM big
WITH big (x) AS (SELECT origin FROM flights) SELECT «origin» FROM big => big has no column
WITH a AS (SELECT origin FROM flights), b AS (SELECT origin FROM a) SELECT origin FROM b
WITH a AS (SELECT 1 AS n) SELECT * FROM «c» => There is no table 'c' in main
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r
SELECT origin FROM flights UNION ALL SELECT code FROM airports
SELECT origin FROM flights UNION SELECT code FROM airports ORDER BY origin
SELECT origin FROM flights UNION SELECT «origin» FROM airports => airports has no column
SELECT sum(delay) OVER (PARTITION BY origin ORDER BY day ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM flights
SELECT sum(delay) OVER (PARTITION BY «orgin») FROM flights => no column
SELECT sum(delay) OVER w FROM flights WINDOW w AS (PARTITION BY origin)
SELECT cast(delay AS decimal(10, 2)), cast(delay AS double precision) FROM flights
SELECT extract(year FROM day), CURRENT_DATE, INTERVAL '1' DAY FROM flights
SELECT trim(BOTH ' ' FROM origin), position('a' IN origin), substring(origin FROM 1 FOR 2) FROM flights
SELECT DATE '2020-01-01', TIMESTAMP '2020-01-01 00:00:00' FROM flights
SELECT {{ anything }} FROM flights WHERE day > '{{ from_dttm }}'
SELECT {{ column }}_x FROM {{ table }} WHERE whatever = 1
SELECT origin FROM flights {% if x %} WHERE delay > 1 {% endif %}
SELECT origin FROM flights LIMIT 10 OFFSET 5
INSERT INTO flights (origin, dest) VALUES ('A', 'B')
INSERT INTO flights (origin, «dst») VALUES ('A', 'B') => flights has no column 'dst' ? dest
INSERT INTO flights (origin) SELECT code FROM airports
INSERT INTO «fligths» (origin) VALUES (1) => There is no table
UPDATE flights SET origin = dest WHERE delay > 1
UPDATE flights SET «orgin» = dest => no column ? origin
DELETE FROM flights WHERE delay > 1
DELETE FROM flights WHERE «dely» > 1 => no column ? delay
CREATE TABLE fresh (id int, name text)
CREATE TABLE fresh AS SELECT origin FROM flights
CREATE VIEW v AS SELECT «orgin» FROM flights => no column
DROP TABLE IF EXISTS whatever
SELECT table_name FROM information_schema.tables
SELECT FROM
SELECT origin,
SELECT f. FROM flights f
SELECT * FROM
SELECT * FROM flights WHERE
SELECT count«(»1 => This '(' is not closed
SELECT (1)«)» => closes nothing
SELECT «'»it => This text has no end: ' is missing
SELECT 1 «/*» no end => This comment has no end
SELECT 1 /* an end */ -- and ( a comment
SELECT 'it''s' FROM flights
SELECT «{{» x FROM flights => This template has no end: }} is missing
SELECT origin FROM flights WHERE «(»delay > 1 AND (dest = 'A') => is not closed
`;

const SOME = `
postgresql SELECT «carrier» FROM flights f JOIN airports a ON a.code = f.origin => Several sources have 'carrier': flights, airports ? f.carrier a.carrier
clickhouse SELECT carrier FROM flights f JOIN airports a ON a.code = f.origin
postgresql SELECT carrier AS c FROM flights WHERE c IN (SELECT carrier FROM airports)
postgresql SELECT «totl» FROM "Order Items" => no column ? "Total"
mssql SELECT * FROM [sales].«[ordres]» => no table ? orders
postgresql SELECT "item id", "Total" FROM "Order Items"
postgresql SELECT «"item_id"» FROM "Order Items" WHERE 1=1 => Order Items has no column
postgresql SELECT f FROM flights f
postgresql SELECT origin::date, delay::double precision FROM flights
postgresql SELECT ctid, xmin FROM flights
postgresql SELECT relname FROM pg_class
postgresql SELECT x.n FROM flights f, LATERAL (SELECT f.origin AS n) x
postgresql SELECT n FROM generate_series(1, 5) AS n
postgresql SELECT g.n FROM generate_series(1, 5) AS g (n)
postgresql SELECT «$tag$»no end => This text has no end: $tag$ is missing
postgresql SELECT origin FROM flights ORDER BY delay FETCH FIRST 5 ROWS ONLY
postgresql SELECT count(*) FILTER (WHERE delay > 1) FROM flights
postgresql SELECT day AT TIME ZONE 'UTC' FROM flights
postgresql INSERT INTO flights (origin) VALUES ('A') ON CONFLICT (origin) DO UPDATE SET origin = excluded.origin RETURNING origin
postgresql SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY delay) FROM flights
postgresql SELECT rank() OVER (ORDER BY delay) AS r FROM flights GROUP BY GROUPING SETS ((origin), (dest))
duckdb FROM flights SELECT origin
duckdb FROM flights
duckdb SELECT list_transform([1, 2], x -> x + 1) FROM flights
duckdb SELECT list_reduce([1], (a, b) -> a + b) FROM flights
duckdb SELECT * EXCLUDE (origin) FROM flights
duckdb SELECT * FROM 'file.csv' WHERE anything = 1
duckdb SELECT * FROM flights QUALIFY row_number() OVER (PARTITION BY «orgin») = 1 => no column
duckdb SELECT origin.part FROM flights
duckdb SELECT struct_pack(a := origin) FROM flights
duckdb PIVOT flights ON origin USING sum(delay)
duckdb SELECT origin AS o FROM flights WHERE o = 'A'
duckdb SELECT ALL origin FROM flights GROUP BY ALL
mysql SELECT \`origin\` FROM \`flights\` # a ( comment
mysql SELECT "no column" FROM flights
mysql SELECT «\`»orig FROM flights => This name has no end
mysql SELECT group_concat(origin ORDER BY dest SEPARATOR ',') FROM flights
mysql SELECT 'it\\'s' FROM flights
mysql SELECT «orgin» FROM flights WHERE day = "a" => no column ? origin
mysql SELECT date_add(day, INTERVAL 1 MONTH) FROM flights
sqlite SELECT [origin] FROM [flights]
sqlite SELECT rowid, origin FROM flights
sqlite SELECT name FROM sqlite_master
clickhouse SELECT arrayMap(x -> x * 2, [1, 2]) FROM flights
clickhouse SELECT origin FROM flights FINAL PREWHERE delay > 1
clickhouse SELECT origin FROM flights ANY LEFT JOIN airports USING (carrier)
clickhouse SELECT name FROM system.tables
mssql SELECT TOP 10 origin FROM flights
mssql SELECT [origin], @x FROM [flights]
mssql SELECT «[»origin FROM flights => This name has no end: ] is missing
mssql SELECT origin FROM flights ORDER BY delay OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY
duckdb SELECT a FROM (VALUES (1, 2)) x(a, b)
duckdb SELECT origin FROM flights USING SAMPLE 10%
duckdb SELECT * REPLACE (upper(origin) AS origin) FROM flights
duckdb SELECT {'a': origin}, COLUMNS('d.*') FROM flights GROUP BY ROLLUP (origin)
duckdb INSERT INTO flights BY NAME SELECT code AS origin FROM airports
duckdb WITH t AS MATERIALIZED (SELECT origin FROM flights) SELECT origin FROM t
duckdb SUMMARIZE flights
duckdb COPY (SELECT origin FROM flights) TO 'x.csv'
postgresql DELETE FROM flights USING airports a WHERE a.code = origin
postgresql UPDATE flights SET delay = s.v FROM (SELECT 1 AS v) s WHERE origin = 'A'
postgresql MERGE INTO flights f USING airports a ON a.code = f.origin WHEN MATCHED THEN UPDATE SET origin = a.code
postgresql SELECT DISTINCT ON (origin) origin, dest FROM flights ORDER BY origin
postgresql SELECT (f).origin FROM flights f TABLESAMPLE SYSTEM (10)
postgresql SELECT origin FROM ONLY flights FOR UPDATE
postgresql WITH i AS (INSERT INTO flights (origin) VALUES ('A') RETURNING origin) SELECT origin FROM i
postgresql CREATE INDEX i ON flights (origin)
postgresql GRANT SELECT ON flights TO somebody
postgresql ALTER TABLE flights ADD COLUMN x int
postgresql EXPLAIN ANALYZE SELECT origin FROM flights
postgresql SELECT ARRAY(SELECT origin FROM flights), x FROM unnest(ARRAY[1, 2]) AS x
postgresql SELECT origin FROM flights WHERE (origin, dest) IN (SELECT code, city FROM airports)
mysql INSERT INTO flights (origin) VALUES ('A') ON DUPLICATE KEY UPDATE origin = VALUES(origin)
mysql REPLACE INTO flights (origin) VALUES ('A')
mysql SELECT origin FROM flights USE INDEX (x) WHERE delay > 1 LOCK IN SHARE MODE
mysql SELECT @n := @n + 1 FROM flights
clickhouse SELECT a FROM flights ARRAY JOIN [1, 2] AS a
clickhouse WITH 1 AS x SELECT x FROM flights
clickhouse SELECT origin FROM flights WHERE delay > 1 SETTINGS max_threads = 1
clickhouse SELECT origin FROM flights FORMAT JSON
clickhouse SELECT origin FROM flights ORDER BY delay LIMIT 1 BY origin
mssql SELECT TOP (10) x = origin FROM flights WITH (NOLOCK)
mssql SELECT origin INTO #made FROM flights; SELECT origin FROM #made
mssql DELETE FROM flights OUTPUT deleted.origin WHERE delay > 1
mssql SELECT x.code FROM flights f CROSS APPLY (SELECT a.code FROM airports a WHERE a.code = f.origin) x
`;

interface Case {
  dialect: string;
  sql: string;
  mark: string | undefined;
  said: string;
  instead: string[];
}

function caseOf(line: string, dialect: string): Case {
  const [before = '', after = ''] = line.split(' => ');
  const [said = '', instead = ''] = after.split(' ? ');
  const from = before.indexOf('«');
  const sql = before.replace(/[«»]/g, '');
  const mark = from < 0 ? undefined : `${from}: ${before.slice(from + 1, before.indexOf('»'))}`;
  return { dialect, sql, mark, said, instead: instead.split(' ').filter(Boolean) };
}

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const CASES = [
  ...lines(EVERYWHERE).flatMap((line) => DIALECTS.map((dialect) => caseOf(line, dialect))),
  ...lines(SOME).map((line) => caseOf(line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' ')))),
];

function wrongIn({ dialect, sql, mark, said, instead }: Case): string[] {
  const { style } = knowledgeOf(dialect);
  const tokens = tokensOf(sql, style);
  const statement = readStatement(sql, tokens);
  const found = problemsIn({ text: sql, tokens, statement, style, catalog: WAREHOUSE, isMade: () => false });
  const [first] = found;
  const told = found
    .map(({ from, to, message }) => `${from}: ${sql.slice(from, to)} (${message})`)
    .join('; ');
  if (mark === undefined) return told === '' ? [] : [`${dialect}: ${sql}: should be well, is ${told}`];
  const isMarked =
    first !== undefined && found.length === 1 && `${first.from}: ${sql.slice(first.from, first.to)}` === mark;
  const isSaid = first?.message.includes(said) && instead.every((each) => first.instead.includes(each));
  return isMarked && isSaid
    ? []
    : [`${dialect}: ${sql}: should mark ${mark}, marks ${told} ${first?.instead}`];
}

test('there are enough cases', () => {
  expect(CASES.length).toBeGreaterThan(150);
});

test.each(DIALECTS)('what is wrong in a statement of %s', (dialect) => {
  expect(CASES.filter((each) => each.dialect === dialect).flatMap(wrongIn)).toEqual([]);
});
