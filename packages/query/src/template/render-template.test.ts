import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, USUAL_LIMITS } from './budget.ts';
import { renderText } from './render-template.ts';
import { TemplateProblem } from './template-problem.ts';
import { fromUnknown, Moment, type Value } from './value.ts';

function render(text: string, values: Record<string, unknown> = {}, limits = USUAL_LIMITS): string {
  const names = Object.entries(values).map(([name, value]): [string, Value] => [
    name,
    value instanceof Moment ? value : fromUnknown(value),
  ]);
  return renderText(text, { values: names }, new Budget(limits));
}

function problem(text: string, values: Record<string, unknown> = {}): TemplateProblem {
  try {
    render(text, values);
  } catch (error) {
    if (error instanceof TemplateProblem) return error;
    throw error;
  }
  throw new Error(`"${text}" was rendered.`);
}

describe('the language', () => {
  it.each([
    ["{{ {'a': none}.a }} {{ {'a': none}.get('a', 1) }}", 'None None'],
    ['{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}', '123'],
    ['{% for x in [1, 2, 3] %}{{ loop.cycle("a", "b") }}{{ loop.revindex }} {% endfor %}', 'a3 b2 a1 '],
    ['a {%- if true -%} b {%- endif -%} c', 'abc'],
    ['{%- raw -%} {{ x }} {%- endraw -%}', '{{ x }}'],
    ['{% macro m(x) %}<{{ caller(x) }}>{% endmacro %}{% call(y) m(2) %}{{ y * 2 }}{% endcall %}', '<4>'],
    ['{% filter upper %}a{{ 1 }}{% endfilter %}', 'A1'],
    ['{% set x | upper %}a{% endset %}{{ x }}', 'A'],
    ['{{ [3, 1, 2]|sort|join }} {{ [3, 1]|sum }} {{ [[1, "b"], [1, "a"]]|min }}', "123 4 [1, 'a']"],
    ["{{ '%05.1f|%-4s|%+d' % (3.14159, 'ab', 7) }}", '003.1|ab  |+7'],
    ["{{ '{:>5}|{:.2f}|{name}'.format('a', 2, name='n') }}", '    a|2.00|n'],
    ['{{ 2 ** 3 ** 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 10 / 5 }}', '64 -4 2 2.0'],
    ["{{ 'a' if false }}|{{ ',' if true }}", '|,'],
    [
      "{{ [{'n': 1}, {'n': 2}]|map(attribute='n')|list }} {{ [{'n': 1}, {'n': 2}]|selectattr('n', 'gt', 1)|list }}",
      "[1, 2] [{'n': 2}]",
    ],
    ['{% set a = [1] %}{% set _ = a.append(2) %}{{ a }}', '[1, 2]'],
    ['{{ 1e16 }} {{ 1e-5 }} {{ 123456.789 }} {{ 0.1 }}', '1e+16 1e-05 123456.789 0.1'],
  ])('renders %s', (text, expected) => {
    expect(render(text)).toBe(expected);
  });

  it('keeps what a loop sets inside the loop', () => {
    expect(render('{% set x = 1 %}{% for i in [2, 3] %}{% set x = i %}{% endfor %}{{ x }}')).toBe('1');
  });

  it('says on which line a template fails', () => {
    expect(problem('a\n\n{{ 1 / 0 }}')).toMatchObject({
      kind: 'value',
      line: 3,
      status: 422,
      message: 'Template error on line 3: division by zero',
    });
  });

  it('gives plain text back as it is, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/\{[{%#]/.test(text));
        expect(render(text)).toBe(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''));
      }),
    );
  });

  it('prints any text it is given and never reads it as a template', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(render('{{ x }}', { x: text })).toBe(text);
      }),
    );
    expect(render('{{ x }}', { x: '{{ 1 + 1 }}' })).toBe('{{ 1 + 1 }}');
  });
});

