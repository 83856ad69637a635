import { ownMember } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import { LARGEST_ID } from '../http/act.ts';
import { badRequest } from '../http/errors.ts';
import { EVERYTHING } from '../records/everything.ts';
import type { Caller } from '../security/caller.ts';

/** A condition of a statement. */
export type Condition = RawBuilder<boolean>;

/**
 * How a column of a list can be filtered (contract/api.md §1.5): text, number, flag, date, one of few words, one related
 * thing, or many of them through a joining table.
 */
export type FilterColumn =
  | { kind: 'text' | 'number' | 'flag' | 'date' | 'enum' }
  | { kind: 'one'; column: string }
  | { kind: 'many'; link: string; own: string; other: string };

/** A filter with its own meaning: value and caller in, condition on the table `t` out; undefined = no condition. */
export type CustomFilter = (value: FilterValue, caller: Caller) => Condition | undefined;

type Scalar = string | number | boolean | null;
export type FilterValue = Scalar | Scalar[];

export interface Filters {
  columns: Record<string, FilterColumn>;
  /** By column, by operator. */
  custom?: Record<string, Record<string, CustomFilter>>;
}

const TEXT = ['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq', 'in', 'not_in'];
const OPERATORS: Record<FilterColumn['kind'], string[]> = {
  text: TEXT,
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
export function conditionsOf(
  filters: Filters,
  asked: { col: string; opr: string; value: FilterValue }[],
  caller: Caller,
): Condition[] {
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
      return value.map((each) => conditionOf(filters, col, opr, each));
    return [conditionOf(filters, col, opr, value)];
  });
}

/** Operators that compare values, which is quick; others with a text look for it in each row. */
const COMPARING = new Set(['eq', 'neq', 'in', 'not_in', 'gt', 'lt', 'rel_o_m', 'nrel_o_m', 'rel_m_m']);

/** Whether one of some filters looks into texts. */
export function looksIntoTexts(asked: readonly { opr: string; value: FilterValue }[]): boolean {
  return asked.some(({ opr, value }) => typeof value === 'string' && !COMPARING.has(opr));
}

/** Operators that keep exactly what another one leaves out. */
const TURNED: Record<string, string> = { nsw: 'sw', new: 'ew', nct: 'ct', neq: 'eq', nrel_o_m: 'rel_o_m' };

function conditionOf(filters: Filters, name: string, opr: string, value: FilterValue): Condition {
  const column = ownMember(filters.columns, name);
  if (!column) throw badRequest(`Filter column: ${name} not allowed to filter`);
  const turned = ownMember(TURNED, opr);
  return turned ? not(plainCondition(name, column, turned, value)) : plainCondition(name, column, opr, value);
}

/** What does not meet a condition; rows of which it cannot be said do not. */
export function not(condition: Condition): Condition {
  return sql<boolean>`(${condition}) is not true`;
}

/** The condition of an operator that is none of the turned ones. */
function plainCondition(name: string, column: FilterColumn, opr: string, value: FilterValue): Condition {
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
 * with the store's own `upper`, which is quick on bytes; others need the `lower` that knows all of Unicode (in SQLite
 * ours).
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
  if (/^[ -~]*$/.test(text))
    return sql<boolean>`upper((${target}) collate "binary") like ${pattern.toUpperCase()} escape '\\'`;
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
