import type { JsonValue } from './json.ts';

/** Characters that may stand in a bare Rison word (everything but the syntax and space). */
const BARE = /^[^\s'!:(),*@$0-9-][^\s'!:(),*@$]*$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?$/;

/** What Rison can write: JSON whose members may be left open. */
export type RisonValue = JsonValue | undefined | RisonValue[] | { [key: string]: RisonValue };

/** Writes a value as Rison, the notation of `q` parameters and list addresses (contract/api.md §1.3). Undefined members are left out. */
export function risonOf(value: RisonValue): string {
  if (value === null || value === undefined) return '!n';
  if (value === true) return '!t';
  if (value === false) return '!f';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('e+', 'e') : '!n';
  if (typeof value === 'string') return risonText(value);
  if (Array.isArray(value)) return `!(${value.map(risonOf).join(',')})`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `(${members.map(([key, member]) => `${risonText(key)}:${risonOf(member)}`).join(',')})`;
}

/** Reads Rison. Throws SyntaxError naming the place when it is none. */
export function parseRison(text: string): JsonValue {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

function risonText(text: string): string {
  return BARE.test(text) ? text : `'${text.replaceAll(/['!]/g, (character) => `!${character}`)}'`;
}

/** Nesting beyond this is an attack, not a question. */
const DEEPEST = 64;

class Reader {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): JsonValue {
    if (depth > DEEPEST) throw this.error('nested too deeply');
    const next = this.text[this.at];
    if (next === '(') return this.object(depth);
    if (next === "'") return this.quoted();
    if (next === '!') return this.special(depth);
    return this.bare();
  }

  end(): void {
    if (this.at < this.text.length) throw this.error('something follows the value');
  }

  private special(depth: number): JsonValue {
    const kind = this.text[this.at + 1];
    this.at += 2;
    if (kind === 't') return true;
    if (kind === 'f') return false;
    if (kind === 'n') return null;
    if (kind === '(') return this.list(depth);
    this.at -= 2;
    throw this.error(`unknown mark !${kind ?? ''}`);
  }

  private list(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    while (this.text[this.at] !== ')') {
      if (items.length > 0) this.expect(',');
      items.push(this.value(depth + 1));
    }
    this.at += 1;
    return items;
  }

  private object(depth: number): JsonValue {
    this.at += 1;
    const members: [string, JsonValue][] = [];
    while (this.text[this.at] !== ')') {
      if (members.length > 0) this.expect(',');
      const key = this.text[this.at] === "'" ? this.quoted() : String(this.word());
      this.expect(':');
      members.push([key, this.value(depth + 1)]);
    }
    this.at += 1;
    return Object.fromEntries(members);
  }

  private quoted(): string {
    let text = '';
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const character = this.text[this.at];
      if (character === "'") {
        this.at += 1;
        return text;
      }
      if (character === '!') {
        this.at += 1;
        const escaped = this.text[this.at];
        if (escaped !== "'" && escaped !== '!') throw this.error("only !! and !' may stand in a text");
        text += escaped;
      } else text += character;
    }
    throw this.error('a text does not end');
  }

  private bare(): JsonValue {
    const word = this.word();
    return NUMBER.test(word) ? Number(word) : word;
  }

  private word(): string {
    const start = this.at;
    while (this.at < this.text.length && !/['!:(),*@$\s]/.test(this.text[this.at] ?? '')) this.at += 1;
    if (this.at === start)
      throw this.error(this.at < this.text.length ? `unexpected ${this.text[this.at]}` : 'it ends too early');
    return this.text.slice(start, this.at);
  }

  private expect(character: string): void {
    if (this.text[this.at] !== character) throw this.error(`${character} expected`);
    this.at += 1;
  }

  private error(what: string): SyntaxError {
    return new SyntaxError(`Not a valid rison value: ${what} at position ${this.at + 1}`);
  }
}
