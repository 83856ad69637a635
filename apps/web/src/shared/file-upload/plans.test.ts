import { expect, test } from 'vitest';
import { answersOf, plansOf, planTitle, readingText, withColumn, withLayout, withSheets } from './plans.ts';

const FILE = { key: 'k', name: 'book.xlsx', table_name: 'book' };

test('the other sheets of a workbook are offered once, behind the first', () => {
  const plans = withSheets(plansOf([FILE]), 'k', ['One', 'Two', 'Three']);
  expect(plans.map((plan) => [planTitle(plan), plan.isChosen])).toEqual([
    ['book.xlsx', true],
    ['book.xlsx · Two', false],
    ['book.xlsx · Three', false],
  ]);
  expect(withSheets(plans, 'k', ['One', 'Two', 'Three'])).toEqual(plans);
  expect(withSheets(plansOf([FILE]), 'k', ['One']).length).toBe(1);
});

test('columns are left out and taken in again in their order; the last one stays', () => {
  const names = ['a', 'b', 'c'];
  const without = withColumn({}, names, 'b');
  expect(without).toEqual({ columns: ['a', 'c'] });
  expect(withColumn(without, names, 'b')).toEqual({});
  expect(withColumn({ columns: ['a'] }, names, 'a')).toEqual({ columns: ['a'] });
});

test('another layout has other columns', () => {
  const settings = { decimal: ',', types: { a: 'text' }, columns: ['a'] } as const;
  expect(withLayout({ ...settings, columns: ['a'] }, { delimiter: ';' })).toEqual({
    decimal: ',',
    delimiter: ';',
  });
});

test('a table that is filled anew keeps its name and how it was read; only another file may add to it', () => {
  const again = { table: 'fees', settings: { decimal: ',' as const }, isOther: true };
  expect(plansOf([FILE], again)).toMatchObject([
    { name: 'fees', settings: { decimal: ',' }, whenTaken: 'replace' },
  ]);
  expect(answersOf(again)).toEqual(['replace', 'append']);
  expect(answersOf({ ...again, isOther: false })).toEqual([]);
});

test('what only the first rows have told so far is said, and how far the rest is read', () => {
  expect(readingText(59_076, null)).toBe('Types of the first 59,076 rows; the rest is being read.');
  expect(readingText(1000, { pass: 1, part: 0.437 })).toBe(
    'Types of the first 1,000 rows; the rest is being read: 43 %.',
  );
  expect(readingText(1000, { pass: 2, part: 0 })).toBe(
    'Types of the first 1,000 rows; the rest is being read, once more for the columns that surprise: 0 %.',
  );
});
