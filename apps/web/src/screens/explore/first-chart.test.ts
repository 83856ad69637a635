import type { ChartFormData, ExploreAnswer } from '@chartroom/model';
import { expect, test } from 'vitest';
import { withoutNoFilters } from './first-chart.ts';

const SAID = { adhoc_filters: [], applied_time_extras: {}, datasource: '1__table', url_params: {} };

/** What is kept of the filters of a chart as the server tells it. */
function filtersOf(form: Partial<ChartFormData>, slice: unknown = null): unknown {
  const answer: ExploreAnswer = JSON.parse(
    JSON.stringify({ form_data: { ...SAID, ...form }, slice, dataset: {}, message: null, metadata: null }),
  );
  return withoutNoFilters(answer).form_data.adhoc_filters;
}

test('a chart that nobody has begun begins with the filters of its panel', () => {
  expect(filtersOf({})).toBeUndefined();
  expect(filtersOf({ viz_type: 'pie' })).toBeUndefined();
});

test('whoever has taken the filters away finds none', () => {
  expect(filtersOf({ viz_type: 'pie', row_limit: 10 })).toEqual([]);
  expect(filtersOf({ viz_type: 'pie' }, { slice_id: 1 })).toEqual([]);
  const own = { expressionType: 'SQL' as const, sqlExpression: 'a > 1' };
  expect(filtersOf({ adhoc_filters: [own] })).toEqual([own]);
});
