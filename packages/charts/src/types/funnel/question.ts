import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { rankedQuestion } from '../../question/ranked-question.ts';

/** One row per stage, largest first. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return rankedQuestion(form, force);
}
