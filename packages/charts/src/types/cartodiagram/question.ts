import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';
import { askedForm, smallChart } from './small-chart.ts';

/** What the chart at each place asks, taken apart by the places; nothing where there is no such chart. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  const small = smallChart(form);
  const asked = small?.type?.question(askedForm(small), { ...context, ownState: undefined, stored: true });
  const own = queryContext(form, { force: context.force, shape: () => [] });
  return { ...own, queries: asked?.queries ?? [] };
}
