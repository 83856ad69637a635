import { describe, expect, test } from 'vitest';
import { complete } from './complete.ts';
import { knowledgeOf } from './testing/warehouse.ts';

const DIALECTS = ['postgresql', 'mysql', 'duckdb', 'sqlite', 'clickhouse', 'mssql'];

/**
 * `SQL with | for the caret => names that are offered ! names that are not`, on every dialect; `~>` = by itself while one
 * writes, `=>` = asked for. A dash is no list at all, and a name with `<` behind it has to be the first.
 */
const EVERYWHERE = `
| => SELECT< WITH ! origin flights
sel| ~> SELECT< ! SELF
SEL| ~> SELECT<
wi| ~> WITH<
ins| ~> INSERT_INTO<
select| ~> -
SELECT 1;\\ns| ~> SELECT< ! origin
SELECT | FROM flights => origin dest delay COUNT! ! code SCOPE_CATALOG BACKWARD BASE64
SELECT o| FROM flights ~> origin< ! dest code
SELECT or| FROM flights f ~> origin<
SELECT de| FROM flights ~> delay dest ! origin
SELECT origin, d| FROM flights ~> delay dest day
SELECT origin, | FROM flights => dest
SELECT f.| FROM flights f ~> origin dest delay ! COUNT code SELECT
SELECT f.d| FROM flights f ~> delay dest day ! origin
SELECT f. | FROM flights f => origin
SELECT flights.| FROM flights ~> origin ! code
SELECT f.| FROM flights AS f, airports a ~> origin ! code
SELECT a.| FROM flights AS f, airports a ~> code ! origin
SELECT c| FROM flights f JOIN airports a ON true ~> code city carrier
SELECT car| FROM flights f JOIN airports a ON true ~> carrier<
SELECT * FROM | ~> flights airports main sales ! origin COUNT SELECT WHERE SCOPE_CATALOG
SELECT * FROM fl| ~> flights< ! airports
SELECT * FROM FL| ~> flights<
SELECT * FROM lig| ~> flights
SELECT * FROM flights, | ~> airports
SELECT * FROM flights JOIN | ~> airports main
SELECT * FROM flights JOIN ai| ~> airports<
SELECT * FROM flights LEFT | => JOIN< OUTER_JOIN ! airports
SELECT * FROM flights LEFT JOIN | ~> airports ! JOIN
SELECT * FROM sales.| ~> orders customers ! flights origin
SELECT * FROM sales.or| ~> orders< ! customers
SELECT o.| FROM sales.orders o ~> id total customer_id ! orders
SELECT orders.| FROM sales.orders ~> id ! origin
SELECT sales.orders.| FROM sales.orders ~> id total
SELECT * FROM flights w| ~> -
SELECT * FROM flights f| ~> -
SELECT * FROM flights wh| ~> WHERE< ! origin
SELECT * FROM flights f wh| ~> WHERE<
SELECT * FROM flights | => WHERE< JOIN GROUP_BY ! origin flights
SELECT * FROM flights jo| ~> JOIN<
SELECT * FROM flights le| ~> LEFT_JOIN<
SELECT * FROM flights AS | => -
SELECT * FROM flights AS fl| ~> -
SELECT origin AS | FROM flights => -
SELECT origin AS or| FROM flights ~> -
SELECT count(*) AS n| FROM flights ~> -
SELECT 1| ~> -
SELECT 12.5| ~> -
SELECT 1 as a, 2 as b| ~> -
SELECT 1 as a, 2 | => FROM AS ! origin BACKWARD
SELECT 'sel| ~> -
SELECT 'sel|' ~> -
SELECT 'origin'| => -
-- sel| ~> -
/* sel| */ ~> -
/* sel| ~> -
SELECT * FROM flights WHERE | ~> origin dest ! code flights_x
SELECT * FROM flights WHERE o| ~> origin<
SELECT * FROM flights WHERE origin | => IN LIKE AND IS_NULL ! origin COUNT
SELECT * FROM flights WHERE origin = | => dest ! FROM
SELECT * FROM flights WHERE origin = | ~> -
SELECT * FROM flights WHERE origin = 'A| ~> -
SELECT * FROM flights WHERE origin = 'A' an| ~> AND<
SELECT * FROM flights WHERE origin = 'A' AND | ~> dest
SELECT * FROM flights WHERE origin = 'A' AND d| ~> delay dest
SELECT * FROM flights WHERE origin = 'A' gr| ~> GROUP_BY<
SELECT * FROM flights WHERE origin = 'A' or| ~> -
SELECT * FROM flights WHERE origin = 'A' ord| ~> ORDER_BY<
SELECT * FROM flights WHERE in| ~> INTERVAL ! IN
SELECT * FROM flights WHERE delay > 5| ~> -
SELECT * FROM flights WHERE (o| ~> origin
SELECT * FROM flights WHERE origin IN (| => SELECT origin
SELECT * FROM flights WHERE origin IN (SELECT | FROM airports) => code origin
SELECT * FROM flights WHERE origin IN (SELECT c| FROM airports) ~> code city
SELECT * FROM flights f WHERE EXISTS (SELECT 1 FROM airports a WHERE a.code = f.|) ~> origin ! code
SELECT * FROM flights f JOIN airports a ON | ~> f origin code carrier
SELECT * FROM flights f JOIN airports a ON f.| ~> origin ! code
SELECT * FROM flights f JOIN airports a ON f.origin = a.| ~> code ! origin
SELECT * FROM flights f JOIN airports a ON f.origin = a.code wh| ~> WHERE<
SELECT * FROM flights f JOIN airports a ON f.origin = a.code JOIN | ~> flights sales
SELECT * FROM flights JOIN airports USING (| ~> carrier ! origin code
SELECT ca| FROM flights JOIN airports USING (carrier) ~> carrier=carrier
SELECT origin FROM flights GROUP | => BY<
SELECT origin FROM flights GROUP BY | ~> origin dest
SELECT origin FROM flights GROUP BY o| ~> origin<
SELECT origin o2 FROM flights GROUP BY o| ~> o2 origin
SELECT origin, count(*) AS trips FROM flights GROUP BY origin ORDER BY t| ~> trips<
SELECT origin, count(*) AS trips FROM flights GROUP BY origin HAVING | => origin COUNT! trips
SELECT origin FROM flights GROUP BY origin ha| ~> HAVING<
SELECT * FROM flights ORDER BY delay de| ~> DESC<
SELECT * FROM flights ORDER BY delay desc| ~> -
SELECT * FROM flights ORDER BY delay, | ~> origin
SELECT * FROM flights LIMIT | => -
SELECT * FROM flights LIMIT 1| ~> -
SELECT DISTINCT | FROM flights => origin dest
SELECT dis| FROM flights ~> DISTINCT
SELECT ca| FROM flights ~> carrier CASE
SELECT CASE wh| FROM flights ~> WHEN
SELECT CASE WHEN delay > 1 th| FROM flights ~> THEN<
SELECT CASE WHEN delay > 1 THEN | FROM flights => origin
SELECT count(| FROM flights => DISTINCT origin ! FROM
SELECT sum(d| FROM flights ~> delay dest ! origin
SELECT coun| FROM flights ~> COUNT!<
SELECT coa| FROM flights ~> COALESCE!<
SELECT max(delay) fr| flights ~> FROM<
SELECT max(delay) from| flights ~> -
SELECT origin fr| ~> FROM<
SELECT sum(delay) OVER (| FROM flights => PARTITION_BY ORDER_BY ! COUNT
SELECT sum(delay) OVER (PARTITION BY | FROM flights) => origin
SELECT sum(delay) OVER (PARTITION BY origin or| FROM flights) ~> -
SELECT sum(delay) OVER (PARTITION BY origin ord| FROM flights) ~> ORDER_BY<
SELECT cast(origin AS | FROM flights => DATE ! origin SELECT
WITH | => -
WITH big AS (| => SELECT ! flights
WITH big AS (SELECT | FROM flights) SELECT 1 => origin
WITH big AS (SELECT origin o1, delay FROM flights) SELECT | FROM big => o1 delay ! dest origin
WITH big AS (SELECT origin o1, delay FROM flights) SELECT o| FROM big ~> o1< ! origin
WITH big AS (SELECT * FROM flights) SELECT | FROM big => origin dest
WITH big AS (SELECT * FROM flights) SELECT b.| FROM big b ~> origin dest ! code
WITH big (x, y) AS (SELECT origin, dest FROM flights) SELECT | FROM big => x y ! origin
WITH big AS (SELECT 1 AS n) SELECT * FROM | ~> big flights
WITH big AS (SELECT 1 AS n) SELECT * FROM b| ~> big<
WITH one AS (SELECT 1 AS n), two AS (SELECT * FROM |) SELECT 1 ~> one ! two
WITH one AS (SELECT 1 AS n), two AS (SELECT n AS m FROM one) SELECT | FROM two => m ! n
WITH one AS (SELECT 1 AS n), two AS (SELECT o.| FROM one o) SELECT 1 ~> n
WITH one AS (SELECT 1 AS n) | => SELECT INSERT_INTO
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT | FROM r) SELECT 1 => n
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM |) SELECT 1 ~> r
SELECT q.| FROM (SELECT origin AS start, dest FROM flights) q ~> start dest ! origin
SELECT st| FROM (SELECT origin AS start FROM flights) q ~> start<
SELECT * FROM (SELECT | FROM flights) q => origin ! start
SELECT * FROM (| => SELECT flights
SELECT q.| FROM (SELECT * FROM flights UNION ALL SELECT * FROM flights) q ~> origin
SELECT origin FROM flights UNION | => ALL SELECT ! origin
SELECT origin FROM flights UNION ALL SELECT | FROM airports => code ! origin
SELECT f.origin, (SELECT count(*) FROM airports a WHERE a.code = o|) FROM flights f ~> origin

INSERT INTO | ~> flights sales
INSERT INTO fl| ~> flights<
INSERT INTO flights (| ~> origin dest ! code
INSERT INTO flights (origin, | => dest
INSERT INTO flights (origin) | => SELECT VALUES ! origin
INSERT INTO flights (origin) VALUES ('x|') ~> -
INSERT INTO flights SELECT | FROM airports => code
UPDATE | ~> flights
UPDATE flights SET | ~> origin
UPDATE flights SET origin = dest WHERE | ~> delay
UPDATE flights SET origin = d| ~> dest
DELETE FROM | ~> flights
DELETE FROM flights WHERE | ~> origin
DROP TABLE | ~> flights ! origin
CREATE TABLE x AS | => -
CREATE TABLE x AS SELECT | FROM flights => origin
CREATE VIEW v AS SELECT * FROM | ~> flights
SELECT {{ | }} => filter_values url_param who current_username ! origin
SELECT {{ fil| }} ~> filter_values< ! origin
SELECT {{ w| }} ~> who
SELECT {{ filter_values('o|') }} ~> -
SELECT {{ x | w| }} ~> where_in<
{% i| %} ~> if<
{% for x in filter_v| %} ~> filter_values
{# sel| #} ~> -
SELECT * FROM {{ table }} wh| ~> WHERE<
SELECT {{ x }}, o| FROM flights ~> origin
SELECT * FROM flights;\\nSELECT | FROM airports => code ! origin
SELECT * FROM airports;\\n\\n-- next\\nSELECT o| FROM flights;\\nSELECT 1 ~> origin
`;

