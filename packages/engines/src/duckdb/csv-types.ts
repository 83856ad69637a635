import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileSource } from '../child/protocol.ts';
import { quoteName } from './sql-text.ts';

/** What all values of a column can be read as, and the expression that reads them. */
export interface CsvColumn {
  name: string;
  expression: string;
}

/** Formats tried beside ISO 8601, by what stands first. */
const FORMATS = {
  month: ['%m/%d/%Y', '%m/%d/%Y %H:%M:%S', '%m/%d/%Y %H:%M', '%m-%d-%Y'],
  day: ['%d/%m/%Y', '%d/%m/%Y %H:%M:%S', '%d/%m/%Y %H:%M', '%d-%m-%Y', '%d.%m.%Y', '%d.%m.%Y %H:%M:%S'],
};
/** A number with a leading zero is a code: its zero counts. */
const WHOLE = '^[+-]?(0|[1-9][0-9]*)$';
const DECIMAL = '^[+-]?(([0-9]+[.]?[0-9]*)|([.][0-9]+))([eE][+-]?[0-9]+)?$';
const CODE = '^[+-]?0[0-9]';

/** Facts about the values of a column; each holds for all of them. */
interface Facts {
  any: boolean;
  missing: boolean;
  whole: boolean;
  small: boolean;
  huge: boolean;
  decimal: boolean;
  truth: boolean;
  moment: boolean;
  day: boolean;
}

/** Reads every value once, to find the type of each column. `from` gives all columns as text. */
export async function findCsvTypes(
  connection: DuckDBConnection,
  from: string,
  names: readonly string[],
  source: FileSource,
): Promise<CsvColumn[]> {
  const kept = names.filter((name) => source.columns === undefined || source.columns.includes(name));
  const items = kept.flatMap((name) => factExpressions(textOf(name, source), source));
  const found = await connection.runAndReadAll(`SELECT ${items.join(', ')} FROM ${from}`);
  const row = found.getRows()[0] ?? [];
  const width = items.length / Math.max(1, kept.length);
  return kept.map((name, index) => {
    const value = (place: number): boolean => row[index * width + place] === true;
    const facts: Facts = {
      any: value(0),
      missing: value(1),
      whole: value(2),
      small: value(3),
      huge: value(4),
      decimal: value(5),
      truth: value(6),
      moment: value(7),
      day: value(8),
    };
    return { name, expression: readAs(name, facts, source) };
  });
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
  return `CASE WHEN regexp_matches(${text}, '^\\s*[0-9]+[-/.]') THEN coalesce(try_strptime(trim(${text}), [${formats}]), try_cast(${text} AS TIMESTAMP)) END`;
}

function factExpressions(text: string, source: FileSource): string[] {
  const number = numberText(text, source);
  const all = (test: string): string => `coalesce(bool_and(${test}) FILTER (${text} IS NOT NULL), false)`;
  const dates = source.detectDates === true;
  return [
    `count(${text}) > 0`,
    `count(${text}) < count(*)`,
    all(`regexp_matches(${text}, '${WHOLE}')`),
    all(`abs(try_cast(${text} AS HUGEINT)) <= 9007199254740992`),
    all(`try_cast(${text} AS BIGINT) IS NULL AND try_cast(${text} AS HUGEINT) IS NOT NULL OR try_cast(${text} AS BIGINT) IS NOT NULL`),
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
  const name = TYPE_NAMES[asked.toLowerCase()] ?? asked;
  if (!/^[A-Za-z][A-Za-z0-9_ ]*(\(\d+(, ?\d+)?\))?$/.test(name)) throw new Error(`"${asked}" is not the name of a type.`);
  return name;
}

function readAs(name: string, facts: Facts, source: FileSource): string {
  const text = textOf(name, source);
  const number = numberText(text, source);
  const asked = source.types?.[name];
  if (source.dateColumns?.includes(name)) return momentOf(text, source);
  if (asked !== undefined) return `CAST(${/^(DOUBLE|FLOAT|DECIMAL)/i.test(typeName(asked)) ? number : text} AS ${typeName(asked)})`;
  if (!facts.any) return text;
  if (facts.truth) return `CAST(${text} AS BOOLEAN)`;
  // The reference's reader has no missing whole numbers: such a column is one of fractions there. Only where nothing is lost.
  if (facts.whole && facts.small && facts.missing && !source.detectDates) return `CAST(${text} AS DOUBLE)`;
  if (facts.whole && facts.small) return `CAST(${text} AS BIGINT)`;
  if (facts.whole) return facts.huge ? `CAST(${text} AS HUGEINT)` : text;
  if (facts.decimal) return `CAST(${number} AS DOUBLE)`;
  if (facts.moment) return facts.day ? `CAST(${momentOf(text, source)} AS DATE)` : momentOf(text, source);
  return text;
}
