import { ownMember } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import { LARGEST_ID } from '../http/act.ts';
import { badRequest } from '../http/errors.ts';
import { EVERYTHING } from '../records/everything.ts';
import type { TableName } from '../records/tables.ts';
import type { Caller } from '../security/caller.ts';
import type { TextPart } from './kept-texts.ts';

/** A condition of a statement. */
export type Condition = RawBuilder<boolean>;

/**
 * How a column of a list can be filtered (contract/api.md §1.5): text, number, flag, date, one of few words, one related
 * thing, or many of them through a joining table.
 */
export type FilterColumn =
  /** A text of few different values, which are found by walking an index of this table. */
  | { kind: 'words'; table: TableName }
  | { kind: 'text' | 'number' | 'flag' | 'date' | 'enum' }
  | { kind: 'one'; column: string }
  | { kind: 'many'; link: string; own: string; other: string };

/** A condition on the table `t`, and how its rows are found. */
export interface Narrowing {
  /** Looks at one row. */
  where: Condition;
  /** The same where all rows are wanted: found by an index of texts or words. */
  found?: Condition;
  /** The ids of all rows that meet it, in the column `id`, where that is shorter still. */
  ids?: RawBuilder<unknown>;
  /** The part of a text that is looked for: rows that meet the condition are those that have it, and those of `beside`. */
  part?: TextPart;
  beside?: RawBuilder<unknown>;
  /** The rows that do not meet it are meant. */
  turned?: boolean;
  /** To find all its rows takes longer than to look at some. */
  dear?: boolean;
}

/** A filter with its own meaning: value and caller in, condition on the table `t` out; undefined = no condition. */
export type CustomFilter = (value: FilterValue, caller: Caller) => Narrowing | undefined;

type Scalar = string | number | boolean | null;
export type FilterValue = Scalar | Scalar[];

export interface Filters {
  columns: Record<string, FilterColumn>;
  /** By column, by operator. */
  custom?: Record<string, Record<string, CustomFilter>>;
  /** Where parts of its texts are found without reading all rows. */
  texts?: TextIndex;
}

/** A table of the records that finds rows by any part of some texts. */
export interface TextIndex {
  table: 'chart_texts' | 'dashboard_texts';
  columns: readonly string[];
}

/**
 * The ids of rows with a text in any of the texts of an index. Undefined for what it cannot find: fewer than three
 * characters, signs of patterns, and letters whose capitals the store does not know.
 */
export function idsWithText({ table }: TextIndex, text: string): RawBuilder<unknown> | undefined {
  if (!/^[ -~]{3,}$/.test(text) || /[%_\\]/.test(text)) return undefined;
  return sql`select tx.rowid as id from ${sql.raw(table)}(${`"${text.replaceAll('"', '""')}"`}) as tx`;
}

const TEXT = ['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq', 'in', 'not_in'];
const OPERATORS: Record<FilterColumn['kind'], string[]> = {
  text: TEXT,
  words: TEXT,
  number: ['eq', 'gt', 'lt', 'neq', 'in', 'not_in'],
  flag: ['eq', 'neq'],
  date: ['eq', 'gt', 'lt', 'neq'],
  enum: ['eq', 'neq'],
  one: ['rel_o_m', 'nrel_o_m'],
  many: ['rel_m_m'],
};
const NAMES: Record<string, string> = {
  sw: 'Starts with',
  ew: 'Ends with',
  ct: 'Contains',
  eq: 'Equal to',
  nsw: 'Not Starts with',
  new: 'Not Ends with',
  nct: 'Not Contains',
  neq: 'Not Equal to',
  in: 'In',
  not_in: 'Not In',
  gt: 'Greater than',
  lt: 'Smaller than',
  rel_o_m: 'Relation',
  nrel_o_m: 'No Relation',
  rel_m_m: 'Relation as Many',
};

