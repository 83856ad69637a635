import { ownMember } from '@chartroom/model/base';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import { quoteName } from './sql-text.ts';

/** A column of a file, and the expression that reads its values. */
export interface FileColumn {
  name: string;
  expression: string;
}

/** Formats tried beside ISO 8601, by what stands first. */
const FORMATS = {
  month: ['%m/%d/%Y', '%m/%d/%Y %H:%M:%S', '%m/%d/%Y %H:%M', '%m-%d-%Y'],
  day: ['%d/%m/%Y', '%d/%m/%Y %H:%M:%S', '%d/%m/%Y %H:%M', '%d-%m-%Y', '%d.%m.%Y', '%d.%m.%Y %H:%M:%S'],
};
/** A number may have blanks around it, as behind a comma. One with a leading zero is a code: its zero counts. */
const WHOLE = '^\\s*[+-]?(0|[1-9][0-9]*)\\s*$';
const DECIMAL = '^\\s*[+-]?(([0-9]+[.]?[0-9]*)|([.][0-9]+))([eE][+-]?[0-9]+)?\\s*$';
const CODE = '^\\s*[+-]?0[0-9]';

/** Facts about the values of a column; each holds for all of them. */
interface Facts {
  any: boolean;
  missing: boolean;
  whole: boolean;
  small: boolean;
  long: boolean;
  huge: boolean;
  decimal: boolean;
  truth: boolean;
  moment: boolean;
  day: boolean;
}
const FACTS = [
  'any',
  'missing',
  'whole',
  'small',
  'long',
  'huge',
  'decimal',
  'truth',
  'moment',
  'day',
] as const;

/** Columns that one query looks at. */
const COLUMNS_AT_ONCE = 200;
/** Rows that give a first idea of the types. */
const SAMPLE_ROWS = 20_000;

/**
 * Finds the type of each column by all its values. `from` gives all columns as text. A sample says what to look for, one
 * cheap look at all rows whether it holds; only columns that surprise are looked at closely.
 */
export async function findCsvTypes(
  connection: DuckDBConnection,
  from: string,
  names: readonly string[],
  source: FileSource,
): Promise<FileColumn[]> {
  const kept = names.filter((name) => source.columns?.includes(name) ?? true);
  for (const type of new Set(Object.values(source.types ?? {}))) await requireType(connection, type);
  await requireValues(connection, from, kept, source);
  const ideas = await closeLook(connection, `(SELECT * FROM ${from} LIMIT ${SAMPLE_ROWS})`, kept, source);
  const confirmed = await quickLook(connection, from, ideas, source);
  const surprising = kept.filter((name) => !confirmed.has(name));
  const found =
    surprising.length > 0 ? await closeLook(connection, from, surprising, source) : new Map<string, Facts>();
  return kept.map((name) => {
    const facts = confirmed.get(name) ?? found.get(name);
    return { name, expression: facts ? readAs(name, facts, source) : textOf(name, source) };
  });
}

async function closeLook(
  connection: DuckDBConnection,
  from: string,
  names: readonly string[],
  source: FileSource,
): Promise<Map<string, Facts>> {
  const row = await oneRow(
    connection,
    from,
    names.map((name) => factExpressions(textOf(name, source), source, asksForDates(name, source))),
  );
  return new Map(
    names.map((name, column) => [
      name,
      factsOf(row.slice(column * FACTS.length, (column + 1) * FACTS.length)),
    ]),
  );
}

/** The values of aggregates, those of one column after the other. Few columns at a time: planning takes a time that grows with their square. */
async function oneRow(
  connection: DuckDBConnection,
  from: string,
  columns: readonly string[][],
): Promise<unknown[]> {
  const row: unknown[] = [];
  for (let at = 0; at < columns.length; at += COLUMNS_AT_ONCE) {
    const items = columns.slice(at, at + COLUMNS_AT_ONCE).flat();
    row.push(
      ...((await connection.runAndReadAll(`SELECT ${items.join(', ')} FROM ${from}`)).getRows()[0] ?? []),
    );
  }
  return row;
}

function factsOf(values: readonly unknown[]): Facts {
  const fact = (name: (typeof FACTS)[number]): boolean => values[FACTS.indexOf(name)] === true;
  return {
    any: fact('any'),
    missing: fact('missing'),
    whole: fact('whole'),
    small: fact('small'),
    long: fact('long'),
    huge: fact('huge'),
    decimal: fact('decimal'),
    truth: fact('truth'),
    moment: fact('moment'),
    day: fact('day'),
  };
}

