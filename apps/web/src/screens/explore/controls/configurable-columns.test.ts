import { GenericType } from '@chartroom/model';
import { expect, test } from 'vitest';
import { configurableColumns } from './configurable-columns.ts';

const table = { datasource: '1__table', viz_type: 'table', groupby: ['origin'], metrics: ['count'] };
const answer = {
  colnames: ['origin', 'count', 'count__1 day ago'],
  coltypes: [GenericType.STRING, GenericType.NUMERIC, GenericType.NUMERIC],
};

test('the columns of the answer, or of what will be asked', () => {
  expect(configurableColumns(table, []).map(({ key }) => key)).toEqual(['origin', 'count']);
  expect(configurableColumns({ ...table, percent_metrics: ['count'] }, [])).toHaveLength(3);
  expect(configurableColumns(table, [{ colnames: ['day'], coltypes: [GenericType.TEMPORAL] }])).toEqual([
    { key: 'day', type: GenericType.TEMPORAL },
  ]);
});

test('a compared metric has four columns', () => {
  const keys = configurableColumns({ ...table, time_compare: '1 day ago' }, [answer]).map(({ key }) => key);
  expect(keys).toEqual(['origin', 'Main count', '# count', '△ count', '% count']);
});

test('a radar has its metrics, a compared number its three values', () => {
  expect(configurableColumns({ ...table, viz_type: 'radar' }, [answer])).toHaveLength(1);
  expect(configurableColumns({ ...table, viz_type: 'pop_kpi' }, [])).toHaveLength(3);
});

test('settings of columns that are gone stay in reach', () => {
  const column_config = { old: { columnWidth: 20 } };
  expect(configurableColumns({ ...table, column_config }, []).at(-1)).toEqual({
    key: 'old',
    type: GenericType.STRING,
  });
});