/** Names of one engine; its dialect stands before. */
const SOME = `
postgresql SELECT date_t| FROM flights ~> DATE_TRUNC!<
postgresql SELECT * FROM flights WHERE origin il| ~> ILIKE<
postgresql SELECT * FROM O| ~> Order_Items="Order Items"
postgresql SELECT | FROM "Order Items" => item_id="item id" select="select" Total="Total"
postgresql SELECT i."it|" FROM "Order Items" i ~> item_id="item id"
postgresql SELECT * FROM "Ord|" ~> Order_Items="Order Items"
postgresql SELECT origin::| FROM flights => DATE
postgresql SELECT $$sel|$$ ~> -
postgresql SELECT * FROM flights f, LATERAL (SELECT f.|) x ~> origin
duckdb FROM | ~> flights
duckdb FROM flights SELECT | => origin
duckdb FROM flights sel| ~> SELECT<
duckdb SELECT strf| FROM flights ~> STRFTIME!<
duckdb SELECT arg_m| FROM flights ~> ARG_MAX! ARG_MIN!
duckdb SELECT | FROM "Order Items" => Total=Total
duckdb SUMM| ~> SUMMARIZE<
duckdb SELECT * FROM Far| ~> Far_Away="Far\\sAway"
duckdb SELECT * FROM "Far Away".| ~> public archive ! parcels
duckdb SELECT * FROM "Far Away".public.| ~> parcels ! flights
duckdb SELECT p.| FROM "Far Away".public.parcels p ~> weight sent_at
mysql SELECT date_f| FROM flights ~> DATE_FORMAT!<
mysql SELECT * FROM \`Ord| ~> Order_Items=\`Order\\sItems\`
mysql SELECT "sel| ~> -
mysql # sel| ~> -
mysql SELECT * FROM O| ~> Order_Items=\`Order\\sItems\`
mysql SELECT group_c| FROM flights ~> GROUP_CONCAT!<
mysql SELECT cast(origin AS s|) FROM flights ~> SIGNED
sqlite SELECT * FROM [Ord| ~> Order_Items
sqlite SELECT jul| FROM flights ~> JULIANDAY!<
sqlite SELECT * FROM O| ~> Order_Items="Order Items"
sqlite SELECT iif| FROM flights ~> IIF!
clickhouse SELECT toSt| FROM flights ~> toStartOfDay! toStartOfMonth!
clickhouse SELECT uniq| FROM flights ~> uniq! uniqExact!
clickhouse SELECT cast(origin AS St|) FROM flights ~> String
clickhouse SELECT * FROM flights PREWHERE o| ~> origin
mssql SELECT t| FROM flights ~> TOP
mssql SELECT TOP 10 o| FROM flights ~> origin
mssql SELECT * FROM O| ~> Order_Items=[Order\\sItems]
mssql SELECT * FROM [Ord| ~> Order_Items
mssql SELECT * FROM flights li| ~> -
mssql SELECT datea| FROM flights ~> DATEADD!<
mssql SELECT * FROM flights CROSS APPLY | ~> flights
`;

