import { ChartroomError, ownMember } from '@chartroom/model';

/** A formula of one variable. */
export type Formula = (x: number) => number;

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: Math.abs,
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  max: Math.max,
  min: Math.min,
  pow: Math.pow,
  round: Math.round,
  sign: Math.sign,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
};

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|([a-z_]\w*)|(\*\*|[-+*/%^(),]))/iy;

/** Characters of a formula: reading and computing one recurses. */
const LONGEST = 1_000;

/**
 * Reads a formula such as `2 * sin(x) + 1`: numbers, x, + - * / % ^ (`2x` is a product), brackets and the usual functions. Nothing
 * of the host language can be reached.
 *
 * @throws ChartroomError naming the place that cannot be read
 */
export function readFormula(text: string): Formula {
  if (text.length > LONGEST) throw unreadable({ tokens: [], at: 0, text: `${text.slice(0, 60)}…` });
  const tokens = tokensOf(text.replace(/^\s*\w+\s*(?:\(x\)\s*)?=/, ''));
  const reader = { tokens, at: 0, text };
  const formula = sum(reader);
  if (reader.at < tokens.length) throw unreadable(reader);
  return formula;
}

interface Reader {
  tokens: string[];
  at: number;
  text: string;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    tokens.push(match[0].trim().toLowerCase());
    end = TOKEN.lastIndex;
  }
  if (text.slice(end).trim() !== '') throw unreadable({ tokens, at: tokens.length, text });
  return tokens;
}

function taken(reader: Reader, ...symbols: string[]): string | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined || !symbols.includes(token)) return undefined;
  reader.at += 1;
  return token;
}

function sum(reader: Reader): Formula {
  let left = product(reader);
  for (let sign = taken(reader, '+', '-'); sign; sign = taken(reader, '+', '-')) {
    const [a, b] = [left, product(reader)];
    left = sign === '+' ? (x) => a(x) + b(x) : (x) => a(x) - b(x);
  }
  return left;
}

function product(reader: Reader): Formula {
  let left = signed(reader);
  for (let sign = factorSign(reader); sign; sign = factorSign(reader)) {
    const [a, b] = [left, signed(reader)];
    if (sign === '*') left = (x) => a(x) * b(x);
    else if (sign === '/') left = (x) => a(x) / b(x);
    else left = (x) => a(x) % b(x);
  }
  return left;
}

/** `2x` and `2 (x + 1)` mean a product. */
function factorSign(reader: Reader): string | undefined {
  const implied = /^[a-z_(]/.test(reader.tokens[reader.at] ?? '') ? '*' : undefined;
  return taken(reader, '*', '/', '%') ?? implied;
}

function signed(reader: Reader): Formula {
  const sign = taken(reader, '-', '+');
  if (!sign) return power(reader);
  const value = signed(reader);
  return sign === '-' ? (x) => -value(x) : value;
}

function power(reader: Reader): Formula {
  const base = atom(reader);
  if (!taken(reader, '^', '**')) return base;
  const exponent = signed(reader);
  return (x) => base(x) ** exponent(x);
}

function atom(reader: Reader): Formula {
  if (taken(reader, '(')) return closed(reader, sum(reader));
  const token = reader.tokens[reader.at];
  if (token === undefined) throw unreadable(reader);
  reader.at += 1;
  if (/^[\d.]/.test(token)) return () => Number(token);
  if (token === 'x') return (x) => x;
  const constant = ownMember(CONSTANTS, token);
  if (constant !== undefined) return () => constant;
  const call = ownMember(FUNCTIONS, token);
  if (!call || !taken(reader, '(')) throw unreadable({ ...reader, at: reader.at - 1 });
  const values = [sum(reader)];
  while (taken(reader, ',')) values.push(sum(reader));
  return closed(reader, (x) => call(...values.map((value) => value(x))));
}

function closed(reader: Reader, formula: Formula): Formula {
  if (!taken(reader, ')')) throw unreadable(reader);
  return formula;
}

function unreadable({ tokens, at, text }: Reader): ChartroomError {
  const place = tokens[at] === undefined ? 'at its end' : `at "${tokens[at]}"`;
  return new ChartroomError(`The formula "${text.trim()}" cannot be read ${place}`, {
    status: 400,
    error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
  });
}
