import type { ColumnDescription } from '@chartroom/engines';
import type { Dialect, PlainCondition, TableName, TableNeeds, WrittenValue } from '@chartroom/query';

/** Values of one list that are handed on: some engines take no more. */
const MOST_VALUES = 500;

/** Kinds of columns whose conditions mean the same in every engine, or let more rows through. */
type Kind = 'whole' | 'decimal' | 'text' | 'date' | 'moment';
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^(tiny|small|medium|big)?int(eger)?(\(\d+\))?( unsigned)?$/i, 'whole'],
  [/^(numeric|decimal)\b/i, 'decimal'],
  [/^(varchar|char|text|(tiny|medium|long)text|string)\b/i, 'text'],
  [/^date$/i, 'date'],
  [/^(timestamp|datetime)(\(\d\))?( without time zone)?$/i, 'moment'],
];
/** Engines whose moments are compared as the wall clock reads. */
const WALL_CLOCKS: ReadonlySet<string> = new Set(['postgresql', 'mysql', 'mariadb']);
/** Engines that do not compare every kind of text. */
const PICKY: ReadonlySet<string> = new Set(['mssql', 'oracle']);
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?)?$/;

/** What is read of a table of another connection. */
export interface BroughtSelect {
  /** One SELECT in the words of its engine, made of names and plain conditions alone. */
  sql: string;
  columns: string[];
  /** The same with one condition more. */
  where(condition: string): string;
  /** Whether conditions of the statement are in it. */
  isNarrowed: boolean;
}

/**
 * The SELECT that reads of a table what a statement needs. Nothing that a person wrote stands in it as it was written: names are
 * those that the engine told, values are checked by their form. Conditions let at least those rows through that the statement
 * keeps: it holds them against every row again.
 */
export function broughtSelect(
  { schema, table }: TableName,
  described: readonly ColumnDescription[],
  { names, conditions }: { names: ReturnType<TableNeeds['namesOf']>; conditions: readonly PlainCondition[] },
  dialect: Dialect,
): BroughtSelect {
  const used = described.filter(({ name }) => names?.has(name.toLowerCase()) ?? true);
  // What only counts rows reads the column that is likely to be the shortest.
  const columns = used.length > 0 ? used : described.slice(0, 1);
  const quote = (name: string): string => dialect.quoteIdentifier(name);
  const where = conditions.flatMap((condition) => conditionText(condition, described, dialect) ?? []);
  const place = [schema, table].filter((part) => part !== null).map(quote);
  const sqlOf = (conditions: readonly string[]): string => {
    const clause = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
    return `SELECT ${columns.map(({ name }) => quote(name)).join(', ')} FROM ${place.join('.')}${clause}`;
  };
  return {
    sql: sqlOf(where),
    where: (condition) => sqlOf([...where, condition]),
    columns: columns.map(({ name }) => name),
    isNarrowed: where.length > 0,
  };
}

function conditionText(
  { column, comparison, values }: PlainCondition,
  described: readonly ColumnDescription[],
  dialect: Dialect,
): string | undefined {
  const meant = described.filter(({ name }) => name.toLowerCase() === column.toLowerCase());
  const [only] = meant;
  const kind = KINDS.find(([pattern]) => only && pattern.test(only.nativeType))?.[1];
  if (!only || meant.length > 1 || !kind || values.length > MOST_VALUES) return undefined;
  if ((kind === 'date' || kind === 'moment') && !WALL_CLOCKS.has(dialect.id)) return undefined;
  const name = dialect.quoteIdentifier(only.name);
  if (comparison === 'is null' || comparison === 'is not null') {
    // Days that there never were are read as null.
    return kind === 'date' || kind === 'moment' ? undefined : `${name} ${comparison.toUpperCase()}`;
  }
  if (kind === 'text' && PICKY.has(dialect.id)) return undefined;
  // Engines do not agree on which texts differ, and in which order they stand.
  if (kind === 'text' && comparison !== '=' && comparison !== 'in') return undefined;
  const texts = values.map((value) => valueText(value, kind, dialect));
  if (texts.some((text) => text === undefined)) return undefined;
  if (comparison === 'in') return `${name} IN (${texts.join(', ')})`;
  return comparison === 'between'
    ? `${name} BETWEEN ${texts.join(' AND ')}`
    : `${name} ${comparison} ${texts.join('')}`;
}

function valueText({ kind: written, text }: WrittenValue, kind: Kind, dialect: Dialect): string | undefined {
  const isPlain = {
    whole: written === 'number' && /^-?\d{1,18}$/.test(text),
    decimal: written === 'number' && /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no text with such a sign is handed on
    text: written === 'string' && /^[^\\'"`\u0000-\u001f]*$/.test(text),
    date: written !== 'number' && written !== 'timestamp' && DAY.test(text),
    moment: written !== 'number' && MOMENT.test(text),
  }[kind];
  if (!isPlain) return undefined;
  return written === 'number' ? text : dialect.quoteString(text);
}
