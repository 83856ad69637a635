import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { normalOrder } from '../../question/order.ts';
import { queryContext } from '../../question/query-context.ts';

/** The rows that the template is filled with, in the order that is asked for or by the first metric. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => [{ ...base, orderby: normalOrder(base) }],
  });
}
