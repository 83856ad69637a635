import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { layerQuestion } from '../../deck/question.ts';

/** A row per arc. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  return layerQuestion(form, context, {
    places: ['start_spatial', 'end_spatial'],
    metrics: [],
    timed: true,
  });
}
