import {
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  metricLabel,
  type PostProcessing,
  type QueryContext,
} from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { grainedColumn } from '../../question/base-axis.ts';
import { defined } from '../../question/base-query.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf, metricsOf, textOf } from '../../question/read-form.ts';

/** A value of each metric for each combination, of which the server makes boxes (contract, box plot). */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  const dimensions = columnsOf(form.groupby);
  return queryContext(form, {
    force,
    shape: (base) => [
      {
        ...base,
        columns: [...distributedColumns(form), ...dimensions],
        series_columns: form.groupby === undefined || form.groupby === null ? undefined : dimensions,
        post_processing: [
          {
            operation: 'boxplot',
            options: {
              ...whiskers(form.whiskerOptions),
              groupby: dimensions.map(columnLabel),
              metrics: metricsOf(base.metrics).map(metricLabel),
            },
          },
        ],
      },
    ],
  });
}

/** The columns across which a group is spread, else the time column; times are truncated to the chart's own grain. */
function distributedColumns(form: ChartFormData): ColumnRef[] {
  const chosen = columnsOf(form.columns);
  const time = textOf(form.granularity_sqla);
  const { extra_form_data: _ofTheDashboard, ...own } = form;
  const chart = { ...own, datasource: form.datasource, viz_type: form.viz_type };
  const columns = chosen.length > 0 || time === undefined ? chosen : [time];
  return columns.map((column) => grainedColumn(chart, column) ?? column);
}

const PERCENTILES = /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)/;

/** Where whiskers end; Tukey's are those of no or an unknown choice. */
function whiskers(choice: unknown): PostProcessing['options'] {
  const text = String(choice ?? '');
  const [, low, high] = PERCENTILES.exec(text) ?? [];
  if (low !== undefined && high !== undefined)
    return { whisker_type: 'percentile', percentiles: [Number(low), Number(high)] };
  return defined({ whisker_type: text.startsWith('Min/max') ? 'min/max' : 'tukey' });
}