/** What `_info` says about filters: by column, each operator with its name. */
export function describeFilters(filters: Filters): Record<string, { name: string; operator: string }[]> {
  const described: Record<string, { name: string; operator: string }[]> = {};
  for (const [name, column] of Object.entries(filters.columns)) {
    const custom = Object.keys(filters.custom?.[name] ?? {});
    described[name] = [...new Set([...OPERATORS[column.kind], ...custom])].map((operator) => ({
      name: NAMES[operator] ?? operator.replaceAll('_', ' '),
      operator,
    }));
  }
  return described;
}

/** What a list is narrowed to, all at once. Throws 400 for a column or operator that is not offered. */
export function narrowingsOf(
  filters: Filters,
  asked: { col: string; opr: string; value: FilterValue }[],
  caller: Caller,
): Narrowing[] {
  return asked.flatMap(({ col, opr, value }) => {
    const column = ownMember(filters.columns, col);
    if (!column) throw badRequest(`Filter column: ${col} not allowed to filter`);
    const custom = ownMember(ownMember(filters.custom ?? {}, col) ?? {}, opr);
    // Of several related things a row has all; what other custom filters make of a list is theirs to say.
    if (custom) {
      const values = Array.isArray(value) && opr === 'rel_m_m' ? value : [value];
      return values.flatMap((each) => custom(each, caller) ?? []);
    }
    if (!OPERATORS[column.kind].includes(opr))
      throw badRequest(`Filter operation: ${opr} not allowed on column: ${col}`);
    if (Array.isArray(value) && opr !== 'in' && opr !== 'not_in')
      return value.map((each) => narrowingOf(filters, col, opr, each));
    return [narrowingOf(filters, col, opr, value)];
  });
}

/** Operators that look for a part of a text. */
const PARTS = new Set(['ct', 'sw', 'ew']);
/** Operators that keep exactly what another one leaves out. */
const TURNED: Record<string, string> = { nsw: 'sw', new: 'ew', nct: 'ct', neq: 'eq', nrel_o_m: 'rel_o_m' };

function narrowingOf(filters: Filters, name: string, opr: string, value: FilterValue): Narrowing {
  const column = ownMember(filters.columns, name);
  if (!column) throw badRequest(`Filter column: ${name} not allowed to filter`);
  const turned = ownMember(TURNED, opr);
  const meant = turned ?? opr;
  const found = foundCondition(filters, name, meant, value);
  const isSearched = PARTS.has(meant) && filters.texts?.columns.includes(name);
  return {
    where: conditionOf(name, column, meant, value),
    ...(found && { found }),
    ...(isSearched && { part: { columns: [name], text: String(value ?? ''), how: meant } }),
    ...(turned && { turned: true }),
    ...(column.kind === 'text' && PARTS.has(meant) && { dear: true }),
  };
}

/** Where a part of a text is found sooner than by looking at every row. */
function foundCondition(
  { columns, texts }: Filters,
  name: string,
  opr: string,
  value: FilterValue,
): Condition | undefined {
  if (!PARTS.has(opr)) return undefined;
  const text = String(value ?? '');
  const target = sql.ref(`t.${name}`);
  const column = columns[name];
  if (column?.kind === 'words') {
    const [word, table] = [sql.ref(name), sql.table(column.table)];
    return sql<boolean>`${target} in (with recursive words (word) as (select min(${word}) from ${table} union all
      select (select min(${word}) from ${table} where ${word} > words.word) from words where words.word is not null)
      select words.word from words where ${matches(sql.ref('words.word'), text, opr)})`;
  }
  const ids = texts?.columns.includes(name) ? idsWithText(texts, text) : undefined;
  return ids && sql<boolean>`t.id in (${ids}) and ${matches(target, text, opr)}`;
}

