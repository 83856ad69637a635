import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** What visitors of a library look for. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'word_cloud',
    series: 'subject',
    metric: 'searches',
    adhoc_filters: [],
    row_limit: 100,
    size_to: 60,
  },
  results: [
    exampleResult({ subject: 1, searches: 0 }, [
      ['History', 96],
      ['Travel', 82],
      ['Cooking', 74],
      ['Poetry', 61],
      ['Gardens', 58],
      ['Music', 55],
      ['Physics', 49],
      ['Trains', 44],
      ['Painting', 41],
      ['Stars', 37],
      ['Birds', 35],
      ['Chess', 31],
      ['Maps', 28],
      ['Law', 26],
      ['Theatre', 24],
      ['Rivers', 21],
      ['Languages', 19],
      ['Knitting', 16],
      ['Ships', 14],
      ['Clocks', 11],
      ['Bees', 9],
      ['Tea', 7],
    ]),
  ],
};
