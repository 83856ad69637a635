/** What is wrong with a template, in words for whoever writes it. */
export class TemplateProblem extends Error {
  /** The words say where in the template. */
  get isPlaced(): boolean {
    return /^Line \d/.test(this.message);
  }
}

/** Markup that a helper made: it is not written as text. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a value holds under a name; nothing that it inherits, and nothing that would run. */
export function ownMember(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'string') return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(Object(value), name)?.value;
  return typeof found === 'function' ? undefined : found;
}

/** How a value is written: nothing where there is none, lists with commas. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOfValue).join(',');
  return typeof value === 'object' ? '[object Object]' : String(value);
}

/** Whether a condition takes a value for nothing: empty lists count as such, and zero does. */
export function isNothing(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

/** What a block is drawn with besides what it is about. */
export interface BodyMore {
  /** `@index` and its like. */
  marks?: ReadonlyMap<string, unknown>;
  /** What the names of the block stand for, in their order. */
  given?: readonly unknown[];
}

/** The text of a block, for one thing that it is about. */
export type Body = (context: unknown, more?: BodyMore) => string;

/** How a template calls a helper. */
export interface HelperCall {
  values: readonly unknown[];
  /** What is given by name. */
  options: ReadonlyMap<string, unknown>;
  /** What the template is about where it calls. */
  context: unknown;
  /** The text between the beginning and the end of a block, and the one behind its `else`; absent where it is none. */
  body?: Body;
  otherwise?: Body;
}

/** A word of the template's language. */
export type Helper = (call: HelperCall) => unknown;
