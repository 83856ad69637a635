/** An engine of the attacks. */
export type Attacked = 'postgresql' | 'sqlite' | 'duckdb' | 'mariadb' | 'clickhouse';

/** Ways to write the name of a table; some are other names or nonsense to an engine, which is well. */
function namesOf(schema: string, table: string, engine: Attacked): string[] {
  const code = table.charCodeAt(0).toString(16).padStart(4, '0');
  const names = [
    table,
    table.toUpperCase(),
    `"${table}"`,
    `${schema}.${table}`,
    `"${schema}"."${table}"`,
    `${schema} . /* x */ ${table}`,
    `(${table})`,
    `ONLY ${table}`,
    `U&"\\${code}${table.slice(1)}"`,
    `${table}/**/`,
    `/* ) */ ${table} -- )\n`,
  ];
  const own: Record<Attacked, string[]> = {
    postgresql: [`warehouse.${schema}.${table}`],
    sqlite: [`[${table}]`, `\`${table}\``, `'${table}'`, `main."${table}"`],
    duckdb: [`guarded.main.${table}`, `'${table}'`, `query_table('${table}')`],
    mariadb: [`\`${table}\``, `\`${schema}\`.\`${table}\``],
    clickhouse: [
      `\`${table}\``,
      `remote('127.0.0.1', ${schema}, ${table})`,
      `merge('${schema}', '^${table}$')`,
    ],
  };
  return [...names, ...own[engine]];
}

/** Queries of the column `c` of a table, in the forms of all engines. */
function queriesOf(name: string): string[] {
  return [
    `SELECT c FROM ${name}`,
    `select/**/c/**/from ${name}`,
    `FROM ${name}`,
    `FROM ${name} SELECT c`,
    `from (${name} s join ${name} t on true)`,
    `FROM ${name} SEMI JOIN ${name} USING (c)`,
    `TABLE ${name}`,
    `WITH q AS (SELECT c FROM ${name}) SELECT c FROM q`,
    `WITH q AS MATERIALIZED (TABLE ${name}) TABLE q`,
    `SELECT 1 UNION ALL SELECT c FROM ${name}`,
    `VALUES ((SELECT c FROM ${name}))`,
    `(SELECT c FROM ${name}) EXCEPT SELECT 1`,
    `SELECT q.c FROM (VALUES (1)) v(a), LATERAL (SELECT c FROM ${name}) q`,
    `SELECT t.c FROM ${name} AS t NATURAL JOIN ${name} AS u`,
    `PIVOT ${name} ON c USING count(*)`,
    `UNPIVOT ${name} ON c INTO NAME n VALUE v`,
    `SUMMARIZE ${name}`,
    `DESCRIBE ${name}`,
    `SHOW ${name}`,
  ];
}

/** Brackets and words in which a query is one value. */
function wrapped(query: string): string[] {
  return [
    `(${query})`,
    `((${query}))`,
    `EXISTS(${query})`,
    `1 = 1 OR EXISTS (${query})`,
    `x IN (${query})`,
    `array(${query})`,
    `ARRAY[(${query})]`,
    `[(${query})]`,
    `{'a': (${query})}`,
    `x = ANY (${query})`,
    `max((${query}))`,
    `CASE WHEN x = 1 THEN (${query}) END`,
    `coalesce(NULL, (${query}))`,
    `[y for y in (${query})]`,
    `list_transform([1], y -> (${query}))`,
    `count(*) FILTER (WHERE EXISTS (${query}))`,
    `sum(x) OVER (ORDER BY (${query}))`,
    `CAST((${query}) AS VARCHAR)`,
    `extract(year FROM (${query}))`,
    `trim(both 'x' from (${query}))`,
    `substring('x' from 1 for (${query}))`,
    `(x, (${query})).1`,
    `f'{(${query})}'`,
  ];
}

/** Forms that leave the expression. */
function beyond(name: string): string[] {
  return [
    `c FROM ${name}`,
    `x UNION SELECT c FROM ${name}`,
    `x) FROM ${name} --`,
    `1 = 1) UNION SELECT c FROM ${name} --`,
    `x, (SELECT c FROM ${name})`,
    `x; SELECT c FROM ${name}`,
    `1 FROM (SELECT 1) q JOIN ${name} ON true`,
    `x = 1 GROUP BY x HAVING EXISTS (FROM ${name})`,
    `1.from ${name}`,
    `1e0from ${name}`,
    `x/**/IN/**/(TABLE ${name})`,
  ];
}