describe('what is closed', () => {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    '__class__',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    'call',
    'items_',
    'name',
  ];
  const objects = [
    "''",
    '[]',
    '{}',
    '(1,)',
    'range(2)',
    'dict',
    'namespace()',
    'cycler(1)',
    'x',
    'x.list',
    '1',
    'true',
    "''.upper",
    'loop',
    'moment',
    'none',
  ];

  it('has no way from a value to the host language', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...objects),
        fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (object, path, asItem) => {
          const expression = path.reduce(
            (text, name) => (asItem ? `${text}['${name}']` : `${text}.${name}`),
            object,
          );
          const text = `{% for i in [1] %}{% set f = ${expression} %}{{ f is defined }}{% endfor %}`;
          const shown = attempt(() => render(text, { x: { list: [1] }, moment: new Moment(0) }));
          expect(shown === 'False' || shown instanceof TemplateProblem).toBe(true);
        },
      ),
    );
  });

  it('keeps names of the host language as plain keys', () => {
    expect(render("{{ {'__proto__': 1, 'constructor': 2}['__proto__'] }}")).toBe('1');
    expect(render('{{ constructor is defined }} {{ toString is defined }} {{ process is defined }}')).toBe(
      'False False False',
    );
  });

  it.each([
    "{{ '{0.__class__}'.format(1) }}",
    "{{ '{0[a]}'.format(1) }}",
    "{{ ''|attr('__class__') + '' }}",
    "{{ ''.__class__.__mro__ }}",
    "{{ ([['']]|map(attribute='__class__')|list)[0].x }}",
  ])('refuses %s', (text) => {
    expect(problem(text).kind).toBe('security');
  });

  it('prints a complaint for what nobody uses', () => {
    const complaint =
      "{{ undefined value printed: access to attribute '__class__' of 'str' object is unsafe. }}";
    expect(render("{{ ''.__class__ }}")).toBe(complaint);
    expect(render("{{ ''|attr('__class__') }}")).toBe(complaint);
  });
});

describe('the budget', () => {
  it.each([
    ['{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}'],
    ["{{ 'a' * 1000000000 }}"],
    ['{{ [1] * 1000000000 }}'],
    ["{{ '%9999999s' % 'a' }}"],
    ["{{ '{:>99999999}'.format(1) }}"],
    ["{{ 'a'|center(99999999) }}"],
    ["{{ ('a' * 1000)|replace('a', 'b' * 9999) }}"],
    ['{{ 2 ** 999 }}'],
    ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
    ['{% set a = [] %}{% set _ = a.append(a) %}{{ a }}'],
    ['{% set a = [] %}{% set _ = a.append(a) %}{{ a == a }}'],
    [`{% set a = [1, 1] %}${'{% set a = [a, a] %}'.repeat(60)}{{ a }}`],
    [`{% set a = [1, 1] %}${'{% set a = [a, a] %}'.repeat(60)}{{ a|tojson }}`],
    [`{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`],
    [`{{ 1${' + 1'.repeat(5000)} }}`],
    [`${'{% if true %}'.repeat(500)}${'{% endif %}'.repeat(500)}`],
    ['{{ "a".join(range(99999)|map("string")) * 99 }}'],
  ])('ends %s', (text) => {
    expect(problem(text).kind).toBe('limit');
  });

  it('ends whatever loops are nested and whatever texts grow', () => {
    const statements = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          '{% set t.v = t.v ~ t.v %}',
          '{% set t.l = t.l + t.l %}',
          '{{ t.v }}',
          '{{ t.l }}',
          'text',
          '{% set _ = t.l.append(t.l) %}',
        ),
        fc
          .tuple(fc.integer({ min: 0, max: 100_000 }), tie('node'), tie('node'))
          .map(([n, a, b]) => `{% for i in range(${n}) %}${a}${b}{% endfor %}`),
      ),
    })).node;
    const limits = { steps: 20_000, characters: 10_000, items: 100_000, depth: 100 };
    fc.assert(
      fc.property(statements, (body) => {
        const shown = attempt(() => render(`{% set t = namespace(v='ab', l=[1]) %}${body}`, {}, limits));
        if (shown instanceof TemplateProblem) expect(shown.kind).toBe('limit');
        else expect(shown.length).toBeLessThanOrEqual(limits.characters);
      }),
      { numRuns: 200 },
    );
  });

  it('never fails otherwise than with a template problem, whatever is written', () => {
    const pieces = [
      '{{',
      '}}',
      '{%',
      '%}',
      '{#',
      '#}',
      ' for ',
      ' in ',
      ' if ',
      ' endif ',
      ' endfor ',
      ' set ',
      ' x ',
      '=',
      '|',
      'upper',
      '(',
      ')',
      '[',
      ']',
      '.',
      ',',
      "'",
      '1',
      '-',
      ' raw ',
      ' is ',
      ' not ',
      '**',
      '\n',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
        const shown = attempt(() => render(parts.join(''), { x: 'v' }));
        expect(typeof shown === 'string' || shown instanceof TemplateProblem).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

function attempt(work: () => string): string | TemplateProblem {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateProblem) return error;
    throw error;
  }
}
