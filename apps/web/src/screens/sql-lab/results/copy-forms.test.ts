import { expect, test } from 'vitest';
import { type CopiedRows, copiedText } from './copy-forms.ts';

const rows: CopiedRows = {
  columns: [
    { name: 'n', isNumber: true },
    { name: 'a "b"', isNumber: false },
  ],
  rows: [
    [1.5, 'x\ty|z'],
    ['9007199254740993', 'it\'s, "so"\nand so'],
    [null, { deep: true }],
  ],
};

test('rows are copied as they came, each form with its own signs kept apart', () => {
  expect(copiedText(rows, 'tsv')).toBe(
    'n\t"a ""b"""\n1.5\t"x\ty|z"\n9007199254740993\t"it\'s, ""so""\nand so"\n\t"{""deep"":true}"',
  );
  expect(copiedText(rows, 'csv').split('\n')[1]).toBe('1.5,x\ty|z');
  expect(copiedText(rows, 'markdown').split('\n').slice(1)).toEqual([
    '| ---: | --- |',
    '| 1.5 | x\ty\\|z |',
    '| 9007199254740993 | it\'s, "so"<br>and so |',
    '|  | {"deep":true} |',
  ]);
  expect(JSON.parse(copiedText(rows, 'json'))).toEqual([
    { n: 1.5, 'a "b"': 'x\ty|z' },
    { n: '9007199254740993', 'a "b"': 'it\'s, "so"\nand so' },
    { n: null, 'a "b"': { deep: true } },
  ]);
  expect(copiedText(rows, 'insert')).toBe(
    `INSERT INTO "table_name" ("n", "a ""b""") VALUES
  (1.5, 'x\ty|z'),
  (9007199254740993, 'it''s, "so"
and so'),
  (NULL, '{"deep":true}');`,
  );
});

test('numbers that are none, or have no end, are told from what has no value', () => {
  const special: CopiedRows = {
    columns: [{ name: 'x', isNumber: true }],
    rows: [[Number.NaN], [Number.NEGATIVE_INFINITY], [null]],
  };
  expect(copiedText(special, 'tsv')).toBe('x\nNaN\n-Infinity\n');
  expect(JSON.parse(copiedText(special, 'json'))).toEqual([{ x: 'NaN' }, { x: '-Infinity' }, { x: null }]);
  expect(copiedText(special, 'insert')).toContain("('NaN'),\n  ('-Infinity'),\n  (NULL)");
});
