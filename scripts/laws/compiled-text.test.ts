import { dialects } from '@chartroom/engines';
import {
  type CompiledQuery,
  compileQuery,
  type DatasetModel,
  type Dialect,
  loadSqlParser,
  type ParsedStatement,
  type StatementText,
  splitStatements,
} from '@chartroom/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unlessRefused } from './attempt.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { DATASET } from './fact-table.ts';
import { isPlain, name, question } from './questions.ts';
import { permission } from './row-rules.ts';

const NOW = new Date('2024-03-15T10:30:00Z');
const parser = await loadSqlParser();

/** A dataset somewhere: of a table with any name, or virtual over one. */
const dataset: fc.Arbitrary<DatasetModel> = fc
  .record({ table: name, schema: fc.option(name), isVirtual: fc.boolean() })
  .map(({ table, schema, isVirtual }) => ({
    ...DATASET,
    table_name: table,
    schema,
    sql: isVirtual ? 'SELECT * FROM things WHERE 1 = 1; -- all\n' : null,
  }));

const TABLES_OF_RULES = new Set(['facts']);

const DIALECTS = ['duckdb', 'postgresql', 'sqlite'];
const PART = 1 / DIALECTS.length;

describe.each(DIALECTS)('compiled for %s', (id) => {
  const dialect = dialectOf(id);

  it('is one query that reads the table of its dataset and changes nothing', { timeout: PATIENCE_MS }, () => {
    const counts = { refused: 0, read: 0 };
    fc.assert(
      fc.property(question, dataset, fc.option(permission), (query, model, rules) => {
        const rowRules = rules?.rowRules ?? [];
        const result = unlessRefused(() =>
          compileQuery({ query, dataset: model, dialect, now: NOW, rowRules }),
        );
        if (!result) {
          counts.refused += 1;
          return;
        }
        const texts = splitStatements(result.sql, dialect.lexical);
        expect(texts).toHaveLength(1);
        const mayBeUnreadable = !isPlain(query) || texts.some(hasNameThatBeginsWithQuote);
        const statements = mayBeUnreadable
          ? unlessRefused(() => parser.parse(result.sql, dialect))
          : parser.parse(result.sql, dialect);
        if (!statements) return;
        counts.read += 1;
        checkStatements(statements, result, model);
      }),
      cases(PART),
    );
    expect(counts.read, JSON.stringify(counts)).toBeGreaterThan(0.3 * cases(PART).numRuns);
  });
});

/** The parser refuses names that begin with a quotation mark, `"""a"`; engines read them. */
function hasNameThatBeginsWithQuote({ tokens }: StatementText): boolean {
  return tokens.some(({ kind, text }) => kind === 'identifier' && text.startsWith('"""'));
}

function checkStatements(
  statements: readonly ParsedStatement[],
  { query }: CompiledQuery,
  model: DatasetModel,
): void {
  expect(statements).toHaveLength(1);
  const [statement] = statements;
  expect(statement).toMatchObject({
    kind: 'select',
    isSelect: true,
    isQuery: true,
    isMutating: false,
    isTransparent: true,
  });
  if (!query.is_rowcount) expect(statement?.limit).toBe(query.row_limit || null);
  const own = model.sql
    ? { catalog: null, schema: null, table: 'things' }
    : { catalog: null, schema: model.schema, table: model.table_name };
  expect(statement?.touched).toContainEqual(own);
  const others =
    statement?.touched.filter(({ schema, table }) => schema !== own.schema || table !== own.table) ?? [];
  expect(others.filter(({ table }) => !TABLES_OF_RULES.has(table))).toEqual([]);
}

function dialectOf(id: string): Dialect {
  const dialect = dialects[id];
  if (!dialect) throw new Error(`There is no dialect ${id}`);
  return dialect;
}