/** The condition of an operator that is none of the turned ones. */
function conditionOf(name: string, column: FilterColumn, opr: string, value: FilterValue): Condition {
  if (column.kind === 'many') {
    return sql<boolean>`t.id in (select ${sql.ref(`fl.${column.own}`)} from ${sql.table(column.link)} as fl where ${sql.ref(`fl.${column.other}`)} = ${wholeNumber(name, value)})`;
  }
  const target = sql.ref(`t.${column.kind === 'one' ? column.column : name}`);
  if (column.kind === 'one') {
    const id = wholeNumber(name, value);
    return sql<boolean>`${target} = ${id}`;
  }
  const operand = (each: FilterValue) => comparable(stored(name, column.kind, each));
  if (opr === 'in' || opr === 'not_in') {
    const values = (Array.isArray(value) ? value : [value]).map(operand);
    if (values.length === 0) return opr === 'in' ? sql<boolean>`1 = 0` : EVERYTHING;
    return opr === 'in'
      ? sql<boolean>`${target} in (${sql.join(values)})`
      : sql<boolean>`${target} not in (${sql.join(values)})`;
  }
  const given = operand(value);
  if (opr === 'eq')
    return given === null ? sql<boolean>`${target} is null` : sql<boolean>`${target} = ${given}`;
  if (opr === 'gt') return sql<boolean>`${target} > ${given}`;
  if (opr === 'lt') return sql<boolean>`${target} < ${given}`;
  return matches(target, String(value ?? ''), opr);
}

/**
 * Starts with, ends with or contains, without regard to case; `%` and `_` are themselves. Plain letters are compared
 * with the store's own `upper`, which is quick; others need the `lower` that knows all of Unicode (in SQLite ours).
 */
export function matches(
  target: RawBuilder<unknown> | ReturnType<typeof sql.ref>,
  text: string,
  how = 'ct',
): Condition {
  const pattern = patternOf(
    text.replace(/[\\%_]/g, (character) => `\\${character}`),
    how,
  );
  if (/^[ -~]*$/.test(text)) return sql<boolean>`upper(${target}) like ${pattern.toUpperCase()} escape '\\'`;
  return sql<boolean>`lower(${target}) like ${pattern.toLowerCase()} escape '\\'`;
}

function patternOf(text: string, how: string): string {
  return `${how === 'sw' ? '' : '%'}${text}${how === 'ew' ? '' : '%'}`;
}

function stored(name: string, kind: FilterColumn['kind'], value: FilterValue): string | number | null {
  if (Array.isArray(value)) throw badRequest(`Filter value of ${name}: one value expected`);
  if (value === null) return null;
  if (kind === 'number') {
    const number = Number(value);
    if (!Number.isFinite(number) || value === '')
      throw badRequest(`Filter value of ${name}: ${JSON.stringify(value)} is not a number`);
    return number;
  }
  if (kind === 'flag') return value === true || value === 1 || value === 'true' || value === '1' ? 1 : 0;
  if (kind === 'date') {
    const time =
      typeof value === 'number'
        ? value
        : Date.parse(`${value}${/[zZ]|[+-]\d\d:?\d\d$/.test(String(value)) ? '' : 'Z'}`);
    const date = new Date(time);
    if (Number.isNaN(date.getTime()))
      throw badRequest(`Filter value of ${name}: ${JSON.stringify(value)} is not a date`);
    return date.toISOString();
  }
  return kind === 'enum' && typeof value === 'number' ? value : String(value);
}

/** A value beside a column of whole numbers: the store takes no other number for one of those. */
function comparable(value: string | number | null): string | number | null | RawBuilder<unknown> {
  return typeof value !== 'number' || isStorable(value) ? value : sql`cast(${value} as double precision)`;
}

function isStorable(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= LARGEST_ID;
}

/** The id of something, or one that nothing has where the number is none that the records could hold. */
function wholeNumber(name: string, value: FilterValue): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number)) return isStorable(number) ? number : NOTHING;
  throw badRequest(`Filter value of ${name}: ${JSON.stringify(value)} is not an id`);
}

/** The id that a value says; that of nothing for anything else. */
export function idOrNothing(value: FilterValue): number {
  const id = Number(value);
  return id > 0 && isStorable(id) ? id : NOTHING;
}

const NOTHING = -1;
