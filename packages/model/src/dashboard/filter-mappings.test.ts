import { expect, test } from 'vitest';
import { filterMappings, withFilterMapping } from './filter-mappings.ts';
import { readDashboardMetadata } from './metadata.ts';

const metadata = readDashboardMetadata({
  filter_scopes: {
    7: { region: { scope: ['TAB-1'], immune: [3, 'x'], note: 'kept' }, __time_range: 'junk' },
    8: 'junk',
  },
});

test('each field of a box has its scope; what cannot be read reaches everything', () => {
  expect(filterMappings(metadata)).toEqual([
    { chart: 7, field: 'region', scope: { rootPath: ['TAB-1'], excluded: [3] } },
    { chart: 7, field: '__time_range', scope: { rootPath: ['ROOT_ID'], excluded: [] } },
  ]);
  expect(filterMappings(readDashboardMetadata({}))).toEqual([]);
});

test('another scope of one field leaves everything else as it was', () => {
  const scope = { rootPath: ['ROOT_ID'], excluded: [4] };
  expect(withFilterMapping(metadata, { chart: 7, field: 'region', scope })).toEqual({
    filter_scopes: {
      7: { region: { scope: ['ROOT_ID'], immune: [4], note: 'kept' }, __time_range: 'junk' },
      8: 'junk',
    },
  });
});
