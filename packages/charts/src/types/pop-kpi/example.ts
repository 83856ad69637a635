import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights of a week beside those of the week before. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'pop_kpi',
    metric: 'count',
    adhoc_filters: [],
    time_compare: '1 week ago',
    comparison_type: 'values',
    header_font_size: 0.6,
    subheader_font_size: 0.15,
    percentDifferenceFormat: '.1%',
    comparison_color_enabled: true,
    subtitle: 'flights',
  },
  results: [exampleResult({ count: 0, 'count__1 week ago': 0 }, [[2351, 2308]])],
};