/** Functions that reach a table by its text, and words that do without a query. */
function called(schema: string, table: string, engine: Attacked): string[] {
  const query = `SELECT * FROM ${schema}.${table}`;
  const own: Record<Attacked, string[]> = {
    postgresql: [
      `query_to_xml('${query}', true, true, '')`,
      `QUERY_TO_XML_AND_XMLSCHEMA('${query}', true, true, '')`,
      `pg_catalog.table_to_xml('${schema}.${table}', true, true, '')`,
      `"schema_to_xml_and_xmlschema"('${schema}', true, true, '')`,
      `database_to_xml_and_xmlschema(true, true, '')`,
      `database_to_xml/**/(true, true, '')`,
      `ts_rewrite('a'::tsquery, '${query}')`,
      `(ts_stat('SELECT to_tsvector(c) FROM ${schema}.${table}')).word`,
      `'${schema}.${table}'::regclass`,
      `cast('${schema}.${table}' as pg_catalog.regclass)`,
      `regclass '${schema}.${table}'`,
      `to_regclass('${schema}.${table}')`,
      `pg_relation_size('${schema}.${table}')`,
      `has_table_privilege('${schema}.${table}', 'select')`,
      `pg_stat_get_activity(NULL)`,
      `1 OPERATOR(${schema}.+) 1`,
      `current_user`,
      `"current_user"()`,
      `(peek())`,
      `${schema}.peek()`,
    ],
    sqlite: [
      `x IN ${table}`,
      `x IN main.${table}`,
      `1 IN /* x */ "${table}"`,
      `x NOT IN ${table}`,
      `x IN pragma_table_info('${table}')`,
      `load_extension('x')`,
    ],
    duckdb: [
      `json_serialize_plan('${query}')`,
      `'${query}'.json_serialize_plan()`,
      `main.json_serialize_plan('${query}')`,
      `"json_serialize_plan" /* x */ ('${query}')`,
      `json_execute_serialized_sql(json_serialize_sql('${query}'))`,
      `query('${query}')`,
      `query_table('${table}')`,
      `stats(x)`,
      `x.stats()`,
      `getenv('HOME')`,
      `'HOME'.getenv()`,
      `current_setting('home_directory')`,
      `current_query()`,
      `getvariable('${table}')`,
      `nextval('${table}')`,
    ],
    mariadb: [
      `load_file('/etc/passwd')`,
      '@@version',
      `@@global.basedir`,
      `${schema}.f()`,
      `nextval(${table})`,
      `NEXT VALUE FOR ${table}`,
      'x PROCEDURE ANALYSE()',
    ],
    clickhouse: [
      `x IN ${table}`,
      `x IN (${table})`,
      `x GLOBAL NOT IN ${schema}.${table}`,
      `in(x, ${table})`,
      `"notIn"(x, (${schema}.${table}))`,
      `dictGet('words', 'x', toUInt64(1))`,
      `joinGet('joined', 'x', toInt32(1))`,
      `hasColumnInTable('${schema}', '${table}', 'c')`,
      `(* APPLY currentUser)`,
      `currentUser()`,
      `initializeAggregation('sum', (SELECT 1))`,
      `getSetting('readonly')`,
    ],
  };
  return own[engine];
}

/** Expressions by which free SQL would read the column `c` of a table, or learn of it. */
export function hiddenReads(schema: string, table: string, engine: Attacked): string[] {
  const names = namesOf(schema, table, engine);
  const expressions = names.flatMap((name) => [...queriesOf(name).flatMap(wrapped), ...beyond(name)]);
  return [...expressions, ...called(schema, table, engine)];
}

/** Statements that read the column `c` of a table. */
export function readingStatements(schema: string, table: string, engine: Attacked): string[] {
  const names = namesOf(schema, table, engine);
  const scalar = called(schema, table, engine).map((call) => `SELECT ${call}`);
  return [
    ...names.flatMap((name) => [
      ...queriesOf(name),
      `SELECT 1 AS x WHERE EXISTS (SELECT c FROM ${name})`,
      `EXPLAIN SELECT c FROM ${name}`,
    ]),
    ...scalar,
  ];
}
