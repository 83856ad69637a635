import { describe, expect, test } from 'vitest';
import { type Layout, openLayout, ROOT_ID } from './layout.ts';
import { type STARTING_LAYOUTS, startWith } from './starting-layouts.ts';

/** What stands in what: kinds, columns and titles. */
function outline(layout: Layout, id: string): unknown[] {
  const item = layout[id];
  if (!item) return [];
  const words = [item.type, item.meta.width, item.type === 'TAB' ? item.meta.text : undefined];
  return [
    words.filter((word) => word !== undefined).join(' '),
    ...item.children.map((child) => outline(layout, child)),
  ];
}

describe('layouts to begin with', () => {
  let made = 0;
  const nextId = (type: string) => {
    made += 1;
    return `${type}-${made}`;
  };
  const board = (kind: (typeof STARTING_LAYOUTS)[number]) =>
    outline(startWith(kind, openLayout({}, []), nextId), ROOT_ID);
  const figures = ['ROW', ['COLUMN 3'], ['COLUMN 3'], ['COLUMN 3'], ['COLUMN 3']];
  const halves = ['ROW', ['COLUMN 6'], ['COLUMN 6']];
  const whole = ['ROW', ['COLUMN 12']];

  test('one column', () => {
    expect(board('column')).toEqual(['ROOT', ['GRID', ['HEADER'], whole, whole, whole]]);
  });
  test('key figures above, charts below', () => {
    expect(board('figures')).toEqual(['ROOT', ['GRID', figures, halves]]);
  });
  test('tabs of the whole board', () => {
    expect(board('tabs')).toEqual([
      'ROOT',
      ['TABS', ['TAB Overview', figures, halves], ['TAB Details', whole]],
    ]);
  });
});
