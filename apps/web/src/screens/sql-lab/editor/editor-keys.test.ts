import { expect, test } from 'vitest';
import { editorKeys, editorSheet } from './editor-keys.ts';
import { indented, pieceToFormat } from './format-piece.ts';

test('every platform has keys to run, to run a statement, to stop and to lay out, and none twice', () => {
  for (const platform of ['mac', 'windows', 'other'] as const) {
    const keys = editorKeys(platform);
    expect(new Set(keys.map(({ act }) => act)).size).toBe(4);
    expect(new Set(keys.map((each) => each.keys)).size).toBe(keys.length);
  }
  expect(editorKeys('mac').find(({ act }) => act === 'stop')?.keys).toBe('Ctrl-x');
  expect(editorKeys('windows').find(({ act }) => act === 'stop')?.keys).toBe('Ctrl-e');
});

test('the sheet says keys as they are written on the keyboard', () => {
  const keysOf = (platform: 'mac' | 'other', action: string) =>
    editorSheet(platform).find((line) => line.action === action)?.keys;
  expect([keysOf('mac', 'Replace'), keysOf('other', 'Replace')]).toEqual(['Cmd + Option + F', 'Ctrl + H']);
  expect([keysOf('mac', 'Find'), keysOf('other', 'Find')]).toEqual(['Cmd + F', 'Ctrl + F']);
});

test('a selection is laid out by itself, at its place', () => {
  const text = 'SELECT (\n    select a from b \n)';
  const piece = pieceToFormat(text, { from: 8, to: 29 });
  expect(text.slice(piece.from, piece.to)).toBe('select a from b');
  expect(indented('SELECT\n  a\nFROM b', text, piece.from)).toBe('SELECT\n      a\n    FROM b');
  expect(pieceToFormat(text, { from: 3, to: 3 })).toEqual({ from: 0, to: text.length });
});
