import type { ChartFormData, QueryContext, QueryObject } from '@chartroom/model';
import type { QuestionContext } from '../chart-type.ts';
import { TIMESTAMP } from './base-axis.ts';
import { normalOrder } from './order.ts';
import { compare, contribution, flatten, pivot, resample, rolling, timeOffsets } from './post-processing.ts';
import { queryContext } from './query-context.ts';
import { columnsOf, numberOf, textOf, textsOf } from './read-form.ts';

/** How the charts of before name a difference. */
const DIFFERENCE = 'absolute';

/**
 * One row per moment, one column per metric and dimension value: what charts ask whose series a server shaped once
 * (contract/charts.md §3.30). Filling, rolling, shares and other times are asked for as the other charts do.
 */
export function seriesOverTime(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: (base) => {
      const granularity = base.granularity ?? timeOfFilters(base);
      const steps = today(form);
      return [
        {
          ...base,
          ...(granularity === undefined ? {} : { granularity }),
          is_timeseries: true,
          orderby: normalOrder(base),
          series_columns: columnsOf(base.columns),
          time_offsets: timeOffsets(steps, base),
          post_processing: [pivot, resample, rolling, contribution, compare, () => flatten].map((step) =>
            step(steps, base),
          ),
        },
      ];
    },
  });
}

/** The rows of metrics over time, as they are. */
export function momentsOfMetric(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => {
      const granularity = base.granularity ?? timeOfFilters(base);
      return [
        {
          ...base,
          ...(granularity === undefined ? {} : { granularity }),
          is_timeseries: true,
          orderby: normalOrder(base),
        },
      ];
    },
  });
}

/** The other times that a chart of before compares with, as they are asked for today. */
export function shiftsOf(form: ChartFormData): string[] {
  return textsOf(form.time_compare).map((shift) => (/ ago$/.test(shift) ? shift : `${shift} ago`));
}

/** Panels without a time column of their own have it in a filter. */
function timeOfFilters({ filters }: QueryObject): string | undefined {
  const found = (filters ?? []).find(({ op, col }) => op === 'TEMPORAL_RANGE' && typeof col === 'string');
  return typeof found?.col === 'string' ? found.col : undefined;
}

/** The settings of Advanced Analytics under their names of today. */
function today(form: ChartFormData): ChartFormData {
  const isCumulative = form.rolling_type === 'cumsum';
  return {
    ...form,
    x_axis: null,
    granularity_sqla: textOf(form.granularity_sqla) ?? TIMESTAMP,
    rolling_type: isCumulative || numberOf(form.rolling_periods) ? form.rolling_type : null,
    time_compare: shiftsOf(form),
    comparison_type: form.comparison_type === DIFFERENCE ? 'difference' : (form.comparison_type ?? 'values'),
    contributionMode: form.contribution === true ? 'row' : null,
  };
}
