import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

const DELAY = {
  expressionType: 'SIMPLE' as const,
  column: { column_name: 'delay' },
  aggregate: 'AVG',
  label: 'AVG(delay)',
};

/** Flights and their delay by airport, with totals. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['origin'],
    metrics: ['count', DELAY],
    percent_metrics: ['count'],
    all_columns: [],
    adhoc_filters: [],
    row_limit: 1000,
    show_totals: true,
  },
  results: [
    exampleResult({ origin: 1, count: 0, 'AVG(delay)': 0, '%count': 0 }, [
      ['ORD', 3257, 11.27, 0.269],
      ['DFW', 3097, 9.02, 0.256],
      ['ATL', 2521, 6.44, 0.208],
      ['PHX', 1889, -1.35, 0.156],
      [null, 1342, 4.8, 0.111],
    ]),
    exampleResult({ count: 0, 'AVG(delay)': 0 }, [[12106, 6.71]]),
  ],
};
