import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights of a day against what the airport can bear. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'bullet',
    metric: 'count',
    adhoc_filters: [],
    ranges: '150, 250, 400',
    range_labels: 'quiet, usual, full',
    markers: '300',
    marker_labels: 'goal',
    marker_lines: '330',
    marker_line_labels: 'last year',
  },
  results: [exampleResult({ count: 0 }, [[268]])],
};
