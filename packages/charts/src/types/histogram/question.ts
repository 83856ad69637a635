import { type ChartFormData, columnLabel, type PostProcessing, type QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { defined } from '../../question/base-query.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf, wholeOf } from '../../question/read-form.ts';

const BINS = 5;

/** One row per group, one column per range (contract, histogram). */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ metrics: _rowsAreCounted, ...base }) => [
      {
        ...base,
        columns: [...columnsOf(form.groupby), ...columnsOf(form.column)],
        post_processing: [histogram(form)],
      },
    ],
  });
}

/** Counts rows by ranges; there is nothing to count without a column. */
function histogram(form: ChartFormData): PostProcessing | undefined {
  const [column] = columnsOf(form.column).map(columnLabel);
  if (column === undefined) return undefined;
  const { cumulative, normalize } = form;
  return {
    operation: 'histogram',
    options: defined({
      column,
      groupby: columnsOf(form.groupby).map(columnLabel),
      bins: wholeOf(form.bins, BINS),
      cumulative,
      normalize,
    }),
  };
}
