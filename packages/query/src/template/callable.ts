import { TemplateProblem } from './template-problem.ts';
import { Callable, type Value } from './value.ts';

/** Values given for the parameters of a call, by position. */
type Given = readonly (Value | undefined)[];

/**
 * A function with named parameters. `required` come first; one whose name begins with `*` takes all values
 * that are left.
 */
export function callable(
  name: string,
  required: readonly string[],
  optional: readonly string[],
  work: (given: Given) => Value,
): Callable {
  return new Callable(name, (args, named) => work(bound(name, required, optional, args, named)));
}

/**
 * Puts the arguments of a call where the parameters expect them.
 * @throws TemplateProblem `value` for too many, unknown and missing ones
 */
export function bound(
  name: string,
  required: readonly string[],
  optional: readonly string[],
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): (Value | undefined)[] {
  const names = [...required, ...optional];
  if (args.length > names.length) {
    throw new TemplateProblem(
      'value',
      `${name}() takes ${names.length} arguments, ${args.length} were given.`,
    );
  }
  const given: (Value | undefined)[] = names.map((_, index) => args[index]);
  for (const [key, value] of named) {
    const place = names.indexOf(key);
    if (place < 0) throw new TemplateProblem('value', `${name}() knows no argument '${key}'.`);
    if (given[place] !== undefined) throw new TemplateProblem('value', `${name}() got '${key}' twice.`);
    given[place] = value;
  }
  const missing = required.find((_, index) => given[index] === undefined);
  if (missing !== undefined) throw new TemplateProblem('value', `${name}() needs '${missing}'.`);
  return given;
}

/** A given text, or the fallback where nothing or no text was given. */
export function textOr(value: Value | undefined, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
