import type { Token } from './lexer.ts';
import { TemplateProblem } from './template-problem.ts';

const KIND_WORDS: Readonly<Record<string, string>> = {
  data: 'template data / text',
  'print-begin': 'begin of print statement',
  'print-end': 'end of print statement',
  'block-begin': 'begin of statement block',
  'block-end': 'end of statement block',
  end: 'end of template',
};

/** Reads tokens one by one and says what is wrong in Jinja's words. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #place = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get current(): Token {
    return this.#tokens[this.#place] ?? { kind: 'end', text: '', line: this.#tokens.at(-1)?.line ?? 1 };
  }

  /** The current token, which is then behind. */
  next(): Token {
    const token = this.current;
    this.#place += 1;
    return token;
  }

  isSymbol(text: string): boolean {
    return this.current.kind === 'symbol' && this.current.text === text;
  }

  isName(...names: string[]): boolean {
    return this.current.kind === 'name' && (names.length === 0 || names.includes(this.current.text));
  }

  /** Goes past the symbol if it is next. */
  skip(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.#place += 1;
    return true;
  }

  /** Goes past the word if it is next. */
  skipName(name: string): boolean {
    if (!this.isName(name)) return false;
    this.#place += 1;
    return true;
  }

  expectSymbol(symbol: string): void {
    if (!this.skip(symbol)) this.#missing(symbol);
  }

  expectName(name?: string): string {
    if (!this.isName(...(name === undefined ? [] : [name]))) this.#missing(name ?? 'name');
    return this.next().text;
  }

  expectKind(kind: 'print-end' | 'block-end'): void {
    if (this.current.kind !== kind) this.#missing(KIND_WORDS[kind] ?? kind);
    this.#place += 1;
  }

  /** What the current token is, for an error. */
  describe(): string {
    const { kind, text } = this.current;
    return kind === 'name' || kind === 'symbol' ? text : (KIND_WORDS[kind] ?? kind);
  }

  fail(reason: string, line = this.current.line): never {
    throw new TemplateProblem('syntax', reason, line);
  }

  /** Reads something nested; a template that nests deeper than any person writes is refused. */
  deeper<Result>(read: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > 100)
      throw new TemplateProblem('limit', 'The template is nested too deeply.', this.current.line);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #missing(expected: string): never {
    if (this.current.kind === 'end') this.fail(`unexpected end of template, expected '${expected}'.`);
    const quote = expected.includes("'") ? '"' : "'";
    this.fail(`expected token ${quote}${expected}${quote}, got '${this.describe()}'`);
  }
}
