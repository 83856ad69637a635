import { idsSchema, infoQuerySchema, itemQuerySchema, listQuerySchema } from '@chartroom/model';
import { describe, expect, test } from 'vitest';
import { parseQ } from './q-argument.ts';

describe('the q parameter', () => {
  test.each([
    ['(page:x)', "'x' is not of type 'integer'"],
    ['(page:1.5)', "1.5 is not of type 'integer'"],
    ['abc', "'abc' is not of type 'object'"],
    ['!(1,!n,!t)', "[1, None, True] is not of type 'object'"],
    ["(columns:'it!'s')", `"it's" is not of type 'array'`],
    ['(filters:!((col:id)))', "'opr' is a required property"],
    ['(filters:!((col:id,opr:eq,value:!n)))', 'None is not valid under any of the given schemas'],
    ['(filters:!((col:id,opr:eq,value:(a:!(1)))))', "{'a': [1]} is not valid under any of the given schemas"],
    ['(order_direction:up)', "'up' is not one of ['asc', 'desc']"],
    [
      '(keys:!(x))',
      "'x' is not one of ['list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title', 'none']",
    ],
    ['(page:x,filters:1)', "'x' is not of type 'integer'"],
  ])('a wrong shape is told in the words of its rule: %s', (q, words) => {
    expect(() => parseQ(listQuerySchema, { q })).toThrow(`Not a valid rison schema ${words}`);
  });

  test.each([
    [undefined, "{} is not of type 'array'"],
    ['1', "1 is not of type 'array'"],
    ['!(1,a,b)', "'b' is not of type 'integer'"],
    ['!(!t)', "True is not of type 'integer'"],
  ])('a list of ids is nothing else: %s', (q, words) => {
    expect(() => parseQ(idsSchema, { q })).toThrow(`Not a valid rison schema ${words}`);
  });

  test('items and descriptions have parts of their own', () => {
    expect(parseQ(itemQuerySchema, { q: '(keys:!(show_title,none))' })).toEqual({
      keys: ['show_title', 'none'],
    });
    expect(() => parseQ(itemQuerySchema, { q: '(keys:!(list_title))' })).toThrow(
      "'list_title' is not one of",
    );
    expect(parseQ(infoQuerySchema, { q: '(keys:!(permissions))' })).toEqual({ keys: ['permissions'] });
    expect(() => parseQ(infoQuerySchema, { q: '(keys:!(show_title))' })).toThrow(
      "'show_title' is not one of",
    );
  });
});
