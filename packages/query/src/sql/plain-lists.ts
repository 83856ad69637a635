import type { Token } from './tokens.ts';

/** Values of a list that stand for all of them. */
const KEPT = 10;

const isValue = ({ kind }: Token) => kind === 'number' || kind === 'string';

/**
 * Lists of values behind IN, and of nothing but values: whatever their number, they say the same of tables, functions
 * and effects, and people paste thousands.
 */
export class PlainLists {
  #before = '';
  /** Tokens of the list that is open; undefined outside. */
  #open: Token[] | undefined;
  #leftOut = 0;
  /** Where a text may be blank: from the end of the last value that is kept to the closing bracket. */
  readonly blanks: [from: number, to: number][] = [];

  /** Takes the next token; answers how many were in lists so far that need not be read. */
  see(token: Token): number {
    const { kind, text } = token;
    const list = this.#open;
    if (!list) {
      if (text === '(' && this.#before === 'IN') this.#open = [];
    } else if (isValue(token) || text === ',') {
      list.push(token);
      // The last that is kept is a value.
      if (list.length >= 2 * KEPT) return this.#leftOut + list.length - (2 * KEPT - 1);
    } else {
      this.#open = undefined;
      const last = list[2 * KEPT - 2];
      if (
        text === ')' &&
        last &&
        list.every((each, place) => isValue(each) === (place % 2 === 0)) &&
        list.length % 2 === 1
      ) {
        this.#leftOut += list.length - (2 * KEPT - 1);
        this.blanks.push([last.start + last.text.length, token.start]);
      }
    }
    if (kind !== 'comment') this.#before = kind === 'word' ? text.toUpperCase() : text;
    return this.#leftOut;
  }
}

/** The text with blanks for the values of long lists but the first ones, so that positions stay. */
export function withoutLongLists(text: string, tokens: readonly Token[], start: number): string {
  const lists = new PlainLists();
  for (const token of tokens) lists.see(token);
  let [read, at] = ['', 0];
  for (const [from, to] of lists.blanks) {
    read += text.slice(at, from - start) + ' '.repeat(to - from);
    at = to - start;
  }
  return read + text.slice(at);
}
