import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { example } from './example.ts';
import { chart } from './index.ts';
import { pageOf } from './page.ts';
import { filledTemplate } from './template.ts';

const CONTEXT = {
  data: [
    { origin: 'ORD', count: 3257, region: 'Midwest', day: 1230768000000, big: '9007199254740993' },
    { origin: '<b>ATL</b>', count: 0, region: 'South', day: null, big: null },
    { origin: 'DFW', count: -4.5, region: 'South', day: -2208988800001, big: '1.5' },
  ],
  words: ['a', 'b'],
  none: [],
  nothing: null,
  count: 7,
  nested: { deep: { name: 'x' } },
};
const fill = (template: string) => filledTemplate(template, CONTEXT);

describe('a template', () => {
  it.each([
    ['{{nested.deep.name}} {{nested/deep/name}} {{data.1.count}} {{nested.[deep].name}}', 'x x 0 x'],
    ['{{data.1.origin}} {{{data.1.origin}}}', '&lt;b&gt;ATL&lt;/b&gt; <b>ATL</b>'],
    ['{{nothing}}|{{missing.part}}|{{words}}|{{nested}}', '||a,b|[object Object]'],
    ['{{#each words}}{{@index}}{{this}}{{#unless @last}},{{/unless}}{{/each}}', '0a,1b'],
    ['{{#each nested.deep}}{{@key}}={{.}}{{/each}}', 'name=x'],
    ['{{#each none}}x{{else}}none{{/each}}', 'none'],
    ['{{#each words as |word at|}}{{at}}{{word}}{{../words.[0]}} {{/each}}', '0aa 1ba '],
    [
      '{{#each data}}{{#each ../words}}{{@../index}}{{@index}}{{@root.words.[0]}} {{/each}}{{/each}}',
      '00a 01a 10a 11a 20a 21a ',
    ],
    ['{{#if data.1.count}}yes{{else if words}}second{{else}}no{{/if}}', 'second'],
    ['{{#if data.1.count includeZero=true}}zero counts{{/if}}', 'zero counts'],
    ['{{#with nested.deep}}{{name}}{{../words.[0]}}{{/with}}', 'xa'],
    ['{{lookup words 1}}{{lookup data.[0] "origin"}}{{count}}', 'bORD7'],
    ['{{#words}}<{{this}}>{{/words}}{{^none}}empty{{/none}}', '<a><b>empty'],
    ['a {{~! said to nobody ~}} b', 'ab'],
    [
      '{{#*inline "row"}}[{{origin}}:{{mark}}]{{/inline}}{{#each data}}{{> row mark="!"}}{{/each}}',
      '[ORD:!][&lt;b&gt;ATL&lt;/b&gt;:!][DFW:!]',
    ],
    ['{{#> missing}}fallback{{/missing}}', 'fallback'],
    ['{{#*inline "box"}}({{> @partial-block}}){{/inline}}{{#> box}}in{{/box}}', '(in)'],
    [
      '{{#group data by="region"}}{{value}}: {{#each items}}{{count}} {{/each}}{{/group}}',
      'Midwest: 3257 South: 0 -4.5 ',
    ],
    ['\\{{kept}}', '{{kept}}'],
  ])('%s', (template, text) => {
    expect(fill(template)).toBe(text);
  });

  it.each([
    [
      '{{dateFormat data.0.day}} {{dateFormat data.0.day format="D. MMMM YY [at] HH:mm"}}',
      '2009-01-01 1. January 09 at 00:00',
    ],
    [
      '{{dateFormat data.2.day "YYYY-MM-DD"}}|{{dateFormat data.1.day}}|{{dateFormat "soon"}}',
      '1899-12-31||soon',
    ],
    ['{{formatDate "Do" data.0.day}}', '1st'],
    ['{{formatNumber data.0.big}} {{formatNumber 1234.5 "de-DE"}}', '9,007,199,254,740,993 1.234,5'],
    ['{{{stringify nested}}}{{stringify 3}}', '{"deep":{"name":"x"}}3'],
    ['{{#with (parseJson \'{"a": 1}\')}}{{a}}{{/with}}', '1'],
    [
      '{{ifx (eq 1 "1") "same" "other"}} {{ifx (eqw 1 "1") "same" "other"}} {{ifx (gt "10" 9) "above"}}',
      'other same above',
    ],
    [
      '{{#if (and (not none) (or nothing words))}}both{{/if}} {{coalesce nothing "" "last"}} {{count data}}',
      'both last 3',
    ],
    ['{{#eq 1 1}}block{{else}}not{{/eq}} {{includes words "b"}} {{empty none}}', 'block true true'],
    [
      '{{excerpt "Just Wow" 4}} {{sanitize "JuSt #Wow"}} {{capitalizeEach "just wow"}}',
      'Just... just-wow Just Wow',
    ],
    [
      '{{newLineToBr "<a>\n b"}} {{first words}}{{last words}} {{join words " & "}} {{concat "x" 1}}',
      '&lt;a&gt;<br> b ab a &amp; b x1',
    ],
    ["{{sprintf '%s has %d, %05.1f and %(name)s %%' 'a' '20' 2.25 name='n'}}", 'a has 20, 002.3 and n %'],
    [
      '{{sum 1 "2"}} {{difference 1 2}} {{multiplication 3 4}} {{division 1 0}}|{{ceil 1.2}}{{floor 1.8}}{{abs -2}}',
      '3 -1 12 |212',
    ],
  ])('has words: %s', (template, text) => {
    expect(fill(template)).toBe(text);
  });

  it.each([
    '{{constructor}}{{constructor.name}}{{__proto__}}{{data.constructor}}{{words.map}}',
    '{{#with words}}{{push}}{{toString}}{{/with}}{{lookup words "constructor"}}{{lookup this "__proto__"}}',
    '{{#each data}}{{constructor.constructor}}{{toString.call}}{{/each}}{{@root.constructor}}{{@constructor}}',
    '{{#with "text" as |t|}}{{t.constructor}}{{t.anchor}}{{/with}}{{hasOwnProperty}}{{valueOf}}',
  ])('finds nothing that values inherit: %s', (template) => {
    expect(fill(template)).toBe('');
  });

  it.each([
    ['<p>\n{{#each data}}\n', 'Line 3 of the template: unexpected the end of the template.'],
    ['{{#each data}}{{/if}}', "each doesn't match if - 1:3"],
    ['a\n{{frobnicate 1}}', 'Line 2 of the template: there is no helper called "frobnicate".'],
    ['{{constructor 1}}', 'Line 1 of the template: there is no helper called "constructor".'],
    ['{{> nowhere}}', 'Line 1 of the template: there is no part called "nowhere".'],
    ['{{parseJson "{"}}', 'Line 1 of the template: parseJson: the text is no JSON.'],
    [
      '{{formatNumber 1 "no language"}}',
      'Line 1 of the template: formatNumber: "no language" is the name of no language.',
    ],
    ['{{sprintf "%y" 1}}', 'Line 1 of the template: sprintf: "%y" is no kind of value.'],
    ['{{* decorator}}', 'Line 1 of the template: this kind of expression is not supported.'],
    [
      '{{#*inline "again"}}{{> again}}{{/inline}}{{> again}}',
      'Line 1 of the template: parts call each other without an end.',
    ],
    ['', 'The template is empty.'],
  ])('that is wrong says what and where: %s', (handlebarsTemplate, problem) => {
    expect(pageOf({ ...example.form, handlebarsTemplate }, example.results)).toEqual({ problem });
  });

  it.each([
    '{{#each data}}{{#each @root.data}}x{{/each}}{{/each}}',
    '{{#each data}}{{#if (stringify @root.data)}}{{/if}}{{/each}}',
    '{{#each data}}{{#if (includes @root.data 1)}}{{/if}}{{#each @root.data}}{{#if (count @root.data)}}{{/if}}{{/each}}{{/each}}',
    `{{#with "0123456789"}}${'{{#with (concat this this)}}'.repeat(40)}${'{{/with}}'.repeat(40)}{{/with}}`,
  ])('that would never end is stopped: %s', (template) => {
    const rows = Array.from({ length: 2000 }, () => ({ a: 'some text' }));
    expect(() => filledTemplate(template, { data: rows })).toThrow('the page becomes too large');
  });
});

