import type { Budget } from './budget.ts';
import { TemplateProblem } from './template-problem.ts';
import { Dict, numberOf, Sequence, typeName, type Value, written } from './value.ts';
import { shown, weigh } from './weigh.ts';

/** Widest padding a format may ask for. */
const WIDEST = 10_000;

/** `'%s-%03d' % (a, b)`: a text with its places filled in (Python's percent format: `d i s r f e g x o c %`). */
export function formatPercent(pattern: string, values: Value, budget: Budget): string {
  const list = values instanceof Sequence && values.kind === 'tuple' ? values.items : [values];
  let used = 0;
  const take = (name: string | undefined): Value => {
    if (name !== undefined) return part(values, name);
    const value = list[used];
    used += 1;
    if (value === undefined) throw new TemplateProblem('value', 'not enough arguments for format string');
    return value;
  };
  const text = pattern.replace(
    /%(?:\(([^)]*)\))?([-+ 0#]*)(\d*)(?:\.(\d+))?([a-zA-Z%]?)/g,
    (
      _,
      name: string | undefined,
      flags: string,
      width: string,
      precision: string | undefined,
      kind: string,
    ) => {
      if (kind === '%') return '%';
      if (kind === '') throw new TemplateProblem('value', 'incomplete format');
      const digits = precision === undefined ? undefined : within(Number(precision), 100);
      const body = converted(take(name), kind, digits, flags, budget);
      const filled = padded(body, within(Number(width || 0), WIDEST), flags);
      budget.text(filled.length);
      return filled;
    },
  );
  if (used < list.length && !(values instanceof Dict) && used > 0) {
    throw new TemplateProblem('value', 'not all arguments converted during string formatting');
  }
  return text;
}

/** `'{}/{name}'.format(…)`: a text with its places filled in. Of a place only a name or a number is read. */
export function formatBraces(
  pattern: string,
  values: readonly Value[],
  named: ReadonlyMap<string, Value>,
  budget: Budget,
): string {
  let next = 0;
  return pattern.replace(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (all: string, place?: string) => {
    if (all === '{{' || all === '}}') return all.charAt(0);
    if (place === undefined) throw new TemplateProblem('value', 'Single brace encountered in format string');
    const [field = '', spec = ''] = place.split(':');
    if (/[.[!]/.test(field))
      throw new TemplateProblem(
        'security',
        `a format string may only name its values, not '${field.slice(0, 100)}'`,
      );
    const isPlace = field === '' || /^\d+$/.test(field);
    const value = isPlace ? values[field === '' ? next++ : Number(field)] : named.get(field);
    if (value === undefined)
      throw new TemplateProblem('value', `The format string names '${field}', which was not given.`);
    const filled = spec === '' ? shown(value, budget) : specified(value, spec, budget);
    budget.text(filled.length);
    return filled;
  });
}

function part(values: Value, name: string): Value {
  const value = values instanceof Dict ? values.get(name) : undefined;
  if (value === undefined)
    throw new TemplateProblem('value', `The format string names '${name}', which was not given.`);
  return value;
}

function specified(value: Value, spec: string, budget: Budget): string {
  const match = /^([<>^])?([+ ])?(0)?(\d*)(?:\.(\d+))?([sdfeEgx%])?$/.exec(spec);
  if (!match) throw new TemplateProblem('value', `Invalid format specifier '${spec.slice(0, 100)}'`);
  const [
    ,
    align,
    sign = '',
    zero = '',
    width = '',
    precision,
    kind = numberOf(value) === undefined ? 's' : 'g',
  ] = match;
  const digits = precision === undefined ? undefined : within(Number(precision), 100);
  const share = kind === '%';
  const plain = kind === 'g' && digits === undefined;
  const scaled = share ? (numberOf(value) ?? 0) * 100 : undefined;
  const write = () =>
    scaled === undefined ? converted(value, kind, digits, sign, budget) : `${scaled.toFixed(digits ?? 6)}%`;
  const body = plain ? shown(value, budget) : write();
  const left = align === '<' || (align === undefined && kind === 's');
  const size = within(Number(width || 0), WIDEST);
  if (align === '^')
    return body.padStart(body.length + Math.floor(Math.max(0, size - body.length) / 2)).padEnd(size);
  return padded(body, size, `${left ? '-' : ''}${zero}`);
}

function converted(
  value: Value,
  kind: string,
  digits: number | undefined,
  flags: string,
  budget: Budget,
): string {
  if (kind === 's') return shown(value, budget).slice(0, digits);
  if (kind === 'r') {
    weigh(value, budget);
    return written(value).slice(0, digits);
  }
  const number = numberOf(value);
  if (number === undefined)
    throw new TemplateProblem('value', `%${kind} format: a real number is required, not ${typeName(value)}`);
  const text = numberText(number, kind, digits);
  if (number < 0) return text;
  if (flags.includes('+')) return `+${text}`;
  return flags.includes(' ') ? ` ${text}` : text;
}

function numberText(number: number, kind: string, digits: number | undefined): string {
  switch (kind) {
    case 'd':
    case 'i':
    case 'u':
      return String(Math.trunc(number));
    case 'f':
    case 'F':
      return number.toFixed(digits ?? 6);
    case 'e':
    case 'E':
      return number.toExponential(digits ?? 6).replace(/e([+-])(\d)$/, 'e$10$2');
    case 'g':
    case 'G':
      return String(Number(number.toPrecision(Math.max(1, digits ?? 6))));
    case 'x':
      return Math.trunc(number).toString(16);
    case 'o':
      return Math.trunc(number).toString(8);
    default:
      throw new TemplateProblem('value', `unsupported format character '${kind}'`);
  }
}

function padded(text: string, width: number, flags: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0')) return text.padStart(width);
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

function within(asked: number, most: number): number {
  if (asked > most) throw new TemplateProblem('limit', `A format asks for more than ${most} characters.`);
  return asked;
}
