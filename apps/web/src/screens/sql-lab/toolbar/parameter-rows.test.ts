import { describe, expect, test } from 'vitest';
import { parametersIn, rowProblem, rowsOf, textOf } from './parameter-rows.ts';
import { isBlank, limitChoices } from './toolbar-rules.ts';

describe('parameters of templates', () => {
  test('values keep their kinds on the way through the form', () => {
    const text = '{"who": "7", "count": 7, "list": ["a"], "none": null}';
    const rows = rowsOf(parametersIn(text) ?? {}, '');
    expect(rows.map(({ kind }) => kind)).toEqual(['text', 'json', 'json', 'json']);
    expect(JSON.parse(textOf(rows) ?? '')).toEqual(JSON.parse(text));
  });

  test('names that the text asks for stand there to be filled in', () => {
    const sql = `{% set own = 1 %} SELECT '{{ who }}', {{ own }}, {{ day | upper }}, {{ filter_values('x') }}, {{ url.a }}, {{who}}`;
    expect(rowsOf({ day: 'x' }, sql).map(({ name }) => name)).toEqual(['day', 'who']);
    expect(textOf(rowsOf({}, sql))).toBeNull();
  });

  test('what is wrong is said of its row', () => {
    const twice = { name: 'a', value: '1', kind: 'text' } as const;
    const json = { name: 'b', value: '{', kind: 'json' } as const;
    const nameless = { name: ' ', value: 'x', kind: 'text' } as const;
    const rows = [twice, { ...twice }, json, nameless];
    expect(rows.map((row) => rowProblem(row, rows))).toEqual([
      'a is there twice',
      'a is there twice',
      'This is no JSON',
      'This value has no name',
    ]);
    expect([parametersIn('[1]'), parametersIn('{'), parametersIn(' ')]).toEqual([undefined, undefined, {}]);
  });
});

test('limits go up to the most that the server gives', () => {
  expect(limitChoices(100_000)).toEqual([10, 100, 1_000, 10_000, 100_000]);
  expect(limitChoices(2_500)).toEqual([10, 100, 1_000, 2_500]);
});

test('comments are nothing to run', () => {
  expect([isBlank('-- a\n/* b\nc */ '), isBlank('-- a\nSELECT 1')]).toEqual([true, false]);
});
