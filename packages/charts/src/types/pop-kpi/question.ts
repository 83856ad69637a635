import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { compare, isTimeComparison } from '../../question/post-processing.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf } from '../../question/read-form.ts';
import { comparedTimes } from '../table/settings.ts';

/** The value, and the same at another time (contract, period over period). */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: (base) => [
      {
        ...base,
        ...(form.groupby === undefined || form.groupby === null ? {} : { groupby: columnsOf(form.groupby) }),
        time_offsets: isTimeComparison(form, base) ? comparedTimes(form) : [],
        post_processing: [compare(form, base)],
      },
    ],
  });
}