interface Case {
  dialect: string;
  sql: string;
  isAsked: boolean;
  wanted: string[];
  unwanted: string[];
}

function casesOf(line: string, dialect: string): Case {
  const [, sql = '', arrow, names = ''] = /^(.*?) ([=~])> (.*)$/.exec(line) ?? [];
  const [wanted = '', unwanted = ''] = names.split(' ! ');
  const words = (text: string) => text.match(/[^\s"]*"[^"]*"|\S+/g) ?? [];
  const text = sql.replaceAll('\\n', '\n');
  return { dialect, sql: text, isAsked: arrow === '=', wanted: words(wanted), unwanted: words(unwanted) };
}

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const CASES = [
  ...lines(EVERYWHERE).flatMap((line) => DIALECTS.map((dialect) => casesOf(line, dialect))),
  ...lines(SOME).map((line) => casesOf(line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' ')))),
];

/** Names are written without blanks in the table; functions with a `!` behind. */
function offered({ sql, dialect, isAsked }: Case): { name: string; text: string }[] {
  const at = sql.lastIndexOf('|');
  const knowledge = knowledgeOf(dialect);
  const text = sql.slice(0, at) + sql.slice(at + 1);
  const found = complete(
    { text: statementAround(text, at), at: placeIn(text, at), style: knowledge.style },
    knowledge,
    isAsked,
  );
  return (found?.shown ?? []).map(({ name, kind, text: written }) => ({
    name: name.replaceAll(' ', '_') + (kind === 'function' ? '!' : ''),
    text: written.replaceAll(' ', ' '),
  }));
}

