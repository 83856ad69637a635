import type { Lexical } from '../dialect.ts';

export type TokenKind = 'word' | 'identifier' | 'string' | 'number' | 'symbol' | 'comment';

/** A piece of SQL text; `text` is exactly what stood at `start`. */
export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
}

/** Text that ends inside a string, a quoted name or a comment, or of which engines would read more than is read here. */
export class UnfinishedText extends Error {
  readonly position: number;
  readonly reason: string;
  constructor(position: number, reason = 'the text ends inside a string, a name or a comment') {
    super(`${reason} (character ${position + 1})`);
    this.name = 'UnfinishedText';
    this.position = position;
    this.reason = reason;
  }
}

const SPACE = /\s/;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[\p{L}\p{N}_]*/uy;
const DOLLAR_TAG = /\$[\p{L}_]?[\p{L}\p{N}_]*\$/uy;

/**
 * Cuts SQL into tokens (white space left out, comments kept). Knows only what is needed to never mistake
 * the inside of a string or comment for code.
 * @throws UnfinishedText
 */
export function tokenize(sql: string, lexical: Lexical): Token[] {
  return [...eachToken(sql, lexical)];
}

/** The same one after another, for whoever may stop before the end. */
export function* eachToken(sql: string, lexical: Lexical): Generator<Token> {
  let at = 0;
  while (at < sql.length) {
    if (SPACE.test(sql.charAt(at))) {
      at += 1;
      continue;
    }
    const [kind, end] = next(sql, at, lexical);
    yield { kind, text: sql.slice(at, end), start: at };
    at = end;
  }
}

