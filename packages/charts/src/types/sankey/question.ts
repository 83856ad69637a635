import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { columnsOf } from '../../question/read-form.ts';
import { rowsByMetric } from '../../question/rows-by-metric.ts';

/** One row per pair of a source and a target, the largest first where that is asked for. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  const asked = rowsByMetric(form, context);
  const groupby = [...columnsOf(form.source), ...columnsOf(form.target)];
  return { ...asked, queries: asked.queries.map((query) => ({ ...query, groupby })) };
}
