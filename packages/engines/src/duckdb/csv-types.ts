import type { DuckDBConnection } from '@duckdb/node-api';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import { askColumns } from './ask-columns.ts';
import { type AskedColumn, askedExpression, misfitTest, requireType } from './asked-types.ts';
import { type Evidence, findHabits, type Habits, NO_EVIDENCE, saidHabits, wayCounts } from './habits.ts';
import { quoteText } from './sql-text.ts';
import { CODE, DECIMAL, momentOf, numberPattern, numberText, textOf, WHOLE } from './value-texts.ts';

/** A column of a file, and the expression that reads its values. */
export interface FileColumn {
  name: string;
  expression: string;
  /** How its values are written, where that was looked for. */
  habits?: Habits | undefined;
}

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

/** Rows that give a first idea of the types, and cells: of a wide file fewer rows do. */
const SAMPLE_ROWS = 20_000;
const SAMPLE_CELLS = 1_000_000;

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
  const looking = { connection, source };
  const rows = Math.min(SAMPLE_ROWS, Math.ceil(SAMPLE_CELLS / Math.max(1, names.length)));
  const sample = `(SELECT * FROM ${from} LIMIT ${rows})`;
  const first = await lookAtHabits(looking, sample, kept, NO_EVIDENCE);
  await requireValues(looking, from, first.columns);
  const ideas = await closeLook(looking, sample, first.columns);
  const confirmed = (await isAll(looking, from, rows)) ? ideas : await quickLook(looking, from, ideas);
  const surprising = kept.filter((name) => !confirmed.has(name));
  const second = await lookAtHabits(looking, from, surprising, first.evidence);
  const found = await closeLook(looking, from, second.columns);
  const columns = new Map([...first.columns, ...second.columns].map((column) => [column.name, column]));
  return kept.map((name) => {
    const column = columns.get(name) ?? { name, habits: saidHabits(source) };
    const facts = confirmed.get(name)?.facts ?? found.get(name)?.facts;
    const expression = facts ? readAs(column, facts, source) : textOf(name, source);
    return { name, expression, ...(source.detect && { habits: column.habits }) };
  });
}

/** Whether so many rows are all that a file has. */
async function isAll({ connection }: Looking, from: string, rows: number): Promise<boolean> {
  const found = await connection.runAndReadAll(
    `SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${rows + 1})`,
  );
  return Number(found.getRows()[0]?.[0]) <= rows;
}

/** What is looked at. */
interface Looking {
  connection: DuckDBConnection;
  source: FileSource;
}
interface Column {
  name: string;
  habits: Habits;
}
/** What is known of a column's values. */
interface Known {
  column: Column;
  facts: Facts;
}

/** How the values of some columns are written, if that is to be found out. */
async function lookAtHabits(
  { connection, source }: Looking,
  from: string,
  names: readonly string[],
  known: Evidence,
): Promise<{ columns: Column[]; evidence: Evidence }> {
  if (!source.detect || names.length === 0)
    return { columns: names.map((name) => ({ name, habits: saidHabits(source) })), evidence: known };
  const counts = await askColumns(
    { connection, source, from },
    names.map((name) => ({ name })),
    (_column, text) => wayCounts(text, source),
  );
  const { habits, evidence } = findHabits(counts, source, known);
  const usual = saidHabits(source);
  return { columns: names.map((name, at) => ({ name, habits: habits[at] ?? usual })), evidence };
}