/** Columns that are what the sample says, with what can only be known of all rows. */
async function quickLook(
  connection: DuckDBConnection,
  from: string,
  ideas: Map<string, Facts>,
  source: FileSource,
): Promise<Map<string, Facts>> {
  const tests = [...ideas].map(([name, facts]) => {
    const text = textOf(name, source);
    return [`count(${text}) < count(*)`, `coalesce(bool_and(${cheapTest(text, facts, source)}), true)`];
  });
  const row = await oneRow(connection, from, tests);
  const confirmed = new Map<string, Facts>();
  for (const [column, [name, facts]] of [...ideas].entries()) {
    if (row[column * 2 + 1] === true) confirmed.set(name, { ...facts, missing: row[column * 2] === true });
  }
  return confirmed;
}

/** Null for missing values. Whole numbers pass in their plain form only, without zeros or signs before them. */
function cheapTest(text: string, facts: Facts, source: FileSource): string {
  const number = numberText(text, source);
  if (!facts.any) return `${text} IS NULL`;
  if (facts.truth) return `lower(${text}) IN ('true', 'false')`;
  if (facts.whole && facts.small)
    return `CASE WHEN ${text} IS NOT NULL THEN coalesce(length(CAST(try_cast(${text} AS BIGINT) AS VARCHAR)) = length(${text}) AND abs(try_cast(${text} AS DOUBLE)) <= 9007199254740992, false) END`;
  if (facts.whole) return 'false';
  if (facts.decimal)
    return `CASE WHEN ${text} IS NOT NULL THEN try_cast(${number} AS DOUBLE) IS NOT NULL AND left(${number}, 1) < ':' AND (left(${number}, 1) <> '0' OR NOT substr(${number}, 2, 1) BETWEEN '0' AND '9') AND (left(${number}, 1) NOT IN ('-', '+') OR substr(${number}, 2, 1) < ':') END`;
  if (facts.moment)
    return `CASE WHEN ${text} IS NOT NULL THEN ${momentOf(text, source)} IS NOT NULL${facts.day ? ` AND length(${text}) <= 10` : ''} END`;
  return 'true';
}

function textOf(name: string, source: FileSource): string {
  return source.skipInitialSpace ? `ltrim(${quoteName(name)})` : quoteName(name);
}

function numberText(text: string, source: FileSource): string {
  return source.decimalSeparator && source.decimalSeparator !== '.'
    ? `replace(${text}, '${source.decimalSeparator.replaceAll("'", "''")}', '.')`
    : text;
}

function momentOf(text: string, source: FileSource): string {
  const formats = (source.dayFirst ? FORMATS.day : FORMATS.month).map((format) => `'${format}'`).join(', ');
  // Formats are slow to try: only what does not begin with a year is read by them.
  return `CASE WHEN regexp_matches(${text}, '^\\s*[0-9]{1,2}[-/.]') THEN try_strptime(trim(${text}), [${formats}])
    WHEN regexp_matches(${text}, '^\\s*[0-9]{4}[-/]') THEN try_cast(${text} AS TIMESTAMP) END`;
}

/** Whether values of a column may become moments. */
const asksForDates = (name: string, { detectDates, dateColumns }: FileSource): boolean =>
  detectDates === true || dateColumns?.includes(name) === true;

function factExpressions(text: string, source: FileSource, dates: boolean): string[] {
  const number = numberText(text, source);
  // Not FILTER: planning many of those takes a time that grows with their square.
  const all = (test: string): string =>
    `coalesce(bool_and(CASE WHEN ${text} IS NOT NULL THEN ${test} END), false)`;
  return [
    `count(${text}) > 0`,
    `count(${text}) < count(*)`,
    all(`regexp_matches(${text}, '${WHOLE}')`),
    all(`abs(try_cast(${text} AS HUGEINT)) <= 9007199254740992`),
    all(`try_cast(${text} AS BIGINT) IS NOT NULL`),
    all(
      `try_cast(${text} AS BIGINT) IS NULL AND try_cast(${text} AS HUGEINT) IS NOT NULL OR try_cast(${text} AS BIGINT) IS NOT NULL`,
    ),
    all(`regexp_matches(${number}, '${DECIMAL}') AND NOT regexp_matches(${number}, '${CODE}')`),
    all(`lower(${text}) IN ('true', 'false')`),
    dates ? all(`${momentOf(text, source)} IS NOT NULL`) : 'false',
    dates ? all(`length(trim(${text})) <= 10`) : 'false',
  ];
}

