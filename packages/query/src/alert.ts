import { formatMoment } from './compile/naive-timestamp.ts';

/** Why an alert could not be decided; `message` is shown to its owners. */
export class AlertProblem extends Error {
  readonly reason: 'rows' | 'columns' | 'type' | 'config';
  constructor(reason: AlertProblem['reason'], message: string) {
    super(message);
    this.name = 'AlertProblem';
    this.reason = reason;
  }
}

/** What an alert's query gave: at most one row with one value. */
export interface AlertAnswer {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

/** When an alert speaks up (contract/api.md §2.9). */
export interface AlertCondition {
  type: 'operator' | 'not null';
  config: { op?: unknown; threshold?: unknown };
}

export interface AlertVerdict {
  triggered: boolean;
  /** The number that was compared; null when it is none (NaN), undefined where nothing is compared. */
  value?: number | null;
}

const COMPARE: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  '<': (value, threshold) => value < threshold,
  '<=': (value, threshold) => value <= threshold,
  '>': (value, threshold) => value > threshold,
  '>=': (value, threshold) => value >= threshold,
  '==': (value, threshold) => value === threshold,
  '!=': (value, threshold) => value !== threshold,
};

/**
 * Whether an answer meets an alert's condition. Nothing at all counts as 0; what is no number never compares.
 * @throws AlertProblem when the answer has more than one row or column or no number, or the condition is incomplete
 */
export function decideAlert(condition: AlertCondition, { columns, rows }: AlertAnswer): AlertVerdict {
  if (rows.length > 1)
    throw new AlertProblem('rows', `Alert query returned more than one row. ${rows.length} rows returned`);
  if (columns.length > 1)
    throw new AlertProblem(
      'columns',
      `Alert query returned more than one column. ${columns.length} columns returned`,
    );
  const cell = rows[0]?.[0];
  if (condition.type === 'not null') {
    const nothing = cell === undefined || cell === null || cell === 0 || cell === false || isNotANumber(cell);
    return { triggered: !nothing };
  }
  const { op, threshold } = condition.config;
  const compare = typeof op === 'string' && Object.hasOwn(COMPARE, op) ? COMPARE[op] : undefined;
  if (!compare || typeof threshold !== 'number')
    throw new AlertProblem('config', 'Alert validator config error.');
  const value = numberIn(cell);
  // NaN is unlike everything, itself included: it would trigger `!=` for ever.
  if (Number.isNaN(value)) return { triggered: false, value: null };
  return { triggered: compare(value, threshold), value };
}

function numberIn(cell: unknown): number {
  if (cell === undefined || cell === null || cell === false) return 0;
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint' || cell === true) return Number(cell);
  const text = String(cell).trim();
  if (isNotANumber(text)) return Number.NaN;
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  throw new AlertProblem('type', 'Alert query returned a non-number value.');
}

function isNotANumber(cell: unknown): boolean {
  return Number.isNaN(cell) || (typeof cell === 'string' && /^[+-]?nan$/i.test(cell));
}

/**
 * Subject of a report's mail. With `dated`, the name is a
 * format of the moment (`%Y-%m-%d sales`).
 * @param now naive UTC clock in epoch milliseconds
 */
export function reportSubject(
  name: string,
  options: { dated: boolean; now: number; prefix?: string },
): string {
  // A percent sign before anything else is one: `100% done`.
  const dated = (text: string) =>
    text.replace(/%[a-z%]/gi, (directive) => formatMoment(options.now, directive));
  const prefix = (options.prefix ?? '[Report]').trim();
  return `${prefix} ${options.dated ? dated(name) : name}`.trim();
}
