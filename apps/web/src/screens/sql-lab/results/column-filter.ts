import { plainText } from './copy-forms.ts';

/** Whether a value passes what was written into the filter of its column. */
export type Passes = (value: unknown) => boolean;

const COMPARED = /^(<=|>=|!=|<>|=|<|>)\s*(.*)$/s;
const RANGE = /^(.+?)\s*\.\.\s*(.+)$/s;

/**
 * What a filter of a column means: a part of the text; `>5`, `<=5`, `=x`, `!=x`; `1..5` with both ends; `null` or `!null`.
 * Undefined where nothing was written.
 */
export function filterOf(text: string): Passes | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  if (/^null$/i.test(wanted)) return isNothing;
  if (/^!\s*null$/i.test(wanted)) return (value) => !isNothing(value);
  const [, sign, operand] = COMPARED.exec(wanted) ?? [];
  if (sign !== undefined && operand) {
    const holds = SIGNS[sign];
    if (holds) return (value) => !isNothing(value) && holds(compared(value, operand));
  }
  const [, from, to] = RANGE.exec(wanted) ?? [];
  if (from !== undefined && to !== undefined)
    return (value) => !isNothing(value) && compared(value, from) >= 0 && compared(value, to) <= 0;
  const part = wanted.toLowerCase();
  return (value) => plainText(value).toLowerCase().includes(part);
}

const SIGNS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<>': (order) => order !== 0,
};

/** By size where numbers are asked for, exactly where both are whole; else as texts. Not a number where they have no order. */
function compared(value: unknown, operand: string): number {
  const text = plainText(value).trim();
  const asked = operand.trim();
  const whole = /^-?\d+$/;
  if (whole.test(text) && whole.test(asked)) return Number(BigInt(text) - BigInt(asked));
  if (!Number.isNaN(Number(asked))) {
    const number = text === '' ? Number.NaN : Number(text);
    // Two that have no end are alike; their difference is not nought.
    return number === Number(asked) ? 0 : number - Number(asked);
  }
  const [one, other] = [text.toLowerCase(), asked.toLowerCase()];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}
