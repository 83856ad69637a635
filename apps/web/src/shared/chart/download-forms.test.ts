import { expect, test } from 'vitest';
import { downloadsOf } from './download-forms.ts';

test('a chart is to be had as text and as a workbook; a pivot table also as it is shown', () => {
  expect(downloadsOf('pie', 'dashboard').map(({ label }) => label)).toEqual([
    'Export to .CSV',
    'Export to Excel',
  ]);
  expect(
    downloadsOf('pivot_table_v2', 'explore').map(({ label, pivoted = false }) => [label, pivoted]),
  ).toEqual([
    ['Export to original .CSV', false],
    ['Export to pivoted .CSV', true],
    ['Export to Pivoted Excel', true],
    ['Export to .JSON', false],
    ['Export to Excel', false],
  ]);
});
