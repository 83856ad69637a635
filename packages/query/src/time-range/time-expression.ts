import { beyondBound } from '@chartroom/model';
import { queryError } from '../query-error.ts';
import { addUnits, DAY, daysOfMonth, naive, startOf, type Unit, unitOf } from './calendar.ts';
import { holidayDate } from './holidays.ts';

/** What an expression needs from outside. */
export interface ExpressionContext {
  /** Year that HOLIDAY means when it names none. */
  year: number;
  /** Reads the text of DATETIME; naive epoch milliseconds. */
  freeText(text: string): number;
}

const TOKEN = /\s*(?:([A-Za-z_]+)|([+-]?\d+(?![\d.]))|'([^']*)'|"([^"]*)"|([(),]))/y;

/** Functions inside one another: reading them recurses. */
const DEEPEST = 100;

type Token = { kind: 'word' | 'number' | 'text' | 'symbol'; text: string };

/**
 * Value of `DATEADD(DATETIME('today'), -7, day)` and its like (contract/query.md §2.3).
 * @throws ChartroomError 400 where the text breaks the grammar or a function cannot be computed
 */
export function evaluateExpression(source: string, context: ExpressionContext): number {
  return new ExpressionReader(source, context).whole();
}

class ExpressionReader {
  readonly #source: string;
  readonly #context: ExpressionContext;
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;

  constructor(source: string, context: ExpressionContext) {
    this.#source = source;
    this.#context = context;
    this.#tokens = this.#cut();
  }

  whole(): number {
    const value = this.#moment();
    if (this.#at < this.#tokens.length) throw this.#broken();
    return value;
  }

  #cut(): Token[] {
    const tokens: Token[] = [];
    let at = 0;
    while (this.#source.slice(at).trim() !== '') {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(this.#source);
      if (!match) throw this.#broken();
      const [, word, number, single, double, symbol] = match;
      if (word !== undefined) tokens.push({ kind: 'word', text: word.toUpperCase() });
      else if (number !== undefined) tokens.push({ kind: 'number', text: number });
      else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
      else tokens.push({ kind: 'text', text: single ?? double ?? '' });
      at = TOKEN.lastIndex;
    }
    return tokens;
  }

  #moment(): number {
    this.#depth += 1;
    if (this.#depth > DEEPEST)
      throw beyondBound('time expression: the depth of functions inside one another', this.#depth, DEEPEST);
    const name = this.#take('word');
    this.#symbol('(');
    const value = this.#call(name);
    this.#optional(',');
    this.#symbol(')');
    this.#depth -= 1;
    return value;
  }

  #call(name: string): number {
    switch (name) {
      case 'DATETIME':
        return this.#context.freeText(this.#take('text'));
      case 'DATEADD': {
        const base = this.#moment();
        this.#symbol(',');
        const count = this.#count();
        this.#symbol(',');
        return addUnits(base, count, this.#unit());
      }
      case 'DATETRUNC': {
        const base = this.#moment();
        this.#symbol(',');
        return startOf(base, this.#unit());
      }
      case 'LASTDAY': {
        const base = this.#moment();
        this.#symbol(',');
        return this.#lastDay(base, this.#unit());
      }
      case 'HOLIDAY':
        return this.#holiday();
      default:
        throw this.#broken();
    }
  }

  #holiday(): number {
    const name = this.#take('text');
    if (!this.#follows('word')) return holidayDate(name, this.#context.year, 'US');
    const year = new Date(this.#moment()).getUTCFullYear();
    return holidayDate(name, year, this.#follows('text') ? this.#take('text') : 'US');
  }

  /** A number or DATEDIFF. */
  #count(): number {
    if (this.#tokens[this.#at]?.text !== 'DATEDIFF') return Number(this.#take('number'));
    this.#take('word');
    this.#symbol('(');
    const from = this.#moment();
    this.#symbol(',');
    const to = this.#moment();
    const unit = this.#follows('word') ? this.#unit() : 'day';
    this.#optional(',');
    this.#symbol(')');
    if (unit === 'year') return new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear();
    if (unit !== 'day') throw this.#broken();
    return Math.floor((to - from) / DAY);
  }

  #lastDay(ms: number, unit: Unit): number {
    const date = new Date(ms);
    const year = date.getUTCFullYear();
    if (unit === 'year') return naive(year, 11, 31);
    if (unit === 'month') return naive(year, date.getUTCMonth(), daysOfMonth(year, date.getUTCMonth()));
    if (unit === 'week') return startOf(ms, 'week') + 6 * DAY;
    throw this.#broken();
  }

  #unit(): Unit {
    const unit = unitOf(this.#take('word'));
    if (!unit) throw this.#broken();
    return unit;
  }

  #take(kind: Token['kind']): string {
    const token = this.#tokens[this.#at];
    if (token?.kind !== kind) throw this.#broken();
    this.#at += 1;
    return token.text;
  }

  #symbol(text: string): void {
    if (this.#take('symbol') !== text) throw this.#broken();
  }

  #optional(text: string): void {
    if (this.#tokens[this.#at]?.text === text) this.#at += 1;
  }

  /** Steps over a comma when a token of this kind comes after it. */
  #follows(kind: Token['kind']): boolean {
    const comes = this.#tokens[this.#at]?.text === ',' && this.#tokens[this.#at + 1]?.kind === kind;
    if (comes) this.#at += 1;
    return comes;
  }

  #broken(): Error {
    return queryError(`Cannot read the time expression [${this.#source}]`);
  }
}
