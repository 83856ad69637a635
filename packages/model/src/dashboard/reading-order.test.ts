import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Layout, readLayout } from './layout.ts';
import { readingOrder, withReadingOrder } from './reading-order.ts';

const item = (id: string, type: string, children: string[] = []) => ({ id, type, children, meta: {} });
const layout: Layout = readLayout({
  ROOT_ID: item('ROOT_ID', 'ROOT', ['GRID_ID']),
  GRID_ID: item('GRID_ID', 'GRID', ['HEADER-1', 'ROW-1', 'TABS-1']),
  'HEADER-1': item('HEADER-1', 'HEADER'),
  'ROW-1': item('ROW-1', 'ROW', ['CHART-1', 'COLUMN-1', 'CHART-4']),
  'COLUMN-1': item('COLUMN-1', 'COLUMN', ['CHART-2', 'ROW-2']),
  'ROW-2': item('ROW-2', 'ROW', ['CHART-3', 'ROW-1', 'gone']),
  'TABS-1': item('TABS-1', 'TABS', ['TAB-1']),
  'TAB-1': item('TAB-1', 'TAB', ['CHART-5']),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`CHART-${id}`, item(`CHART-${id}`, 'CHART')])),
});
const natural = ['HEADER-1', 'CHART-1', 'CHART-2', 'CHART-3', 'CHART-4', 'TABS-1'];

describe('what a phone shows below each other', () => {
  test('the order of the layout, rows and columns taken apart, tabs as one', () => {
    expect(readingOrder(layout, 'GRID_ID')).toEqual(natural);
    expect(readingOrder(layout, 'TAB-1')).toEqual(['CHART-5']);
    expect(readingOrder(layout, 'gone')).toEqual([]);
  });
  test('the order of the author; what it does not name stands behind its neighbour', () => {
    expect(readingOrder(layout, 'GRID_ID', ['CHART-4', 'gone', 'HEADER-1', 'CHART-4'])).toEqual([
      'CHART-4',
      'TABS-1',
      'HEADER-1',
      'CHART-1',
      'CHART-2',
      'CHART-3',
    ]);
  });
  test('whatever is stored, everything is shown once, and the stored order is kept', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...natural, 'CHART-5', 'gone')), (order) => {
        const read = readingOrder(layout, 'GRID_ID', order);
        expect(read.toSorted()).toEqual(natural.toSorted());
        const named = [...new Set(order)].filter((id) => natural.includes(id));
        expect(read.filter((id) => named.includes(id))).toEqual(named);
      }),
    );
  });
  test('a container is put in order, and the others stay as they were', () => {
    const order = withReadingOrder(['CHART-5', 'CHART-2', 'CHART-1'], ['CHART-1', 'CHART-2']);
    expect(order).toEqual(['CHART-5', 'CHART-1', 'CHART-2']);
  });
});
