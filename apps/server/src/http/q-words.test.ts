import { idsSchema, infoQuerySchema, itemQuerySchema, listQuerySchema } from '@chartroom/model';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseQ } from './q-argument.ts';
import { written } from './q-words.ts';

const refused = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message.replace('Not a valid rison schema ', '') : String(error);
  }
  return 'not refused';
};

describe('a q of the wrong shape', () => {
  it.each([
    ['!(a)', "'a' is not of type 'integer'"],
    ['!(1,!t)', "True is not of type 'integer'"],
    ['!(1.5)', "1.5 is not of type 'integer'"],
    ['!(a,b)', "'b' is not of type 'integer'"],
    ['(a:1)', "{'a': 1} is not of type 'array'"],
    ['abc', "'abc' is not of type 'array'"],
    [undefined, "{} is not of type 'array'"],
  ])('of a bulk call: %s', (q, message) => {
    expect(refused(() => parseQ(idsSchema, { q }))).toBe(message);
  });

  it.each([
    ['!(1)', "[1] is not of type 'object'"],
    ['(page:x)', "'x' is not of type 'integer'"],
    ['(page_size:!n)', "None is not of type 'integer'"],
    ['(order_column:5)', "5 is not of type 'string'"],
    ['(order_direction:up)', "'up' is not one of ['asc', 'desc']"],
    ['(columns:id)', "'id' is not of type 'array'"],
    ['(filters:!((col:name,opr:eq)))', "'value' is a required property"],
    ['(filters:!((opr:eq,value:1)))', "'col' is a required property"],
    [
      '(filters:!((col:name,opr:eq,value:(a:!(b)))))',
      "{'a': ['b']} is not valid under any of the given schemas",
    ],
    [
      '(keys:!(permissions))',
      "'permissions' is not one of ['list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title', 'none']",
    ],
  ])('of a list: %s', (q, message) => {
    expect(refused(() => parseQ(listQuerySchema, { q }))).toBe(message);
  });

  it('is refused for one thing and for the facts about a resource too', () => {
    expect(refused(() => parseQ(itemQuerySchema, { q: '(keys:!(list_title))' }))).toMatch(
      /^'list_title' is not one of \['show_columns'/,
    );
    expect(refused(() => parseQ(infoQuerySchema, { q: '(keys:!(show_title))' }))).toMatch(
      /^'show_title' is not one of \['add_columns'/,
    );
    expect(parseQ(infoQuerySchema, { q: '(keys:!(permissions,none))' })).toEqual({
      keys: ['permissions', 'none'],
    });
  });
});

it('tells the bounds of a member, and a number that need not be whole', () => {
  const schema = z.object({
    since: z.number("is not of type 'number'").min(0).max(9),
    names: z.array(z.string()).min(1).optional(),
  });
  const about = (q: string) => refused(() => parseQ(schema, { q }));
  expect(about('(since:x)')).toBe("'x' is not of type 'number'");
  expect(about('()')).toBe("'since' is a required property");
  expect(about('(since:-1)')).toBe('-1 is less than the minimum of 0');
  expect(about('(since:10)')).toBe('10 is greater than the maximum of 9');
  expect(about('(since:1,names:!())')).toBe('[] is too short');
});

it('writes values as messages of the contract do', () => {
  expect(written(["it's", 'a', 1.5, null, false, { b: [] }])).toBe(
    `["it's", 'a', 1.5, None, False, {'b': []}]`,
  );
});
