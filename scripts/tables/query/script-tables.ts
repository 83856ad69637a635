import { dialects } from '@chartroom/engines';
import {
  canMakeTable,
  canMakeView,
  createAs,
  type Lexical,
  loadSqlParser,
  type ParsedStatement,
  type ScriptDialect,
  type SqlParser,
  type TableName,
} from '@chartroom/query';
import { hoisted } from '../../../packages/query/src/sql/hoisted.ts';
import { listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import { engineTables } from './engine-tables.ts';
import {
  attempt,
  type Comparison,
  expectedError,
  type QueryCase,
  queryTable,
  type Shared,
  textOf,
} from './query-cases.ts';

/** SQL of people: what scripts do, their limits, the functions they call, their pretty form; addresses and errors of engines. */
export const scriptTables: TableCheck[] = [
  parserTable('sql-parse', parseCase),
  parserTable('sql-limit', limitCase),
  parserTable('sql-functions', functionCase),
  parserTable('sql-format', formatCase),
  parserTable('sql-ctas', makeCase),
  parserTable('sql-rls', ruleCase),
  ...engineTables,
];

function parserTable(
  name: string,
  play: (parser: SqlParser, each: QueryCase, shared: Shared) => Comparison | undefined,
): TableCheck {
  return {
    name,
    file: `${name}.json`,
    run: async (content) => {
      const parser = await loadSqlParser();
      return queryTable(name, (each, shared) => play(parser, each, shared)).run(content);
    },
  };
}

function dialectOf(engine: string): ScriptDialect {
  return dialects[engine] ?? { id: engine, parser: engine, lexical: PLAIN };
}

/** SQL of no engine in particular. */
const PLAIN: Lexical = {
  backticks: false,
  bracketIdentifiers: false,
  backslashEscapes: false,
  escapeStrings: false,
  dollarQuotes: false,
  hashComments: false,
  nestedComments: true,
};

function tablesOf(statement: ParsedStatement): string[] {
  return statement.tables
    .map(({ catalog, schema, table }) => JSON.stringify([catalog, schema, table]))
    .sort();
}

function parseCase(parser: SqlParser, each: QueryCase): Comparison | undefined {
  const got = attempt(() => parser.parse(String(each.sql), dialectOf(String(each.engine))));
  if (expectedError(each.out))
    return { expected: 'an error', actual: got.thrown === undefined ? got.value.map(summary) : 'an error' };
  const out = recordOf(each.out);
  const kinds = listOf(out.kinds).map((kind) => {
    // Of Kusto's own language the recording does not tell sub-queries.
    const { select, mutating, tables, limit, subquery = false } = recordOf(kind);
    return {
      select,
      mutating,
      tables: listOf(tables)
        .map((table) => JSON.stringify(table))
        .sort(),
      limit,
      subquery,
    };
  });
  const expected = {
    statements: out.statements,
    kinds,
    mutation: out.mutation,
    ctas: out.valid_ctas,
    cvas: out.valid_cvas,
  };
  if (got.thrown !== undefined) return { expected, actual: got.thrown };
  const statements = got.value;
  const actual = {
    statements: statements.length,
    kinds: statements.map(summary),
    mutation: statements.some((statement) => statement.isMutating),
    ctas: statements.length === 0 ? undefined : canMakeTable(statements),
    cvas: statements.length === 0 ? undefined : canMakeView(statements),
  };
  return { expected, actual };
}

function summary(statement: ParsedStatement): Record<string, unknown> {
  return {
    select: statement.isSelect,
    mutating: statement.isMutating,
    tables: tablesOf(statement),
    limit: statement.limit,
    subquery: statement.hasSubquery,
  };
}

/** Only FORCE_LIMIT is used by the engines of the installation; the changed statement is read again to see its limit. */
function limitCase(parser: SqlParser, each: QueryCase): Comparison {
  const dialect = dialectOf(String(each.engine));
  const out = recordOf(each.out);
  const last = parser.parse(String(each.sql), dialect).at(-1);
  const limits = [1000, 3];
  const expected = [out.before, ...limits.map((limit) => recordOf(out[`FORCE_LIMIT ${limit}`]).limit)];
  if (!last) return { expected, actual: 'no statement' };
  const changed = limits.map(
    (limit) => parser.parse(parser.withLimit(last, limit, dialect), dialect)[0]?.limit,
  );
  return { expected, actual: [last.limit, ...changed] };
}

function functionCase(parser: SqlParser, each: QueryCase): Comparison {
  const forbidden = new Set(listOf(each.functions).map((name) => String(name).toLowerCase()));
  const got = attempt(
    () =>
      parser.forbiddenCalls(parser.parse(String(each.sql), dialectOf(String(each.engine))), forbidden)
        .length > 0,
  );
  return {
    expected: expectedError(each) ? 'an error' : each.present,
    actual: got.thrown === undefined ? got.value : 'an error',
  };
}

function formatCase(parser: SqlParser, each: QueryCase): Comparison {
  const dialect = dialectOf(String(each.engine));
  const sql = String(each.sql);
  if (each.as_cte !== undefined)
    return { expected: plainText(String(each.as_cte)), actual: plainText(asExpression(sql, dialect)) };
  const got = attempt(() => parser.format(sql, dialect, { comments: each.comments !== false }));
  return { expected: each.format, actual: got.thrown ?? got.value };
}

/** As the installation hoists the expressions of a query that becomes a part of another one. */
function asExpression(sql: string, { lexical }: ScriptDialect): string {
  const { expressions, query } = hoisted(sql, lexical) ?? { expressions: undefined, query: sql };
  return `WITH ${expressions === undefined ? '' : `${expressions}, `}__cte AS ( ${query} )`;
}

/**
 * CREATE … AS around the last statement, compared without line breaks and quotes: the reference leaves names
 * unquoted. What was made must write, also where the reference's unquoted name hid that.
 */
function makeCase(parser: SqlParser, each: QueryCase): Comparison {
  const out = recordOf(each.out);
  const dialect = dialectOf(String(each.engine));
  const read = attempt(() => parser.parse(String(each.sql), dialect));
  if (expectedError(out) && read.thrown !== undefined) return { expected: 'an error', actual: 'an error' };
  const last = read.thrown === undefined ? read.value.at(-1) : undefined;
  const [catalog, schema, table] = listOf(each.table).map((part) => textOf(part) ?? null);
  const quote = dialect.lexical.backticks ? '`' : '"';
  const name = { catalog: catalog ?? null, schema: schema ?? null, table: table ?? '' };
  const kind = each.method === 'VIEW' ? 'VIEW' : 'TABLE';
  const { selectInto } = dialects[String(each.engine)] ?? {};
  const quoteIdentifier = (part: string): string => `${quote}${part}${quote}`;
  const made = createAs(
    last?.sql ?? '',
    { kind, name },
    { ...dialect, ...(selectInto && { selectInto }), quoteIdentifier },
  );
  return {
    expected: expectedError(out) ? 'an error' : { text: plainText(String(out.text)), mutating: true },
    actual: { text: plainText(made), mutating: parser.parse(made, dialect)[0]?.isMutating },
  };
}

function plainText(sql: string): string {
  return sql
    .replace(/["`]/g, '')
    .replace(/--\s*(.*)$/m, '/* $1 */')
    .replace(/\s+/g, ' ')
    .replace(/\( | \)/g, (bracket) => bracket.trim());
}

/**
 * Row rules in SQL of people: each table gets its rule as often as it is read. The installation has one method for all
 * engines; of the other one it is what the tables gained that counts.
 */
function ruleCase(parser: SqlParser, each: QueryCase, shared: Shared): Comparison {
  const dialect = dialectOf(String(each.engine));
  const predicates = recordOf(shared.predicates);
  const ruleOf = (key: string): string => listOf(predicates[key]).join(' AND ');
  const predicateOf = ({ schema, table }: TableName): string | undefined =>
    ruleOf(`${schema ?? textOf(each.default_schema)}.${table}`) || undefined;
  const quote = dialect.lexical.backticks ? '`' : '"';
  const [statement] = parser.parse(String(each.sql), dialect);
  if (!statement) return { expected: each.out, actual: 'no statement' };
  const made = parser.withRowRules(statement, predicateOf, {
    quoteIdentifier: (part) => `${quote}${part}${quote}`,
  });
  const counts = Object.keys(predicates).map(
    (key) => [key, made.split(`WHERE ${ruleOf(key)})`).length - 1] as const,
  );
  const gained = Object.fromEntries(counts.filter(([, count]) => count > 0));
  const out = recordOf(each.out);
  if (each.method !== 'AS_SUBQUERY') return { expected: out.gained, actual: gained };
  // Names of functions are the same in small letters and capitals.
  const text = (sql: string): string =>
    plainText(parser.format(sql, dialect)).replaceAll(' AS ', ' ').toLowerCase();
  return {
    expected: { gained: out.gained, text: text(String(out.text)) },
    actual: { gained, text: text(made) },
  };
}
