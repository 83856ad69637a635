import { type Catalog, columnsOf, cteOf, ctesAt, isCalled, isSame } from './columns.ts';
import { nearest } from './nearest.ts';
import type { Problem } from './problem.ts';
import type { Named, Query, Reference, Source, Statement } from './query.ts';
import { isReserved, type SqlStyle, written } from './style.ts';
import { brokenTokens } from './token-problems.ts';
import type { Token } from './tokens.ts';
import { sourceNamed } from './uses.ts';

/** What is known of the database for a check of names. */
export interface CheckedCatalog extends Catalog {
  /** Name of the schema at hand; null where there is none. */
  schema: string | null;
}

/** A statement that is checked. */
export interface Checked {
  text: string;
  tokens: readonly Token[];
  statement: Statement;
  style: SqlStyle;
  catalog: CheckedCatalog;
  /** Whether the script makes a table of this name itself. */
  isMade: (name: string) => boolean;
}

/**
 * What can be said without the database: quotes and brackets without an end, tables and columns that are not among
 * those that are known. What is not known for certain is not said.
 */
export function problemsIn(checked: Checked): Problem[] {
  const broken = brokenTokens(checked.text, checked.tokens);
  if (broken.length > 0) return broken;
  // These make columns of values, or have names of their own.
  if (checked.tokens.some((token) => isWord(checked.text, token, MAKERS))) return tableProblems(checked);
  return [...tableProblems(checked), ...targetProblems(checked), ...columnProblems(checked)];
}

const MAKERS = /^(?:PIVOT|UNPIVOT|MATCH_RECOGNIZE|MODEL|MERGE)$/i;

function isWord(text: string, { kind, from, to }: Token, pattern: RegExp): boolean {
  return kind === 'word' && pattern.test(text.slice(from, to));
}

/** Tables that engines have beside those that they list. */
const OWN_TABLES = /^(?:pg_|sqlite_|duckdb_|information_schema|sys|system|dual$|all_|user_|dba_|v\$)/i;

function tableProblems(checked: Checked): Problem[] {
  const { text, statement, isMade } = checked;
  return statement.queries.flatMap((query) =>
    query.sources.flatMap((source): Problem[] => {
      const name = source.path.at(-1);
      if (!name || source.isCall || source.path.length > 2 || cteOf(source, query)) return [];
      const isOwn = source.path.some((each) => OWN_TABLES.test(each.name) || isMacro(each));
      const isTemporary = text.charAt(name.from - 1) === '#';
      return isOwn || isTemporary || isMade(name.name) ? [] : unknownTable(source, name, checked);
    }),
  );
}

function unknownTable({ path }: Source, name: Named, { catalog, style }: Checked): Problem[] {
  const [before] = path.length > 1 ? path : [];
  if (before && catalog.schemas.length > 0 && !catalog.schemas.some((each) => isSame(each, before.name)))
    return [
      warning(before, `There is no schema '${before.name}'`, meant(before.name, catalog.schemas, style)),
    ];
  const schema = before?.name ?? catalog.schema;
  const tables = schema === null ? undefined : catalog.tablesOf(schema);
  if (!tables || has(tables, name.name)) return [];
  return [warning(name, `There is no table '${name.name}' in ${schema}`, meant(name.name, tables, style))];
}

/** Columns that an INSERT fills and that its table has not. */
function targetProblems({ statement, catalog, style }: Checked): Problem[] {
  return statement.queries.flatMap((query) => {
    const [target] = query.sources;
    if (!target || query.targets.length === 0) return [];
    const { columns, isComplete } = columnsOf(target, query, catalog);
    const names = columns.map(({ name }) => name);
    const unknown = isComplete ? query.targets.filter(({ name }) => !has(names, name)) : [];
    return unknown.map((named) =>
      warning(named, `${titleOf(target)} has no column '${named.name}'`, meant(named.name, names, style)),
    );
  });
}

/** Columns that engines have beside those that tables list. */
const OWN_COLUMNS = /^(?:[_@$]|rowid$|rownum$|ctid$|oid$|xmin$|tableoid$|level$|sysdate$|value$|excluded$)/i;

function columnProblems(checked: Checked): Problem[] {
  const { statement, text, tokens } = checked;
  const parameters = lambdaNames(text, tokens);
  return statement.references.flatMap((reference): Problem[] => {
    const { path, isSoft, query, clause } = reference;
    const name = path.at(-1);
    if (!name || isSoft || path.length > 2 || path.some(isMacro)) return [];
    if (path.some((each) => !each.isQuoted && (isReserved(each.name) || parameters.has(each.name))))
      return [];
    // Whoever orders the rows of several queries means the columns of the first.
    if (clause === 'order' && query.isLater) return [];
    if (!isChecked(query) || OWN_COLUMNS.test(name.name)) return [];
    return path.length === 2 || reference.isSource
      ? qualified(reference, checked)
      : unqualified(name, reference, checked);
  });
}

