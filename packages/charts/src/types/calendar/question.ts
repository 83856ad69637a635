import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';
import { GRAINS, subdomainOf } from './units.ts';

/** One row per cell of the calendar that has values. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  const { x_axis: _ofAnotherType, ...own } = form;
  const calendar = { ...own, datasource: form.datasource, viz_type: form.viz_type };
  const context = queryContext(calendar, {
    force,
    shape: ({ post_processing: _none, ...base }) => [
      {
        ...base,
        columns: [],
        is_timeseries: true,
        extras: { ...base.extras, time_grain_sqla: GRAINS[subdomainOf(form.subdomain_granularity)] },
      },
    ],
  });
  return { ...context, form_data: form };
}
