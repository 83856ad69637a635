import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { momentsOfMetric } from '../../question/series-over-time.ts';

/** The course of one metric, whatever else a chart of another type has left in the form data. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  const own = { ...form, groupby: null, columns: null, metrics: null, x_axis: null };
  return { ...momentsOfMetric(own, context), form_data: form };
}
