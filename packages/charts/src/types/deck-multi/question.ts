import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';

/** Nothing by itself: the charts that it shows are asked one by one. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, { force, shape: () => [] });
}