/** Names that the reference's clients give types by, besides the engine's own. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  str: 'VARCHAR',
  string: 'VARCHAR',
  object: 'VARCHAR',
  category: 'VARCHAR',
  int: 'BIGINT',
  int64: 'BIGINT',
  int32: 'INTEGER',
  float: 'DOUBLE',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  datetime64: 'TIMESTAMP',
  'datetime64[ns]': 'TIMESTAMP',
};

/** The type that somebody asked for, as the engine names it. Throws when it is no type's name. */
function typeName(asked: string): string {
  const name = ownMember(TYPE_NAMES, asked.toLowerCase()) ?? asked;
  if (!/^[A-Za-z][A-Za-z0-9_ ]*(\(\d+(, ?\d+)?\))?$/.test(name))
    throw new Error(`"${asked}" is not the name of a type.`);
  return name;
}

/** Refuses a type that is none. */
async function requireType(connection: DuckDBConnection, asked: string): Promise<void> {
  try {
    await connection.run(`SELECT CAST(NULL AS ${typeName(asked)})`);
  } catch {
    throw fileProblem(`"${asked}" is not the name of a type.`);
  }
}

/** Throws when a value of a column is none of the type that was asked for. All rows are read once, and again only for an example. */
async function requireValues(
  connection: DuckDBConnection,
  from: string,
  names: readonly string[],
  source: FileSource,
): Promise<void> {
  const tests = names.flatMap((name) => {
    const asked = source.types?.[name];
    if (asked === undefined) return [];
    const text = textOf(name, source);
    const misfit = `${text} IS NOT NULL AND TRY_CAST(${askedText(text, asked, source)} AS ${typeName(asked)}) IS NULL`;
    return [{ name, asked, text, misfit }];
  });
  const row = await oneRow(
    connection,
    from,
    tests.map(({ misfit }) => [`bool_or(${misfit})`]),
  );
  const failed = tests.find((_, column) => row[column] === true);
  if (!failed) return;
  const { name, asked, text, misfit } = failed;
  const found = await connection.runAndReadAll(`SELECT ${text} FROM ${from} WHERE ${misfit} LIMIT 1`);
  const example = String(found.getRows()[0]?.[0]).slice(0, 80);
  throw fileProblem(`Cannot convert column "${name}" to ${asked}: it holds ${JSON.stringify(example)}.`);
}

function askedText(text: string, asked: string, source: FileSource): string {
  return /^(DOUBLE|FLOAT|DECIMAL)/i.test(typeName(asked)) ? numberText(text, source) : text;
}

function readAs(name: string, facts: Facts, source: FileSource): string {
  const text = textOf(name, source);
  const number = numberText(text, source);
  const asked = source.types?.[name];
  const isDate = source.dateColumns?.includes(name) === true;
  // A column in which something is no moment stays what it is, so that nothing of it is lost.
  if (isDate && (facts.moment || !facts.any)) return momentOf(text, source);
  if (asked !== undefined) return `CAST(${askedText(text, asked, source)} AS ${typeName(asked)})`;
  if (!facts.any) return text;
  if (facts.truth) return `CAST(${text} AS BOOLEAN)`;
  // The reference's reader has no missing whole numbers: such a column is one of fractions there. Only where nothing is lost.
  if (facts.whole && facts.small && facts.missing && !source.detectDates) return `CAST(${text} AS DOUBLE)`;
  if (facts.whole && facts.small) return `CAST(${text} AS BIGINT)`;
  if (facts.whole && facts.long) return `CAST(${text} AS BIGINT)`;
  if (facts.whole) return facts.huge ? `CAST(${text} AS HUGEINT)` : text;
  if (facts.decimal) return `CAST(${number} AS DOUBLE)`;
  if (facts.moment) return facts.day ? `CAST(${momentOf(text, source)} AS DATE)` : momentOf(text, source);
  return text;
}
