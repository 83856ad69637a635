import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';
import { tableQueries } from '../table/question.ts';
import { tableState } from '../table/settings.ts';

/** The questions of the table; shares are of the rows shown, and only the chart itself says what times it compares. */
export function question(form: ChartFormData, { force, ownState }: QuestionContext): QueryContext {
  const { time_compare: _of, ...extra } = form.extra_form_data ?? {};
  const own = { ...form, percent_metric_calculation: null, extra_form_data: extra };
  return queryContext(form, {
    force,
    shape: (base) => tableQueries(own, base, tableState(ownState)),
  });
}
