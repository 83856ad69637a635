import type { Budget } from './budget.ts';
import { formatPercent } from './format-text.ts';
import type { BinaryOperator, CompareOperator } from './syntax.ts';
import { TemplateProblem } from './template-problem.ts';
import { Dict, Float, Moment, numberOf, Sequence, typeName, Undefined, type Value } from './value.ts';
import { equal, searching, shown, weigh } from './weigh.ts';

/** Fails where a name without a value is used. */
export function defined<Kind extends Value>(value: Kind | Undefined): Kind {
  if (value instanceof Undefined) throw new TemplateProblem(value.problem, value.complaint);
  return value;
}

/** `left operator right`. @throws TemplateProblem for values the operator does not know */
export function binary(operator: BinaryOperator, left: Value, right: Value, budget: Budget): Value {
  if (operator === '~') return joined(shown(left, budget), shown(right, budget), budget);
  defined(left);
  defined(right);
  if (operator === '%' && typeof left === 'string') return formatPercent(left, right, budget);
  if (operator === '+') {
    if (typeof left === 'string' && typeof right === 'string') return joined(left, right, budget);
    if (left instanceof Sequence && right instanceof Sequence && left.kind === right.kind) {
      budget.list(left.items.length + right.items.length);
      return new Sequence(left.kind, [...left.items, ...right.items]);
    }
  }
  if (operator === '*') {
    const repeated = repetition(left, right, budget) ?? repetition(right, left, budget);
    if (repeated !== undefined) return repeated;
  }
  return arithmetic(operator, left, right);
}

/** `-value` and `+value`. */
export function signed(operator: '-' | '+', value: Value): Value {
  const number = numberOf(defined(value));
  if (number === undefined)
    throw new TemplateProblem('value', `bad operand type for unary ${operator}: '${typeName(value)}'`);
  const result = operator === '-' ? -number : number;
  if (value instanceof Float) return new Float(result);
  return result === 0 ? 0 : result;
}

/** One comparison. */
export function compare(operator: CompareOperator, left: Value, right: Value, budget: Budget): boolean {
  if (operator === '==') return equal(left, right, budget);
  if (operator === '!=') return !equal(left, right, budget);
  if (operator === 'in') return contains(right, left, budget);
  if (operator === 'not in') return !contains(right, left, budget);
  const order = ordered(defined(left), defined(right), budget);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

/** Whether a value is in a text, a list or the keys of a dictionary. */
export function contains(container: Value, value: Value, budget: Budget): boolean {
  if (typeof container === 'string') {
    budget.text(container.length);
    if (typeof value === 'string') {
      searching(container, value, budget);
      return container.includes(value);
    }
    defined(value);
    throw new TemplateProblem(
      'value',
      `'in <string>' requires string as left operand, not ${typeName(value)}`,
    );
  }
  if (container instanceof Sequence) return container.items.some((item) => equal(item, value, budget));
  if (container instanceof Dict) {
    weigh(value, budget);
    return container.has(value);
  }
  if (container instanceof Undefined) return false;
  throw new TemplateProblem('value', `argument of type '${typeName(container)}' is not iterable`);
}

/** Which of two values comes first: below, above or 0. @throws TemplateProblem for kinds that have no common order */
export function ordered(left: Value, right: Value, budget: Budget): number {
  budget.spend();
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof left === 'string' && typeof right === 'string') {
    budget.text(Math.min(left.length, right.length));
    return left < right ? -1 : Number(left > right);
  }
  if (left instanceof Moment && right instanceof Moment) return left.ms - right.ms;
  if (left instanceof Sequence && right instanceof Sequence && left.kind === right.kind)
    return orderOfLists(left, right, budget);
  throw new TemplateProblem(
    'value',
    `'<' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`,
  );
}

function orderOfLists(left: Sequence, right: Sequence, budget: Budget): number {
  return budget.deeper(() => {
    for (const [index, item] of left.items.entries()) {
      const other = right.items[index];
      if (other === undefined) return 1;
      if (!equal(item, other, budget)) return ordered(item, other, budget);
    }
    return left.items.length - right.items.length;
  });
}

function joined(left: string, right: string, budget: Budget): string {
  budget.text(left.length + right.length);
  return left + right;
}

function repetition(value: Value, count: Value, budget: Budget): Value | undefined {
  if (typeof count !== 'number') return undefined;
  const times = Math.max(0, count);
  if (typeof value === 'string') {
    budget.text(value.length * times);
    return value.repeat(times);
  }
  if (!(value instanceof Sequence)) return undefined;
  budget.list(value.items.length * times);
  return new Sequence(value.kind, Array.from({ length: times }, () => value.items).flat());
}

function arithmetic(operator: BinaryOperator, left: Value, right: Value): Value {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === undefined || b === undefined) {
    throw new TemplateProblem(
      'value',
      `unsupported operand type(s) for ${operator}: '${typeName(left)}' and '${typeName(right)}'`,
    );
  }
  const float = left instanceof Float || right instanceof Float;
  if (b === 0 && (operator === '/' || operator === '//' || operator === '%'))
    throw new TemplateProblem('value', 'division by zero');
  switch (operator) {
    case '+':
      return number(a + b, float);
    case '-':
      return number(a - b, float);
    case '*':
      return number(a * b, float);
    case '/':
      return new Float(a / b);
    case '//':
      return number(Math.floor(a / b), float);
    case '%':
      return number(a - b * Math.floor(a / b), float);
    default:
      return number(a ** b, float || b < 0);
  }
}

function number(result: number, float: boolean): Value {
  if (float) return new Float(result);
  if (!Number.isSafeInteger(result))
    throw new TemplateProblem('limit', 'A whole number of a template is too large.');
  return result === 0 ? 0 : result;
}
