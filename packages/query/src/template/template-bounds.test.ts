import { describe, expect, it } from 'vitest';
import { formatReader } from '../time-range/written-format.ts';
import { Budget, USUAL_LIMITS } from './budget.ts';
import { renderText } from './render-template.ts';
import { TemplateProblem } from './template-problem.ts';
import { Dict, list, type Value } from './value.ts';

const BIG = list(Array.from({ length: 100_000 }, (_, n) => n));
const PAIRS = new Dict(Array.from({ length: 90_000 }, (_, n): [Value, Value] => [n, n]));
const HUGE = new Dict(Array.from({ length: 300_000 }, (_, n): [Value, Value] => [n, n]));
const VALUES: [string, Value][] = [
  ['big', BIG],
  ['pairs', PAIRS],
  ['huge', HUGE],
  ['text', 'a'.repeat(900_000)],
  ['half', `b${'a'.repeat(400_000)}`],
];
const render = (text: string) => renderText(text, { values: VALUES }, new Budget(USUAL_LIMITS));
/** As often as the steps of a template last, and more. */
const often = (work: string) => `{% for i in range(100000) %}${work}{% endfor %}`;

describe('F4: what a template does is charged before it takes long', () => {
  it.each([
    ['ranges', often('{% set x = range(100000) %}')],
    ['copies by dict()', often('{% set x = dict(pairs) %}')],
    ['copies by namespace()', often('{% set x = namespace(pairs) %}')],
    ['keys one by one', often('{% set x = pairs|first %}')],
    ['pairs', often('{% set x = pairs|items %}')],
    ['batches', often('{% set x = big|batch(1) %}')],
    ['lists turned round', often('{% set x = big.reverse() %}')],
    ['lists without their head', `{% set l = big|list %}${often('{% set x = l.pop(0) %}')}`],
    [
      'capital letters a hundred thousand times',
      `{% set s = text|upper %}{% set l = [s] * 100000 %}{{ (l|unique)|length }}`,
    ],
    ['texts sorted', `{% set s = text|upper %}{% set l = [s] * 100000 %}{{ (l|sort)|length }}`],
    ['a text that repeats itself, found', often('{{ text.find(half) }}')],
    ['counted', often('{{ text.count(half) }}')],
    ['replaced', often('{{ text|replace(half, "x") }}')],
    ['split', often('{{ text.split(half) }}')],
    ['contained', often('{{ half in text }}')],
    ['divided', often('{{ text.partition(half) }}')],
    ['long keys', often('{% set x = pairs.get(text) %}')],
    ['long keys by brackets', often('{% set x = pairs[text] %}')],
    ['long keys of new dictionaries', often('{% set x = {text: 1} %}')],
    ['long keys by setdefault', `{% set d = {} %}${often('{% set x = d.setdefault(text ~ i, 1) %}')}`],
    ['wide formats', '{{ "%1000000000d"|format(1) }}'],
    ['many digits', '{{ "%.1000000000f"|format(1) }}'],
    ['wide columns', '{{ "a"|center(1000000000) }}'],
    ['wide margins', '{{ "a"|indent(1000000000) }}'],
    ['filled up', '{{ "a".zfill(1000000000) }}{{ "a".ljust(999999999) }}'],
    ['long ranges', '{{ range(-1000000000, 1000000000) }}'],
    ['long repetitions', '{{ "ab" * 1000000000 }}'],
    ['long lists', '{{ [1] * 1000000000 }}'],
    ['large powers', '{{ 10 ** 1000 }}'],
    ['a chain of sums', `{{ ${'1+'.repeat(200_000)}1 }}`],
    ['a chain of filters', `{{ 1${'|abs'.repeat(100_000)} }}`],
    ['a chain of parts', `{{ a${'.b'.repeat(200_000)} }}`],
    ['a chain of calls', `{{ a${'()'.repeat(200_000)} }}`],
    ['a chain of choices', `{{ ${'1 if 0 else '.repeat(50_000)}2 }}`],
    ['signs', `{{ ${'-'.repeat(300_000)}1 }}`],
    ['negations', `{{ ${'not '.repeat(200_000)}1 }}`],
    ['brackets', `{{ ${'('.repeat(200_000)}1${')'.repeat(200_000)} }}`],
    ['blocks', '{% if 1 %}'.repeat(50_000) + '{% endif %}'.repeat(50_000)],
    ['a macro that calls itself', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
    ['a list that holds itself', '{% set l = [] %}{% set x = l.append(l) %}{{ l|string }}'],
  ])('%s', (_name, template) => {
    const begun = performance.now();
    expect(() => render(template)).toThrow(TemplateProblem);
    expect(performance.now() - begun).toBeLessThan(4_000);
  });

  it('keys of keys of keys stay short, and end', () => {
    const nested = (depth: number) =>
      `{% set ns = namespace(t=("'",)) %}{% for i in range(${depth}) %}{% set ns.t = (ns.t,) %}{% endfor %}{{ {ns.t: 1}|length }}`;
    expect(render(nested(40))).toBe('1');
    expect(() => render(nested(400))).toThrow('unhashable type');
    expect(render("{{ {('a', ('b',)): 1}[('a', ('b',))] }}{{ {('a', 'b'): 1}.get(('a:1', 'b')) }}")).toBe(
      '1None',
    );
  });

  it('sensible work is done', () => {
    expect(render('{% for i in range(20000) %}{{ i }},{% endfor %}').length).toBe(108_890);
    expect(
      render(
        '{{ big|sum }} {{ pairs|length }} {{ (big|list)|length }} {{ text.count("ab") }} {{ pairs[89999] }}',
      ),
    ).toBe('4999950000 90000 100000 0 89999');
    expect(render('{{ dict(huge)|length }}')).toBe('300000');
    expect(render('{{ big|map("string")|join(",")|length }}')).toBe('588889');
  });
});

describe('F22: names that every object inherits mean nothing in templates', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s', (name) => {
    expect(
      render(
        `{{ ${name} is defined }}{{ "a".${name} is defined }}{{ [1].${name} is defined }}{{ {'a': 1}.${name} is defined }}`,
      ),
    ).toBe('FalseFalseFalseFalse');
    expect(render(`{% set d = {'${name}': 7} %}{{ d['${name}'] }}{{ d|tojson }}`)).toBe(`7{"${name}": 7}`);
    expect(() => render(`{{ 1|${name} }}`)).toThrow(`No filter named '${name}'`);
    expect(() => render(`{{ 1 is ${name} }}`)).toThrow(`No test named '${name}'`);
    expect(() => render(`{{ "{${name}}".format(1) }}`)).toThrow('which was not given');
  });
});

describe('F4: formats of dates', () => {
  it.each([
    ['%A'.repeat(30), 'a'.repeat(5_000)],
    ['%a%A%b%B%Z%Y', 'a'.repeat(5_000)],
    ['%A%B%Y', 'a'.repeat(5_000)],
    ['%d'.repeat(60), '1'.repeat(5_000)],
    ['x'.repeat(5_000_000), 'x'],
    ['%Y', '1'.repeat(5_000_000)],
  ])('%.20s', (format, text) => {
    const begun = performance.now();
    formatReader(format)?.(text);
    expect(performance.now() - begun).toBeLessThan(200);
  });

  it('that people write are read', () => {
    expect(formatReader('%A, %d %B %Y %H:%M:%S.%f')?.('Monday, 04 March 2024 05:06:07.5')).toBe(
      Date.UTC(2024, 2, 4, 5, 6, 7, 500),
    );
    expect(formatReader('%Y-%m-%dT%H:%M:%S%z')?.('2024-03-04T05:06:07+01:00')).toBe(
      Date.UTC(2024, 2, 4, 5, 6, 7),
    );
  });
});
