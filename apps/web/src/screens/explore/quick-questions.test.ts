import { describe, expect, test } from 'vitest';
import { asksByItself, isQuick, NO_PACE, type Pace, withAnswer } from './quick-questions.ts';

const NOW = 50_000;

/** An answer that took this long; `keptFor` in seconds. */
const answered = (
  pace: Pace,
  question: string,
  took: number,
  more: { isCached?: boolean; keptFor?: number } = {},
) => withAnswer(pace, { question, took, isCached: false, keptFor: 0, at: NOW, ...more });

describe('quick questions', () => {
  test.each([
    ['nothing was asked yet', NO_PACE, false],
    ['the last took 299 ms', answered(NO_PACE, 'other', 299), true],
    ['the last took 300 ms', answered(NO_PACE, 'other', 300), false],
    ['the last came from the cache', answered(NO_PACE, 'other', 5, { isCached: true }), false],
    [
      'the last came from the cache, the one before was quick',
      answered(answered(NO_PACE, 'one', 40), 'other', 5, { isCached: true }),
      true,
    ],
    ['it was slow itself', answered(answered(NO_PACE, 'it', 900), 'other', 40), false],
    ['it was quick itself, the last one slow', answered(answered(NO_PACE, 'it', 40), 'other', 900), true],
    ['it was slow, and its answer is kept', answered(NO_PACE, 'it', 900, { keptFor: 60 }), true],
  ])('%s', (_said, pace, quick) => {
    expect(isQuick(pace, 'it', NOW + 1)).toBe(quick);
  });

  test('an answer is kept no longer than the server says', () => {
    const pace = answered(NO_PACE, 'it', 900, { keptFor: 60 });
    expect([59_000, 61_000].map((later) => isQuick(pace, 'it', NOW + later))).toEqual([true, false]);
  });

  test.each([
    ['none', false],
    ['answered', true],
    ['failed', true],
    ['stopped', false],
    ['asked', false],
    ['by itself', true],
  ] as const)('after "%s", asks by itself: %s', (last, asks) => {
    expect(asksByItself({ last, isQuick: true, isEditing: false })).toBe(asks);
    expect(asksByItself({ last, isQuick: false, isEditing: false })).toBe(false);
    expect(asksByItself({ last, isQuick: true, isEditing: true })).toBe(false);
  });
});
