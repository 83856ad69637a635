import { expect, test } from 'vitest';
import { mayTakeAway } from './may-take-away.ts';

test.each([
  ['drop table fees', true],
  ['select 1;\nTRUNCATE fees', true],
  ['alter table fees rename to charges', true],
  ['create or replace table fees as select 1', true],
  ['delete from fees', true],
  ['{{ statement }}', true],
  ['select dropped, deleted from fees', false],
  ['insert into fees values (1)', false],
])('%s: %s', (sql, asks) => {
  expect(mayTakeAway(sql, { allow_dml: true })).toBe(asks);
  expect(mayTakeAway(sql, { allow_dml: false })).toBe(false);
});
