import {
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  type MetricRef,
  metricLabel,
  type PostProcessing,
  type QueryContext,
} from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { xAxisOf } from '../../question/base-axis.ts';
import { queryContext } from '../../question/query-context.ts';
import type { OrderBy } from '../../question/query-fields.ts';
import { columnsOf, metricsOf, textOf } from '../../question/read-form.ts';

/** One row per cell, with its rank among all cells, those of its column or those of its row. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: (base) => {
      const [x, y] = [xAxisOf(form), columnsOf(form.groupby)[0]];
      const [metric] = metricsOf(form.metric);
      const down = form.normalize_across === 'y' ? y : undefined;
      const group = form.normalize_across === 'x' ? x : down;
      return [
        {
          ...base,
          columns: [x, y].filter((column) => column !== undefined),
          orderby: [...sorted(form, 'sort_x_axis', x), ...sorted(form, 'sort_y_axis', y)],
          post_processing: [metric === undefined ? undefined : rank(metric, group)],
        },
      ];
    },
  });
}

function rank(metric: MetricRef, group: ColumnRef | undefined): PostProcessing {
  return {
    operation: 'rank',
    options: {
      metric: metricLabel(metric),
      ...(group === undefined ? {} : { group_by: columnLabel(group) }),
    },
  };
}

/** The order that one axis asks for: by its own values or by the metric. */
function sorted(
  form: ChartFormData,
  key: 'sort_x_axis' | 'sort_y_axis',
  column: ColumnRef | undefined,
): OrderBy {
  const wanted = textOf(form[key]);
  if (wanted === undefined) return [];
  const by = wanted.startsWith('value') ? metricsOf(form.metric).map(metricLabel)[0] : column;
  return by === undefined ? [] : [[by, wanted.endsWith('asc')]];
}
