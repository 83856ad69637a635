import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { momentsOfMetric } from '../../question/series-over-time.ts';
import { GRAINS, subdomainOf } from './units.ts';

/** One row per cell of the calendar that has values; the cells say the grain, not the dashboard. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  const { x_axis: _ofAnotherType, ...own } = form;
  const asked = momentsOfMetric({ ...own, datasource: form.datasource, viz_type: form.viz_type }, context);
  const time_grain_sqla = GRAINS[subdomainOf(form.subdomain_granularity)];
  const queries = asked.queries.map((query) => ({
    ...query,
    columns: [],
    extras: { ...query.extras, time_grain_sqla },
  }));
  return { ...asked, queries, form_data: form };
}
