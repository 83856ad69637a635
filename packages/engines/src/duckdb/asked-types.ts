import { ownMember } from '@chartroom/model/base';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import type { Habits } from './habits.ts';
import { quoteText } from './sql-text.ts';
import { momentOf, numberPattern, numberText } from './value-texts.ts';

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
export async function requireType(connection: DuckDBConnection, asked: string): Promise<void> {
  try {
    await connection.run(`SELECT CAST(NULL AS ${typeName(asked)})`);
  } catch {
    throw fileProblem(`"${asked}" is not the name of a type.`);
  }
}

/** A column for which somebody asked a type. */
export interface AskedColumn {
  name: string;
  asked: string;
  habits: Habits;
}

/** What reads the values of a column as the type that was asked for. */
export function askedExpression(column: AskedColumn, text: string, source: FileSource): string {
  const cast = source.misfits === 'empty' ? 'TRY_CAST' : 'CAST';
  return `${cast}(${askedText(column, text, source)} AS ${typeName(column.asked)})`;
}

/** Whether a value is none of the type that was asked for. */
export function misfitTest(column: AskedColumn, text: string, source: FileSource): string {
  return `${text} IS NOT NULL AND TRY_CAST(${askedText(column, text, source)} AS ${typeName(column.asked)}) IS NULL`;
}

/** The texts that become what was asked for: numbers as the engine writes them and, in files that are looked at, moments. */
function askedText({ asked, habits }: AskedColumn, text: string, source: FileSource): string {
  const type = typeName(asked);
  if (source.detect && /^(DATE|TIMESTAMP)/i.test(type))
    return momentOf(text, habits.dayFirst ?? false, source);
  if (source.detect && /^(DOUBLE|FLOAT|DECIMAL|BIGINT|INTEGER)/i.test(type))
    return strictNumber(text, habits);
  return /^(DOUBLE|FLOAT|DECIMAL)/i.test(type) ? numberText(text, habits.numbers) : text;
}

/** A number that is written as the others of its column; what would be one without its signs is none. */
function strictNumber(text: string, { numbers }: Habits): string {
  if (numbers.groups === '' && numbers.decimal === '.') return text;
  return `CASE WHEN regexp_matches(${text}, ${quoteText(numberPattern(numbers))}) THEN ${numberText(text, numbers)} END`;
}
