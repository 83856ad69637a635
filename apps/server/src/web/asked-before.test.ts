import { PAGES } from '@chartroom/model';
import { beforeEach, expect, test } from 'vitest';
import { AskedBefore } from './asked-before.ts';

const PLACE = 'a window of somebody';
const TABLES = '/api/v1/database/1/tables/?q=1';
let before: AskedBefore;
const learn = (address: string, size = 100) => before.learn(PLACE, PAGES.sqlLab, [{ address, size }]);

beforeEach(() => {
  before = new AskedBefore();
});

test('what a page has asked for, the next one of that place brings along', () => {
  expect(before.at(PLACE)).toEqual([]);
  expect(learn(TABLES)).toBe(false);
  expect(before.at(PLACE)).toEqual([TABLES]);
  expect(before.at('another')).toEqual([]);
  expect(before.learn(PLACE, PAGES.sqlLab, [])).toBe(true);
});

test('a page that asks for what it does not look by has asked for nothing', () => {
  expect(learn('/api/v1/database/1/validate_sql/')).toBe(true);
  expect(learn('/api/v1/query/?q=1'), 'what may not be brought is seen nevertheless').toBe(false);
  expect(before.at(PLACE)).toEqual([]);
});

test('large answers are not brought along, nor more than a few, and no endless address is kept', () => {
  learn(TABLES, 5_000_000);
  learn(`${TABLES}${'1'.repeat(2_000)}`);
  expect(before.at(PLACE)).toEqual([]);
  for (let at = 0; at < 30; at += 1) learn(`/api/v1/database/${at}/tables/?q=1`);
  expect(before.at(PLACE)).toHaveLength(12);
});

test('what is late again and again is left to scripts; what was late once is not', () => {
  learn(TABLES);
  before.carried(PLACE, {});
  before.carried(PLACE, {});
  before.carried(PLACE, { [TABLES]: '[]' });
  before.carried(PLACE, {});
  before.carried(PLACE, {});
  expect(before.at(PLACE)).toEqual([TABLES]);
  before.carried(PLACE, {});
  expect(before.at(PLACE)).toEqual([]);
  expect(learn(TABLES)).toBe(false);
  expect(before.at(PLACE), 'asked for once more').toEqual([]);
});
