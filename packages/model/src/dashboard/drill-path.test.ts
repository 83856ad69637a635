import { expect, it } from 'vitest';
import { addressProblem, columnsInAddress, filledAddress, soundPath } from './drill-path.ts';
import { readDashboardMetadata, withChartIds } from './metadata.ts';

it.each([
  'https://example.org/airports?code={origin}',
  'http://example.org',
  '/superset/dashboard/films/?x={a b}',
  '/',
])('leads to %s', (address) => expect(addressProblem(address)).toBeUndefined());

it.each([
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  '//example.org/x',
  '/\\example.org',
  'https://{origin}/x',
  'https://{origin}.example.org/',
  'https://example.org{origin}/',
  'https:/example.org',
  'ftp://example.org/',
  'example.org/x',
  'https://example.org/a b',
  ' https://example.org/',
])('does not lead to %j', (address) => expect(addressProblem(address)).toBeTypeOf('string'));

it('takes values in, as values', () => {
  const address = '/x/{origin}?at={hour}';
  expect(columnsInAddress(address)).toEqual(['origin', 'hour']);
  const values = new Map<string, string | number | null>([
    ['origin', '../a&b'],
    ['hour', 5],
  ]);
  expect(filledAddress(address, values)).toBe('/x/..%2Fa%26b?at=5');
  expect(filledAddress(address, new Map([['origin', 'ORD']]))).toBeUndefined();
  expect(filledAddress('/x?at={hour}', new Map([['hour', null]]))).toBe('/x?at=');
});

it('is told of charts by their ids, and junk leads nowhere', () => {
  const stored = {
    drill_paths: { 1: { address: 'javascript:1', note: 'kept' }, 2: { dashboard: 'a-uuid' } },
  };
  const paths = readDashboardMetadata(stored).drill_paths ?? {};
  expect(paths['1']).toEqual({ address: 'javascript:1', note: 'kept' });
  expect(soundPath(paths['1'])).toBeUndefined();
  expect(soundPath(paths['2'])).toEqual({ dashboard: 'a-uuid' });
  expect(soundPath(undefined)).toBeUndefined();
  expect(readDashboardMetadata({ drill_paths: 'junk' }).drill_paths).toBeUndefined();
  expect(withChartIds(stored, (id) => (id === 2 ? 7 : undefined))).toEqual({
    drill_paths: { 7: { dashboard: 'a-uuid' } },
  });
});
