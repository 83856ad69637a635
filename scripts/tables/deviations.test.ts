import { expect, it } from 'vitest';
import { unsettled } from './deviations.ts';

const results = [
  { id: 'a', ok: false },
  { id: 'b', ok: true },
  { id: 'engine/X INTERVAL', ok: false },
];

it('tells failures that nobody argues from arguments about nothing', () => {
  expect(unsettled(results, ['a', '* INTERVAL'])).toEqual({ unargued: [], idle: [] });
  expect(unsettled(results, ['b', '* YEAR', 'gone'])).toEqual({
    unargued: [results[0], results[2]],
    idle: ['b', '* YEAR', 'gone'],
  });
});
