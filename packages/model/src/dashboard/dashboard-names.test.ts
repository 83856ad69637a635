import { expect, test } from 'vitest';
import type { NewName } from '../chart/dataset-names.ts';
import { withNewDashboardNames, withNewMaskNames } from './dashboard-names.ts';

const names = {
  names: [
    { kind: 'column', from: 'genre', to: 'kind' },
    { kind: 'metric', from: 'count', to: 'films' },
  ] satisfies NewName[],
  shared: new Set<string>(),
};
const DATASET = { id: 1, charts: new Set([4]) };
const filters = [{ col: 'genre', op: 'IN', val: ['genre'] }];

test('a filter asks by the new names, and begins with what it began with', () => {
  const filter = {
    id: 'NATIVE_FILTER-1',
    name: 'genre',
    filterType: 'filter_select',
    targets: [{ datasetId: 1, column: { name: 'genre' } }, { datasetId: 2, column: { name: 'genre' } }, {}],
    sortMetric: 'count',
    adhoc_filters: [{ clause: 'WHERE', expressionType: 'SQL', sqlExpression: "genre = 'x'" }],
    defaultDataMask: { extraFormData: { filters }, filterState: { value: ['genre'], label: 'genre' } },
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    of_somebody: { genre: 'genre' },
  };
  const other = { ...filter, id: 'NATIVE_FILTER-2', targets: [{ datasetId: 2, column: { name: 'genre' } }] };
  const metadata = {
    native_filter_configuration: [filter, other, { id: 'a line', type: 'DIVIDER' }, 'junk'],
    label_colors: { count: '#111111' },
    refresh_frequency: 3,
  };
  const now = withNewDashboardNames(metadata, DATASET, names);
  expect(now.parts).toEqual([
    { kind: 'filter', id: 'NATIVE_FILTER-1', name: 'genre', renamed: ['genre', 'count'], byHand: ['genre'] },
  ]);
  expect(now.document).toEqual({
    ...metadata,
    native_filter_configuration: [
      {
        ...filter,
        targets: [{ datasetId: 1, column: { name: 'kind' } }, ...filter.targets.slice(1)],
        sortMetric: 'films',
        defaultDataMask: {
          ...filter.defaultDataMask,
          extraFormData: { filters: [{ ...filters[0], col: 'kind' }] },
        },
      },
      ...metadata.native_filter_configuration.slice(1),
    ],
    label_colors: { count: '#111111', films: '#111111' },
  });
});

test('a filter of time columns begins with the new one', () => {
  const defaultDataMask = { extraFormData: { granularity_sqla: 'genre' }, filterState: { value: ['genre'] } };
  const filter = { id: 'a', filterType: 'filter_timecolumn', targets: [{ datasetId: 1 }], defaultDataMask };
  expect(withNewDashboardNames({ native_filter_configuration: [filter] }, DATASET, names).document).toEqual({
    native_filter_configuration: [
      {
        ...filter,
        defaultDataMask: { extraFormData: { granularity_sqla: 'kind' }, filterState: { value: ['kind'] } },
      },
    ],
  });
});

test('a click on a chart of the dataset leads where it led', () => {
  const path = { label: 'The wiki', address: 'https://example.org/{genre}/{other}' };
  const now = withNewDashboardNames({ drill_paths: { 4: path, 5: path } }, DATASET, names);
  expect(now.parts).toEqual([{ kind: 'click', id: '4', name: 'The wiki', renamed: ['genre'], byHand: [] }]);
  expect(now.document).toEqual({
    drill_paths: { 4: { ...path, address: 'https://example.org/{kind}/{other}' }, 5: path },
  });
});

test('what somebody has chosen follows', () => {
  const mask = { id: 'a', extraFormData: { filters }, filterState: { value: ['genre'] } };
  expect(withNewMaskNames(mask, names)).toEqual({
    ...mask,
    extraFormData: { filters: [{ ...filters[0], col: 'kind' }] },
  });
});
