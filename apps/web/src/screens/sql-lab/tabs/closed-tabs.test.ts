import { expect, test } from 'vitest';
import { type ClosedTab, closedTabs, rememberClosed } from './closed-tabs.ts';

/** A storage that has room for so many characters. */
function storage(room: number): Storage {
  const kept = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
}

const tab = (sql: string): ClosedTab => ({
  user: 1,
  label: 'One',
  databaseId: 2,
  catalog: null,
  schema: null,
  sql,
  templateParams: null,
  savedQueryId: null,
  limit: 1_000,
});

test('older tabs make room, and what there is no room for is not closed unseen', () => {
  const store = storage(600);
  rememberClosed(store, tab('SELECT 1'));
  rememberClosed(store, tab('SELECT 2'.padEnd(350, ' -- long')));
  expect(closedTabs(store, 1).map(({ sql }) => sql.slice(0, 8))).toEqual(['SELECT 2']);
  expect(() => rememberClosed(store, tab('x'.repeat(700)))).toThrow('could not be restored');
  expect(() => rememberClosed(store, tab('  '))).not.toThrow();
  expect(() => rememberClosed(undefined, tab('SELECT 3'))).not.toThrow();
});