async function closeLook(
  { connection, source }: Looking,
  from: string,
  columns: readonly Column[],
): Promise<Map<string, Known>> {
  const told = await askColumns({ connection, source, from }, columns, (column, text) =>
    factExpressions(column, text, source),
  );
  return new Map(columns.map((column, at) => [column.name, { column, facts: factsOf(told[at] ?? []) }]));
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

/** Columns that are what the sample says, with what can only be known of all rows. What the sample left open it does not say. */
async function quickLook(
  { connection, source }: Looking,
  from: string,
  ideas: Map<string, Known>,
): Promise<Map<string, Known>> {
  const known = [...ideas.values()].filter(({ column }) => column.habits.doubt === undefined);
  const told = await askColumns(
    { connection, source, from },
    known.map((each) => ({ ...each, name: each.column.name })),
    ({ column, facts }, text) => [
      `count(${text}) < count(*)`,
      `coalesce(bool_and(${cheapTest(column, facts, text, source)}), true)`,
    ],
  );
  const confirmed = new Map<string, Known>();
  for (const [at, { column, facts }] of known.entries()) {
    const [missing, isSo] = told[at] ?? [];
    if (isSo === true) confirmed.set(column.name, { column, facts: { ...facts, missing: missing === true } });
  }
  return confirmed;
}

/** Null for missing values. Whole numbers pass in their plain form only, without zeros or signs before them. */
function cheapTest({ habits }: Column, facts: Facts, text: string, source: FileSource): string {
  const number = numberText(text, habits.numbers);
  const ofAll = (test: string): string => `CASE WHEN ${text} IS NOT NULL THEN ${test} END`;
  if (!facts.any) return `${text} IS NULL`;
  if (facts.truth) return `lower(${text}) IN ('true', 'false')`;
  if (hasSigns(habits, source) && (facts.whole || facts.decimal)) {
    const test = `regexp_matches(${text}, ${quoteText(numberPattern(habits.numbers, facts.whole ? 'whole' : 'any'))})`;
    return facts.whole && !facts.small
      ? 'false'
      : ofAll(
          `${test} AND abs(try_cast(${number} AS DOUBLE)) <= ${facts.whole ? '9007199254740992' : "'infinity'::DOUBLE"}`,
        );
  }
  if (facts.whole && facts.small)
    return ofAll(
      `coalesce(length(CAST(try_cast(${text} AS BIGINT) AS VARCHAR)) = length(${text}) AND abs(try_cast(${text} AS DOUBLE)) <= 9007199254740992, false)`,
    );
  if (facts.whole) return 'false';
  if (facts.decimal)
    return ofAll(
      `try_cast(${number} AS DOUBLE) IS NOT NULL AND left(${number}, 1) < ':' AND (left(${number}, 1) <> '0' OR NOT substr(${number}, 2, 1) BETWEEN '0' AND '9') AND (left(${number}, 1) NOT IN ('-', '+') OR substr(${number}, 2, 1) < ':')`,
    );
  if (facts.moment)
    return ofAll(
      `${momentOf(text, habits.dayFirst ?? false, source)} IS NOT NULL${facts.day ? ` AND length(${text}) <= 10` : ''}`,
    );
  return 'true';
}

/** Whether the numbers of a column are to be rewritten, and were found to be: signs that somebody named are those of the whole file. */
const hasSigns = ({ numbers }: Habits, { detect }: FileSource): boolean =>
  numbers.groups !== '' || (detect === true && numbers.decimal !== '.');

/** Whether values of a column may become moments. */
const asksForDates = (name: string, { detect, dateColumns }: FileSource): boolean =>
  detect === true || dateColumns?.includes(name) === true;

function factExpressions({ name, habits }: Column, text: string, source: FileSource): string[] {
  const dates = asksForDates(name, source) && habits.dayFirst !== undefined;
  const moment = momentOf(text, habits.dayFirst ?? false, source);
  const isSigned = hasSigns(habits, source);
  const number = numberText(text, habits.numbers);
  const whole = isSigned ? number : text;
  // Not FILTER: planning many of those takes a time that grows with their square.
  const all = (test: string): string =>
    `coalesce(bool_and(CASE WHEN ${text} IS NOT NULL THEN ${test} END), false)`;
  const matches = (kind: 'whole' | 'any'): string =>
    `regexp_matches(${text}, ${quoteText(numberPattern(habits.numbers, kind))})`;
  return [
    `count(${text}) > 0`,
    `count(${text}) < count(*)`,
    all(isSigned ? matches('whole') : `regexp_matches(${text}, '${WHOLE}')`),
    all(`abs(try_cast(${whole} AS HUGEINT)) <= 9007199254740992`),
    all(`try_cast(${whole} AS BIGINT) IS NOT NULL`),
    all(
      `try_cast(${whole} AS BIGINT) IS NULL AND try_cast(${whole} AS HUGEINT) IS NOT NULL OR try_cast(${whole} AS BIGINT) IS NOT NULL`,
    ),
    all(
      isSigned
        ? matches('any')
        : `regexp_matches(${number}, '${DECIMAL}') AND NOT regexp_matches(${number}, '${CODE}')`,
    ),
    all(`lower(${text}) IN ('true', 'false')`),
    dates ? all(`${moment} IS NOT NULL`) : 'false',
    dates ? all(`length(trim(${text})) <= 10`) : 'false',
  ];
}

/** Throws when a value of a column is none of the type that was asked for. All rows are read once, and again only for an example. */
async function requireValues(
  { connection, source }: Looking,
  from: string,
  columns: readonly Column[],
): Promise<void> {
  if (source.misfits === 'empty') return;
  const asked = columns.flatMap((column): AskedColumn[] => {
    const type = source.types?.[column.name];
    return type === undefined ? [] : [{ ...column, asked: type }];
  });
  const told = await askColumns({ connection, source, from }, asked, (column, text) => [
    `bool_or(${misfitTest(column, text, source)})`,
  ]);
  const failed = asked.find((_, at) => told[at]?.[0] === true);
  if (!failed) return;
  const text = textOf(failed.name, source);
  const found = await connection.runAndReadAll(
    `SELECT ${text} FROM ${from} WHERE ${misfitTest(failed, text, source)} LIMIT 1`,
  );
  const example = String(found.getRows()[0]?.[0]).slice(0, 80);
  throw fileProblem(
    `Cannot convert column "${failed.name}" to ${failed.asked}: it holds ${JSON.stringify(example)}.`,
  );
}

function readAs(column: Column, facts: Facts, source: FileSource): string {
  const { name, habits } = column;
  const text = textOf(name, source);
  const number = numberText(text, habits.numbers);
  const whole = hasSigns(habits, source) ? number : text;
  const moment = momentOf(text, habits.dayFirst ?? false, source);
  const asked = source.types?.[name];
  const isDate = source.dateColumns?.includes(name) === true;
  // A column in which something is no moment stays what it is, so that nothing of it is lost.
  if (isDate && (facts.moment || !facts.any)) return moment;
  if (asked !== undefined) return askedExpression({ ...column, asked }, text, source);
  if (!facts.any) return text;
  if (facts.truth) return `CAST(${text} AS BOOLEAN)`;
  // The reference's reader has no missing whole numbers: such a column is one of fractions there. Only where nothing is lost.
  if (facts.whole && facts.small && facts.missing && !source.detect) return `CAST(${whole} AS DOUBLE)`;
  if (facts.whole && facts.small) return `CAST(${whole} AS BIGINT)`;
  if (facts.whole && facts.long) return `CAST(${whole} AS BIGINT)`;
  if (facts.whole) return facts.huge ? `CAST(${whole} AS HUGEINT)` : text;
  if (facts.decimal) return `CAST(${number} AS DOUBLE)`;
  if (facts.moment) return facts.day ? `CAST(${moment} AS DATE)` : moment;
  return text;
}