function statementAround(text: string, at: number): string {
  const end = text.indexOf(';', at);
  return text.slice(text.lastIndexOf(';', at - 1) + 1, end < 0 ? undefined : end);
}

function placeIn(text: string, at: number): number {
  return at - text.lastIndexOf(';', at - 1) - 1;
}

describe('names that are offered at a place of a statement', () => {
  test('there are enough cases', () => {
    expect(CASES.length).toBeGreaterThan(300);
  });

  test.each(DIALECTS)('%s', (dialect) => {
    const wrong = CASES.filter((each) => each.dialect === dialect).flatMap(problemsOf);
    expect(wrong).toEqual([]);
  });
});

function problemsOf(each: Case): string[] {
  const found = offered(each);
  const has = (wanted: string) => {
    const [, name, text] = /^(.+?)(?:[=](.+))?$/.exec(wanted) ?? [];
    const same = found.filter((one) => one.name.toLowerCase() === name?.toLowerCase());
    return text === undefined
      ? same.length > 0
      : same.some((one) => one.text === text.replaceAll('\\s', ' '));
  };
  const say = (what: string) => `${each.sql} ${what}; offered: ${found.slice(0, 8).map(({ name }) => name)}`;
  if (each.wanted[0] === '-') return found.length > 0 ? [say('should offer nothing')] : [];
  return [
    ...each.wanted.flatMap((raw) => {
      const name = raw.replace(/<$/, '').replace(/^.*:/, '');
      const isFirst = !raw.endsWith('<') || found[0]?.name.toLowerCase() === name.toLowerCase();
      return has(name) && isFirst ? [] : [say(`should offer ${raw}`)];
    }),
    ...each.unwanted.filter(has).map((name) => say(`should not offer ${name}`)),
  ];
}

test('of very many tables the best are offered, and the rest is counted', () => {
  const knowledge = knowledgeOf('postgresql');
  const tables = Array.from({ length: 100_000 }, (_, at) => `t_${at}`);
  const many = { ...knowledge, catalog: { ...knowledge.catalog, tables } };
  const found = (text: string) => complete({ text, at: text.length, style: knowledge.style }, many, true);
  const all = found('SELECT * FROM t');
  expect((all?.shown.length ?? 0) + (all?.more ?? 0)).toBe(100_000);
  const begun = found('SELECT * FROM t_9998')?.shown.filter(({ name }) => name.startsWith('t_9998'));
  expect([begun?.[0]?.name, begun?.length]).toEqual(['t_9998', 11]);
});
