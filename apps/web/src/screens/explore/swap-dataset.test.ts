import { loadChartType } from '@chartroom/charts';
import type { DatasourceData } from '@chartroom/model';
import { expect, test } from 'vitest';
import { clearedForm, formFor } from './swap-dataset.ts';

/** A dataset with these columns and metrics; nothing else is read of it. */
function datasetOf(columns: string[], metrics: string[]): DatasourceData {
  return JSON.parse(
    JSON.stringify({
      uid: '2__table',
      columns: columns.map((column_name) => ({ column_name })),
      metrics: metrics.map((metric_name) => ({ metric_name })),
    }),
  );
}

const FORM = {
  datasource: '1__table',
  viz_type: 'pie',
  groupby: ['origin', 'destination'],
  metric: 'count',
  adhoc_filters: [
    {
      expressionType: 'SIMPLE' as const,
      clause: 'WHERE' as const,
      subject: 'delay',
      operator: '>',
      comparator: 1,
    },
    { expressionType: 'SQL' as const, clause: 'WHERE' as const, sqlExpression: 'a > 1' },
  ],
  row_limit: 7,
};

test('what the other dataset has too stays, what it has not goes', async () => {
  const type = await loadChartType('pie');
  if (!type) throw new Error('There is no pie');
  const { form, isKept } = formFor(FORM, type, datasetOf(['origin'], ['count']));
  expect(form).toMatchObject({ datasource: '2__table', groupby: ['origin'], metric: 'count', row_limit: 7 });
  expect(form.adhoc_filters).toEqual([FORM.adhoc_filters[1]]);
  expect(isKept).toBe(true);
});

test('where nothing is left, it says so; cleared, it begins anew', async () => {
  const type = await loadChartType('pie');
  if (!type) throw new Error('There is no pie');
  const sum = {
    expressionType: 'SIMPLE' as const,
    aggregate: 'SUM' as const,
    column: { column_name: 'delay' },
  };
  const given = { ...FORM, metric: sum, adhoc_filters: [] };
  const { form, isKept } = formFor(given, type, datasetOf(['x'], []));
  expect(form).toMatchObject({ groupby: [], metric: null });
  expect(isKept).toBe(false);
  expect(clearedForm(form, type)).toMatchObject({ datasource: '2__table', viz_type: 'pie' });
  expect(clearedForm(form, type).row_limit).not.toBe(7);
});
