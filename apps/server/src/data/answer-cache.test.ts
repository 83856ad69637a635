import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

const answer = (bytes: number, until = 1_000) => ({ bytes: Buffer.alloc(bytes), madeAt: '2026-01-01T00:00:00', until });

test('an answer is kept until it is stale', () => {
  const cache = new AnswerCache(1_000);
  cache.set('a', answer(10));
  expect(cache.get('a', 999)?.bytes.length).toBe(10);
  expect(cache.get('a', 1_000)).toBeUndefined();
});

test('the least recently asked for leaves first', () => {
  const cache = new AnswerCache(800);
  for (let count = 0; count < 8; count++) cache.set(`k${count}`, answer(100));
  expect(cache.get('k0', 0)).toBeDefined();
  cache.set('more', answer(100));
  expect(cache.get('k1', 0)).toBeUndefined();
  expect(cache.get('k0', 0)).toBeDefined();
  expect(cache.get('more', 0)).toBeDefined();
});

test('one huge answer does not push out everything else', () => {
  const cache = new AnswerCache(800);
  cache.set('small', answer(50));
  cache.set('huge', answer(500));
  expect(cache.get('huge', 0)).toBeUndefined();
  expect(cache.get('small', 0)).toBeDefined();
});

test('nothing is kept when nothing may be', () => {
  const cache = new AnswerCache(0);
  cache.set('a', answer(1));
  expect(cache.get('a', 0)).toBeUndefined();
});
