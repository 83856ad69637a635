import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { numberOf } from '../../question/read-form.ts';
import { question as bubbleQuestion } from '../bubble/question.ts';

/** One row per bubble; the limit of series is one of rows here. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  const { limit, ...rest } = form;
  const rows = numberOf(limit);
  const asked = bubbleQuestion(
    {
      ...rest,
      datasource: form.datasource,
      viz_type: form.viz_type,
      ...(rows === undefined ? {} : { row_limit: rows }),
    },
    context,
  );
  return { ...asked, form_data: form };
}