it('styles with its own styles and with those in the template, both filled', () => {
  const handlebarsTemplate = '<style>b { width: {{count data}}px }</style><b>x</b>';
  const form = { ...example.form, handlebarsTemplate, styleTemplate: 'i { order: {{data.0.count}} }' };
  expect(pageOf(form, example.results)).toMatchObject({ css: 'i { order: 3257 }\nb { width: 3px }' });
});

function texts(form: Record<string, unknown>, results = example.results, size = {}): string[] {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, size);
  return drawing.kind === 'text' ? drawing.lines.map(({ text }) => text) : [];
}

describe('without a page', () => {
  it('the template is read line by line, without looks and without what would run', () => {
    expect(texts({})).toEqual([
      'Departures',
      'Airport   Flights',
      'ORD   3,257',
      'DFW   3,097',
      'ATL   2,521',
      '3 airports, the first of them ord.',
    ]);
    const markup = '<style>p{}</style><script>run()</script><ul><li>one &amp; &#x41;</li><li>two</li></ul>';
    expect(texts({ handlebarsTemplate: markup })).toEqual(['• one & A', '• two']);
  });

  it('as many lines are shown as there is room for, and the rest counted', () => {
    expect(texts({}, example.results, { width: 200, height: 60 })).toEqual([
      'Departures',
      'Airport   Flights',
      '… and 4 more lines',
    ]);
  });

  it('old and foreign form data have the template of a new chart, and odd rows are written', () => {
    const { handlebarsTemplate: _none, styleTemplate: _plain, ...rest } = example.form;
    const odd = exampleResult({ a: 1 }, [[null], ['نص'.repeat(150)], [Number.NaN]]);
    const drawing = drawExample(chart, {
      form: { ...rest, viz_type: 'pie', query_mode: 'odd' },
      results: [odd],
    });
    expect(drawing).toMatchObject({ kind: 'text', facts: { lines: 3 } });
    expect(texts({ handlebarsTemplate: 7 })).toEqual(['The template is empty.']);
    expect(texts({ handlebarsTemplate: '{{#each data}}{{a}}{{/each}}' }, [])).toEqual([]);
  });
});
