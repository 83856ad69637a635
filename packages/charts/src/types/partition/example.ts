import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Loans of a library by its branch, its shelves and who borrows. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'partition',
    metrics: ['loans'],
    groupby: ['branch', 'shelf', 'reader'],
    time_series_option: 'not_time',
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult({ branch: 1, shelf: 1, reader: 1, loans: 0 }, [
      ['Centre', 'Novels', 'Adults', 310],
      ['Centre', 'Novels', 'Youth', 140],
      ['Centre', 'Crime', 'Adults', 220],
      ['Centre', 'Crime', 'Youth', 35],
      ['Centre', 'Pictures', 'Children', 180],
      ['Centre', 'Pictures', 'Adults', 12],
      ['Station', 'Novels', 'Adults', 160],
      ['Station', 'Travel', 'Adults', 130],
      ['Station', 'Travel', 'Youth', 40],
      ['Station', 'Pictures', 'Children', 90],
      ['School', 'Pictures', 'Children', 240],
      ['School', 'Novels', 'Youth', 110],
      ['School', 'Science', 'Youth', 70],
      ['School', 'Science', 'Children', 20],
    ]),
  ],
};
