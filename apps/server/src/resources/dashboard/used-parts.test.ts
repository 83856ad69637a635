import { describe, expect, test } from 'vitest';
import { usedParts } from './used-parts.ts';

const simple = {
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: 'delay' },
  label: 'late',
};

describe('what charts use of a dataset', () => {
  test.each([
    ['nothing', {}, null, [], []],
    [
      'metrics by name and on the spot, with their column',
      { metrics: ['count', simple] },
      null,
      ['delay'],
      ['count', 'late'],
    ],
    ['single metrics', { metric: 'a', secondary_metric: 'b', size: null }, null, [], ['a', 'b']],
    [
      'columns of its form',
      { groupby: ['x'], all_columns: ['y'], series: 'z', metrics: 'count' },
      null,
      ['x', 'y', 'z'],
      ['count'],
    ],
    [
      'columns of filters of rows, not of groups',
      {
        adhoc_filters: [
          { clause: 'WHERE', subject: 'w' },
          { clause: 'HAVING', subject: 'h' },
        ],
      },
      null,
      ['w'],
      [],
    ],
    [
      'the stored question before the form',
      { groupby: ['x'] },
      JSON.stringify({
        queries: [{ columns: ['q', { label: 'made', sqlExpression: 'a + b', expressionType: 'SQL' }] }],
      }),
      ['q', 'made'],
      [],
    ],
    ['what cannot be read', { metrics: [7, null], groupby: 5 }, '{nope', [], []],
  ])('%s', (_name, form, query_context, columns, metrics) => {
    expect(usedParts([{ form, query_context }])).toEqual({
      columns: new Set(columns),
      metrics: new Set(metrics),
    });
  });
});
