import type { ChartFormData, ColumnRef, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { xAxisOf } from '../../question/base-axis.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf, textOf } from '../../question/read-form.ts';

/** One row per step, in the order of the axis and within it of what a step is made of. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => {
      const axis = xAxisOf(form) ?? textOf(form.granularity_sqla);
      const columns: ColumnRef[] = [...(axis === undefined ? [] : [axis]), ...columnsOf(form.groupby)];
      return [{ ...base, columns, orderby: columns.map((column) => [column, true]) }];
    },
  });
}
