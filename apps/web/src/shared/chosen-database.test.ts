import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveChosen, takeChosen } from './chosen-database.ts';

const kept = new Map<string, string>();
let isFull = false;
beforeEach(() => {
  kept.clear();
  isFull = false;
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

test('a database is left for the next screen, once', () => {
  const database = { id: 7, database_name: 'warehouse', allow_multi_catalog: true };
  leaveChosen(database);
  expect(takeChosen()).toEqual(database);
  expect(takeChosen()).toBeUndefined();
});

test('what others have left counts by its id; what cannot be read, or kept, is nothing', () => {
  kept.set('db', '{"id": 3}');
  expect(takeChosen()).toEqual({ id: 3, database_name: '3', allow_multi_catalog: false });
  for (const text of ['{', '7', '{"id": "x"}', 'null']) {
    kept.set('db', text);
    expect(takeChosen()).toBeUndefined();
  }
  isFull = true;
  leaveChosen({ id: 7, database_name: 'warehouse', allow_multi_catalog: true });
  expect(takeChosen()).toBeUndefined();
});
