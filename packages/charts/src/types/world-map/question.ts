import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { rowsByMetric } from '../../question/rows-by-metric.ts';

/** One row per value of the column that names places; `entity` is that column. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  return rowsByMetric(form, context, { entity: 'columns' });
}
