import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { layerQuestion } from '../../deck/question.ts';

/** A row per area. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  return layerQuestion(form, context, {
    shapes: ['line_column'],
    metrics: ['metric', 'point_radius_fixed'],
    timed: true,
  });
}
