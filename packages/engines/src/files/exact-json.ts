/** JSON whose whole numbers keep their digits: beyond 2^53 they are bigints, as no other reader of JSON leaves them. */

const LONG_NUMBER = /\d{16,}/;
const WHOLE = /^-?\d+$/;

/** Reads JSON exactly. Throws SyntaxError for text that is none. */
export function parseExactJson(text: string): unknown {
  // Naming each number's source makes reading several times slower, so that only texts that need it pay.
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return WHOLE.test(source) ? BigInt(source) : value;
}

/** JSON text separated as `[1, 2]` and `{"a": 1}`, as every engine's lists and rows are shown. NaN and infinite numbers are null. */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    if (value instanceof RawJson) return value.text;
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}: ${jsonText(member)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A part of JSON that is text already, e.g. a decimal with all its digits. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
