import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';

/** One row per node: its id, its parent's and what it is called. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, { force, aliases: { id: 'columns', parent: 'columns', name: 'columns' } });
}