/** Names of the arguments of `x -> …`, and of `name => value`. */
function lambdaNames(text: string, tokens: readonly Token[]): Set<string> {
  const found = new Set<string>();
  tokens.forEach(({ kind, from, to }, at) => {
    const after = tokens[at + 1];
    const isArgument =
      kind === 'word' && after !== undefined && /^(?:->|=>|:=)/.test(text.slice(after.from, after.from + 2));
    if (isArgument) found.add(text.slice(from, to));
    if (text.slice(from, from + 2) !== '->' || text.charAt((tokens[at - 1]?.to ?? 0) - 1) !== ')') return;
    for (let back = at - 2; back >= 0 && text.charAt(tokens[back]?.from ?? 0) !== '('; back -= 1) {
      const each = tokens[back];
      if (each?.kind === 'word') found.add(text.slice(each.from, each.to));
    }
  });
  return found;
}

/** A query that reads nothing may stand in something that is not understood. */
function isChecked(query: Query): boolean {
  return query.sources.length > 0 || query.outer !== undefined;
}

/** Columns that can be named in a query, its own and those around it; undefined where not all are known. */
function namesIn(query: Query, catalog: Catalog): Set<string> | undefined {
  const names = new Set<string>();
  for (let at: Query | undefined = query; at; at = at.outer) {
    for (const source of at.sources) {
      const { columns, isComplete } = columnsOf(source, at, catalog);
      if (!isComplete) return undefined;
      for (const { name } of columns) names.add(name);
    }
  }
  return names;
}

function unqualified(name: Named, { query }: Reference, { catalog, style }: Checked): Problem[] {
  const names = namesIn(query, catalog);
  if (!names) return [];
  if (!has(names, name.name)) {
    if (isKnownOtherwise(name.name, query)) return [];
    const tables = [...new Set(query.sources.map(titleOf))].join(', ');
    const where =
      tables === ''
        ? 'There is no column'
        : `${tables} ${query.sources.length > 1 ? 'have' : 'has'} no column`;
    return [warning(name, `${where} '${name.name}'`, meant(name.name, names, style))];
  }
  return style.picksColumns ? [] : ambiguous(name, query, catalog, style);
}

/** Whole rows by the name of their source, values by their aliases, and values that WITH names. */
function isKnownOtherwise(name: string, query: Query): boolean {
  if (ctesAt(query.scope, query.from).some(({ named }) => isSame(named.name, name))) return true;
  for (let at: Query | undefined = query; at; at = at.outer) {
    if (at.sources.some((source) => isCalled(source, name))) return true;
    if (at.items.some(({ named, isAlias }) => isAlias && named && isSame(named.name, name))) return true;
  }
  return false;
}

function ambiguous(name: Named, query: Query, catalog: Catalog, style: SqlStyle): Problem[] {
  const isShared = query.joinsByName || query.using.length > 0;
  const isAlias = query.items.some(({ named, isAlias }) => isAlias && named && isSame(named.name, name.name));
  if (isShared || isAlias) return [];
  const having = query.sources.filter((source) =>
    columnsOf(source, query, catalog).columns.some((column) => isSame(column.name, name.name)),
  );
  if (having.length < 2) return [];
  const instead = having.flatMap((source) => {
    const of = source.alias ?? source.path.at(-1);
    return of ? [`${written(of.name, style)}.${written(name.name, style)}`] : [];
  });
  return [warning(name, `Several sources have '${name.name}': ${having.map(titleOf).join(', ')}`, instead)];
}

function qualified({ path, query, isSource }: Reference, { catalog, style }: Checked): Problem[] {
  const [of, name] = path;
  if (!of) return [];
  const found = sourceNamed(of.name, query);
  if (found) {
    const { columns, isComplete } = columnsOf(found.source, found.query, catalog);
    if (isSource || !name || !isComplete || columns.some((column) => isSame(column.name, name.name)))
      return [];
    const names = columns.map((column) => column.name);
    return [
      warning(name, `${titleOf(found.source)} has no column '${name.name}'`, meant(name.name, names, style)),
    ];
  }
  // It may be a part of a column.
  const names = namesIn(query, catalog);
  if (!names || has(names, of.name)) return [];
  const sources = query.sources.flatMap((source) => (source.alias ?? source.path.at(-1))?.name ?? []);
  return [warning(of, `Nothing here is called '${of.name}'`, meant(of.name, sources, style))];
}

/** Names that may have been meant, as they have to be written. */
function meant(name: string, names: Iterable<string>, style: SqlStyle): string[] {
  return nearest(name, names).map((each) => written(each, style));
}

function titleOf({ path, alias }: Source): string {
  if (path.length === 0) return alias?.name ?? 'the query';
  return path.map(({ name }) => name).join('.');
}

function isMacro({ name }: Named): boolean {
  return /[{}]/.test(name);
}

function has(names: readonly string[] | ReadonlySet<string>, name: string): boolean {
  const lower = name.toLowerCase();
  for (const each of names) {
    if (each.length === name.length && each.toLowerCase() === lower) return true;
  }
  return false;
}

function warning({ from, to }: Named, message: string, instead: readonly string[]): Problem {
  return { from, to, message, severity: 'warning', instead };
}
