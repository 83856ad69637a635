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

test('all rows of a table are to be had on dashboards, where the installation allows it', () => {
  const labels = (...asked: Parameters<typeof downloadsOf>) =>
    downloadsOf(...asked).map(({ label }) => label);
  expect(labels('table', 'dashboard', true)).toEqual([
    'Export to .CSV',
    'Export to Excel',
    'Export to full .CSV',
    'Export to full Excel',
  ]);
  expect(labels('table', 'dashboard')).not.toContain('Export to full .CSV');
  expect(labels('table', 'explore', true)).not.toContain('Export to full .CSV');
  expect(labels('pie', 'dashboard', true)).not.toContain('Export to full .CSV');
});
