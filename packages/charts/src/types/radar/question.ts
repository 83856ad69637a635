import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';
import { metricsOf } from '../../question/read-form.ts';

/**
 * One row per group, the largest first. The metric of "Sort query by" ranks series only; rows follow
 * `series_limit_metric` where a chart holds that key, else the first metric (contract, radar).
 */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => {
      const by = metricsOf(form.series_limit_metric)[0] ?? metricsOf(form.metrics)[0];
      return [{ ...base, ...(by === undefined ? {} : { orderby: [[by, false]] }) }];
    },
  });
}
