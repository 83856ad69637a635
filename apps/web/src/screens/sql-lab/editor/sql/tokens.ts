import type { SqlStyle } from './style.ts';

export type TokenKind = 'word' | 'name' | 'text' | 'number' | 'sign' | 'comment' | 'template';

/** A piece of a text that somebody is writing. */
export interface Token {
  kind: TokenKind;
  from: number;
  to: number;
  /** It has no end: the text ends inside. */
  isOpen: boolean;
}

const WORD = /[\p{L}_@][\p{L}\p{N}_$@]*/uy;
const NUMBER = /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[\p{L}\p{N}_]*/uy;
const DOLLAR = /\$[\p{L}_]?[\p{L}\p{N}_]*\$/uy;
const SPACE = /\s*/y;
const NESTS = /\/\*|\*\//g;

/** Cuts SQL into tokens and never fails: what is not finished ends with the text. White space is left out. */
export function tokensOf(text: string, style: SqlStyle, begin = 0): Token[] {
  return [...eachToken(text, style, begin)];
}

/** The same one after another, for whoever may stop before the end. */
export function* eachToken(text: string, style: SqlStyle, begin = 0): Generator<Token> {
  for (let from = matchEnd(SPACE, text, begin); from < text.length; ) {
    const token = tokenAt(text, from, style);
    yield token;
    from = matchEnd(SPACE, text, token.to);
  }
}

function tokenAt(text: string, from: number, style: SqlStyle): Token {
  const sign = text.charAt(from);
  const two = text.slice(from, from + 2);
  const closed = (kind: TokenKind, to: number): Token => ({ kind, from, to, isOpen: false });
  if (two === '--' || (sign === '#' && style.hashComments)) return lineComment(text, from);
  if (two === '/*') return upTo('comment', from, commentEnd(text, from), text);
  const ending = TEMPLATES[two];
  if (ending) return upTo('template', from, endOf(text, ending, from + 2), text);
  const quote = quoteAt(sign, style);
  if (quote) return upTo(quote.kind, from, quotedEnd(text, from, quote), text);
  if (sign === '$' && style.dollarTexts) {
    const tag = matchEnd(DOLLAR, text, from);
    if (tag > from) return upTo('text', from, endOf(text, text.slice(from, tag), tag), text);
  }
  const word = matchEnd(WORD, text, from);
  if (word > from) return closed('word', word);
  const number = matchEnd(NUMBER, text, from);
  if (number > from) return closed('number', number);
  // A sign of two halves stays one.
  return closed('sign', from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1));
}

const TEMPLATES: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

interface Quote {
  kind: 'text' | 'name';
  close: string;
  backslashes: boolean;
}

function quoteAt(sign: string, style: SqlStyle): Quote | undefined {
  if (sign === "'") return { kind: 'text', close: "'", backslashes: style.backslashes };
  if (sign === '"' && style.doubleQuotedTexts)
    return { kind: 'text', close: '"', backslashes: style.backslashes };
  if (sign === '"') return { kind: 'name', close: '"', backslashes: false };
  if (sign === '`' && style.backticks) return { kind: 'name', close: '`', backslashes: false };
  if (sign === '[' && style.brackets) return { kind: 'name', close: ']', backslashes: false };
  return undefined;
}

/** -1 where it has no end. */
function quotedEnd(text: string, from: number, { close, backslashes }: Quote): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\' && backslashes) at += 1;
    else if (sign === close) {
      if (text.charAt(at + 1) !== close) return at + 1;
      at += 1;
    }
  }
  return -1;
}

/** Comments within comments count: an engine that does not know them ends at the first end, which people write seldom. */
function commentEnd(text: string, from: number): number {
  let depth = 0;
  NESTS.lastIndex = from;
  for (let found = NESTS.exec(text); found; found = NESTS.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return NESTS.lastIndex;
  }
  return -1;
}

/** A comment to the end of its line goes on while one writes there. */
function lineComment(text: string, from: number): Token {
  const end = text.indexOf('\n', from);
  return { kind: 'comment', from, to: end < 0 ? text.length : end, isOpen: true };
}

function upTo(kind: TokenKind, from: number, end: number, text: string): Token {
  return { kind, from, to: end < 0 ? text.length : end, isOpen: end < 0 };
}

function endOf(text: string, ending: string, from: number): number {
  const found = text.indexOf(ending, from);
  return found < 0 ? -1 : found + ending.length;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** A name as it is meant: without its quotes. */
export function nameIn(text: string, { kind, from, to, isOpen }: Token): string {
  if (kind !== 'name') return text.slice(from, to);
  const close = text.charAt(from) === '[' ? ']' : text.charAt(from);
  return text.slice(from + 1, isOpen ? to : to - 1).replaceAll(close + close, close);
}

/** Whether a token may name something. */
export function isName(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'name';
}
