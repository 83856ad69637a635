import { expect, test } from 'vitest';
import { keepNorth, keepWidth, keptNorth, keptWidth } from './kept-sizes.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('each tab has its own width and height, under the names of the contract', () => {
  const store = storage();
  expect([keptWidth(3, store), keptNorth(3, store)]).toEqual([undefined, undefined]);
  keepWidth(3, 512.4, store);
  keepWidth(4, 400, store);
  keepNorth(3, 41.26, store);
  expect([keptWidth(3, store), keptWidth(4, store), keptNorth(3, store)]).toEqual([512, 400, 41.3]);
  expect(keptNorth(4, store)).toBeUndefined();
  expect(JSON.parse(store.kept.get('common__resizable_sidebar_widths') ?? '')).toEqual({
    'sqllab:3': 512,
    'sqllab:4': 400,
  });
  expect(JSON.parse(store.kept.get('sqllab__split_percents') ?? '')).toEqual({
    3: { northPercent: 41.3, southPercent: 58.7 },
  });
});

test('what another page has written there, and a full storage, change nothing', () => {
  const store = storage();
  for (const text of ['{', 'null', '7', '["x"]', '{"sqllab:3": "wide", "3": null}']) {
    store.kept.set('common__resizable_sidebar_widths', text);
    store.kept.set('sqllab__split_percents', text);
    expect([keptWidth(3, store), keptNorth(3, store)]).toEqual([undefined, undefined]);
  }
  const full = () => {
    throw new Error('full');
  };
  expect(() => keepWidth(3, 500, { ...store, setItem: full })).not.toThrow();
});