function next(sql: string, at: number, lexical: Lexical): [TokenKind, number] {
  const char = sql.charAt(at);
  const two = sql.slice(at, at + 2);
  if (two === '--' && lexical.commentsNeedBlank && /\S/.test(sql.charAt(at + 2))) {
    throw new UnfinishedText(at, 'two dashes without a blank behind them are no comment to this engine');
  }
  const isComment =
    two === '--' || (char === '#' && lexical.hashComments) || (two === '//' && lexical.slashComments);
  if (isComment) return ['comment', lineEnd(sql, at)];
  if (lexical.executableComments && /^\/\*M?!/.test(sql.slice(at, at + 4)))
    throw new UnfinishedText(at, 'comments that are code (/*!) are not read');
  if (two === '/*') return ['comment', commentEnd(sql, at, lexical.nestedComments)];
  refuseUnread(sql, at, lexical);
  if (char === "'") return ['string', quotedEnd(sql, at, "'", lexical.backslashEscapes)];
  if (char === '"' && lexical.doubleQuotedStrings) return ['string', plainEnd(sql, at)];
  if (char === '"') return ['identifier', quotedEnd(sql, at, '"', lexical.backslashInNames ?? false)];
  if (char === '`' && lexical.backticks)
    return ['identifier', quotedEnd(sql, at, '`', lexical.backslashInNames ?? false)];
  if (char === '[' && lexical.bracketIdentifiers) return ['identifier', quotedEnd(sql, at, ']', false)];
  if (char === '$' && lexical.dollarQuotes) {
    const tag = lexical.plainDollarQuotes && sql.charAt(at + 1) !== '$' ? at : match(DOLLAR_TAG, sql, at);
    if (tag > at) return ['string', dollarEnd(sql, at, sql.slice(at, tag))];
  }
  // A name could be written so that nobody finds it: U&"\0073ecret" is secret.
  if (lexical.escapeStrings && /^[uU]&["']/.test(sql.slice(at, at + 3)))
    throw new UnfinishedText(at, 'Unicode escapes (U&) are not read');
  if (lexical.quoteOperator && /^n?q'/i.test(sql.slice(at, at + 3)))
    throw new UnfinishedText(at, "texts with quotes of one's own (q'…') are not read");
  if (lexical.nationalTexts && /^n'/i.test(two)) return ['string', quotedEnd(sql, at + 1, "'", false)];
  const escaped = lexical.escapeStrings && /^[eE]'/.test(two);
  if (escaped) return ['string', quotedEnd(sql, at + 1, "'", true)];
  const word = match(WORD, sql, at);
  if (word > at) return ['word', word];
  const number = match(NUMBER, sql, at);
  if (number > at) return ['number', numberEnd(sql, at, number)];
  return ['symbol', at + 1];
}

/** Forms that would need a reader of their own. */
function refuseUnread(sql: string, at: number, lexical: Lexical): void {
  // No engine that is known here has them, but the parser reads them as texts.
  if (/^[fF]'/.test(sql.slice(at, at + 2)))
    throw new UnfinishedText(at, "texts that hold expressions (f'…') are not read");
  if (lexical.tripleQuotes && /^('''|""")/.test(sql.slice(at, at + 3)))
    throw new UnfinishedText(at, 'texts in three quotes are not read');
  if (lexical.flowOperator && sql.startsWith('->>', at))
    throw new UnfinishedText(at, 'statements that are chained with ->> are not read');
  if (lexical.rawStrings && /^[rR]['"]/.test(sql.slice(at, at + 2)))
    throw new UnfinishedText(at, "raw texts (r'…') are not read");
}

/**
 * Where a number ends. Engines do not agree on words that follow one without a blank (`1.from t`): to some they are
 * words of their own.
 */
function numberEnd(sql: string, at: number, end: number): number {
  const text = sql.slice(at, end);
  const joined =
    /^(?:0[xXbBoO][\da-fA-F_]*|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)(?<word>[\p{L}_].*)?$/u.exec(
      text,
    )?.groups?.word;
  const isSplit =
    joined !== undefined && (/[.eE]/.test(text.slice(0, -joined.length)) || STATEMENT_WORD.test(joined));
  if (isSplit && !/^(?:[lsydfnLSYDFN]|bd|BD)$/.test(joined))
    throw new UnfinishedText(at, 'a word that follows a number without a blank is not read');
  return end;
}

const STATEMENT_WORD =
  /^(?:select|from|where|union|intersect|except|join|having|group|order|limit|or|and|into|as|on|using|then|when|else|end|in|is|like)$/iu;

function match(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : at;
}

/** Some engines end a comment at a lone carriage return, others do not: what follows one is code to the former only. */
function lineEnd(sql: string, at: number): number {
  const found = sql.indexOf('\n', at);
  const end = found < 0 ? sql.length : found;
  const lone = sql.slice(at, end).trimEnd().indexOf('\r');
  if (lone >= 0)
    throw new UnfinishedText(at + lone, 'a comment goes on behind a carriage return without a line feed');
  return end;
}

function commentEnd(sql: string, start: number, nested: boolean): number {
  let depth = 1;
  let at = start + 2;
  while (at < sql.length) {
    const two = sql.slice(at, at + 2);
    if (two === '*/') {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else if (two === '/*' && nested) {
      depth += 1;
      at += 2;
    } else at += 1;
  }
  throw new UnfinishedText(start);
}

function quotedEnd(sql: string, start: number, quote: string, backslash: boolean): number {
  for (let at = start + 1; at < sql.length; at += 1) {
    const char = sql.charAt(at);
    if (char === '\\' && backslash) at += 1;
    else if (char === quote) {
      if (sql.charAt(at + 1) !== quote) return at + 1;
      at += 1;
    }
  }
  throw new UnfinishedText(start);
}

/** Parsers do not agree on where a backslash in double quotes leads; without one there is no doubt. */
function plainEnd(sql: string, start: number): number {
  const end = quotedEnd(sql, start, '"', true);
  const backslash = sql.slice(start, end).indexOf('\\');
  if (backslash >= 0)
    throw new UnfinishedText(
      start + backslash,
      'a backslash in double quotes is not read: write the text in single quotes',
    );
  return end;
}

function dollarEnd(sql: string, start: number, tag: string): number {
  const end = sql.indexOf(tag, start + tag.length);
  if (end < 0) throw new UnfinishedText(start);
  return end + tag.length;
}
