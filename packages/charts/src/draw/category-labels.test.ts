import { expect, it } from 'vitest';
import { categoryLabels, cutNames } from './category-labels.ts';

const PLACE = { width: 800, height: 400 };

it('leaves short names as they are', () => {
  expect(categoryLabels(['ATL', 'ORD', 'DFW'], PLACE)).toBeUndefined();
  expect(categoryLabels([], PLACE)).toBeUndefined();
});

it('breaks names of several words where their parts fit', () => {
  const texts = Array.from({ length: 8 }, () => 'Sold in some other shop');
  expect(categoryLabels(texts, PLACE)).toEqual({ interval: 0, width: 94, overflow: 'break' });
});

it('turns long names, where the picture is high enough, and cuts them', () => {
  const texts = Array.from({ length: 30 }, (_, at) => `Concert/Performance ${at}`);
  expect(categoryLabels(texts, PLACE)).toMatchObject({ interval: 0, rotate: 45, overflow: 'truncate' });
  expect(categoryLabels(texts, { ...PLACE, height: 150 })).toBeUndefined();
});

it('leaves thousands of names to be thinned out', () => {
  const texts = Array.from({ length: 3_000 }, (_, at) => `Category ${at}`);
  expect(categoryLabels(texts, PLACE)).toBeUndefined();
});

it('cuts names that would take the room of the picture, however they are written', () => {
  const write = cutNames((name: string) => name.toUpperCase(), 200);
  expect(write('Atlanta')).toBe('ATLANTA');
  expect(write('Harbour '.repeat(40))).toMatch(/^HARB\w*…$/);
  expect(cutNames(String, 5_000)('x'.repeat(300)).length).toBeLessThan(30);
});
