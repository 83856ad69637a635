import { TemplateProblem } from './template-problem.ts';

/** A piece of a template. Text outside the braces is `data`; the braces themselves are tokens. */
export interface Token {
  kind:
    | 'data'
    | 'print-begin'
    | 'print-end'
    | 'block-begin'
    | 'block-end'
    | 'name'
    | 'string'
    | 'integer'
    | 'float'
    | 'symbol'
    | 'end';
  /** The text as it counts: of a string its content, of a number its digits. */
  text: string;
  /** 1-based line it stands on. */
  line: number;
}

const SYMBOLS = [
  '**',
  '//',
  '==',
  '!=',
  '>=',
  '<=',
  '+',
  '-',
  '/',
  '*',
  '%',
  '~',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  '>',
  '<',
  '=',
  '.',
  ':',
  '|',
  ',',
  ';',
];
const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
};
const NUMBER =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|\d(?:_?\d)*(\.\d(?:_?\d)*)?([eE][+-]?\d(?:_?\d)*)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const STRING = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;

/**
 * Splits a template into tokens. One line break at the very end is not part of it, as in Jinja.
 * @throws TemplateProblem `syntax`
 */
export function templateTokens(source: string): Token[] {
  return new Lexer(source.replace(/\r\n?/g, '\n').replace(/\n$/, '')).tokens();
}

class Lexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  #place = 0;
  #line = 1;
  /** Where the next line break is, looked for once. */
  #break: number;
  /** Whether white space that follows was swallowed by `-%}`. */
  #stripNext = false;

  constructor(source: string) {
    this.#source = source;
    this.#break = breakAfter(source, 0);
  }

  tokens(): Token[] {
    while (this.#place < this.#source.length) {
      const start = this.#nextBraces();
      this.#data(start);
      if (start < this.#source.length) this.#braces();
    }
    this.#push('end', '');
    return this.#tokens;
  }

  #nextBraces(): number {
    const found = /\{[{%#]/g;
    found.lastIndex = this.#place;
    return found.exec(this.#source)?.index ?? this.#source.length;
  }

  #data(end: number): void {
    const raw = this.#source.slice(this.#place, end);
    let text = this.#stripNext ? raw.trimStart() : raw;
    if (this.#source[end + 2] === '-') text = text.trimEnd();
    this.#stripNext = false;
    if (text !== '') this.#push('data', text);
    this.#advance(end);
  }

  #braces(): void {
    const kind = this.#source[this.#place + 1];
    const raw = kind === '%' ? this.#match(/\{%[-+]?\s*raw\s*(-?)%\}/y) : null;
    if (kind === '#') this.#comment();
    else if (raw) this.#raw(raw);
    else this.#code(kind === '{');
  }

  #code(print: boolean): void {
    this.#push(print ? 'print-begin' : 'block-begin', '');
    const sign = this.#source[this.#place + 2];
    this.#advance(this.#place + (sign === '-' || sign === '+' ? 3 : 2));
    this.#inside(print ? /([-+]?)\}\}/y : /([-+]?)%\}/y, print ? 'print-end' : 'block-end');
  }

  #comment(): void {
    const end = this.#source.indexOf('#}', this.#place + 2);
    if (end < 0) throw new TemplateProblem('syntax', 'Missing end of comment tag', this.#line);
    this.#stripNext = this.#source[end - 1] === '-' && end > this.#place + 2;
    this.#advance(end + 2);
  }

  #raw(opening: RegExpExecArray): void {
    this.#advance(this.#place + opening[0].length);
    const closing = /\{%([-+]?)\s*endraw\s*(-?)[+]?%\}/g;
    closing.lastIndex = this.#place;
    const end = closing.exec(this.#source);
    if (!end) throw new TemplateProblem('syntax', 'Missing end of raw directive', this.#line);
    let text = this.#source.slice(this.#place, end.index);
    if (opening[1] === '-') text = text.trimStart();
    if (end[1] === '-') text = text.trimEnd();
    if (text !== '') this.#push('data', text);
    this.#advance(end.index + end[0].length);
    this.#stripNext = end[2] === '-';
  }

  #inside(ending: RegExp, endKind: 'print-end' | 'block-end'): void {
    const open: string[] = [];
    for (;;) {
      const blank = this.#match(/\s+/y);
      if (blank) this.#advance(this.#place + blank[0].length);
      if (this.#place >= this.#source.length) return;
      const end = open.length === 0 ? this.#match(ending) : null;
      if (end) {
        this.#push(endKind, '');
        this.#stripNext = end[1] === '-';
        this.#advance(this.#place + end[0].length);
        return;
      }
      this.#token(open);
    }
  }

  #token(open: string[]): void {
    const name = this.#match(NAME);
    const number = name ? null : this.#match(NUMBER);
    const string = name || number ? null : this.#match(STRING);
    if (name) this.#take('name', name[0], name[0].length);
    else if (number) {
      const whole = number[1] === undefined && number[2] === undefined;
      this.#take(whole ? 'integer' : 'float', number[0].replaceAll('_', ''), number[0].length);
    } else if (string) this.#take('string', unescaped(string[0].slice(1, -1)), string[0].length);
    else this.#symbol(open);
  }

  #symbol(open: string[]): void {
    const symbol = SYMBOLS.find((each) => this.#source.startsWith(each, this.#place));
    if (symbol === undefined) {
      const char = this.#source[this.#place] ?? '';
      throw new TemplateProblem(
        'syntax',
        `unexpected char ${char === "'" ? `"'"` : `'${char}'`} at ${this.#place}`,
        this.#line,
      );
    }
    const closing = BRACKETS[symbol];
    if (closing) open.push(closing);
    else if (Object.values(BRACKETS).includes(symbol)) {
      const expected = open.pop();
      if (expected === undefined) throw new TemplateProblem('syntax', `unexpected '${symbol}'`, this.#line);
      if (expected !== symbol)
        throw new TemplateProblem('syntax', `unexpected '${symbol}', expected '${expected}'`, this.#line);
    }
    this.#take('symbol', symbol, symbol.length);
  }

  #take(kind: Token['kind'], text: string, length: number): void {
    this.#push(kind, text);
    this.#advance(this.#place + length);
  }

  #push(kind: Token['kind'], text: string): void {
    this.#tokens.push({ kind, text, line: this.#line });
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#place;
    return pattern.exec(this.#source);
  }

  #advance(to: number): void {
    while (this.#break < to) {
      this.#line += 1;
      this.#break = breakAfter(this.#source, this.#break + 1);
    }
    this.#place = to;
  }
}

function breakAfter(source: string, place: number): number {
  const at = source.indexOf('\n', place);
  return at < 0 ? source.length : at;
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|\n|([\s\S]))/g,
    (all: string, byte?: string, unit?: string, char?: string) => {
      const code = byte ?? unit;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (char === undefined) return '';
      if (char === "'" || char === '"' || char === '\\') return char;
      return ESCAPES[char] ?? all;
    },
  );
}
