import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { xAxisOf } from '../../question/base-axis.ts';
import { flatten, pivot, resample, rolling } from '../../question/post-processing.ts';
import { queryContext, type ShapedQuery } from '../../question/query-context.ts';

/** The metric along time; for the overall value also one row without time. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: (base) => {
      const axis = xAxisOf(form);
      const trend: ShapedQuery = {
        ...base,
        columns: axis === undefined ? [] : [axis],
        ...(axis === undefined ? { is_timeseries: true } : {}),
        post_processing: [pivot(form, base), rolling(form, base), resample(form, base), flatten],
      };
      if (form.aggregation !== 'raw') return [trend];
      return [trend, { ...base, columns: [], is_timeseries: false, post_processing: [] }];
    },
  });
}
