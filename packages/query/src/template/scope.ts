import { Undefined, type Value } from './value.ts';

/** Names and what they stand for; blocks see the names around them, but set only their own. */
export class Scope {
  readonly #names: Map<string, Value>;
  readonly #around: Scope | undefined;

  constructor(names: Iterable<readonly [string, Value]>, around?: Scope) {
    this.#names = new Map(names);
    this.#around = around;
  }

  /** What a name stands for; an undefined value where it stands for nothing. */
  get(name: string): Value {
    const value = this.#names.get(name);
    if (value !== undefined) return value;
    return this.#around ? this.#around.get(name) : new Undefined(name, `'${name}' is undefined`);
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  /** A block inside this one. */
  inner(names: Iterable<readonly [string, Value]> = []): Scope {
    return new Scope(names, this);
  }
}
