import { type JsonValue, metricLabel } from '@chartroom/model';
import { xAxisLabel } from '../question/base-axis.ts';
import { metricsOf, textOf } from '../question/read-form.ts';
import { plainChoices, ROW_LIMITS, SERIES_LIMITS, SORT_CHOICES } from './choices.ts';
import type { Choice, Control, ControlState } from './control.ts';
import { checkbox, columns, metrics, REQUIRED, select, special } from './control-makers.ts';
import { any, isNumericAxis, isSet, isSortableAxis, isTimeAxis } from './visibility.ts';

export const groupby: Control = columns('groupby', 'Dimensions', { multi: true });
export const manyMetrics: Control = metrics('metrics', 'Metrics', undefined, { multi: true, ...REQUIRED });
export const oneMetric: Control = metrics('metric', 'Metric', undefined, REQUIRED);

/** Starts with a condition on the time column, so that a range can be chosen at once (contract, ad-hoc filters). */
export const adhocFilters: Control = special('DndFilterSelect', 'adhoc_filters', 'Filters', [], {
  fromDatasource: true,
  initial: temporalFilter,
});

/** The one column along the axis; Explore starts with the time column. */
export function xAxis(label = 'X-axis'): Control {
  return special('DndColumnSelect', 'x_axis', label, undefined, {
    freeForm: true,
    clearable: true,
    fromDatasource: true,
    ...REQUIRED,
    initial: ({ form, datasource }) =>
      textOf(form.granularity_sqla) ?? datasource?.main_dttm_col ?? undefined,
  });
}

/** The length of the buckets of time; the database says which there are. */
export function timeGrain(visible: (state: ControlState) => boolean = isTimeAxis): Control {
  return {
    ...select('time_grain_sqla', 'Time Grain', undefined, undefined, {
      fromDatasource: true,
      initial: () => 'P1D',
    }),
    choicesFrom: ({ datasource }) =>
      (datasource?.time_grain_sqla ?? []).map(([value, label]): Choice => [value, label]),
    visible,
  };
}

export function rowLimit(value: number, label = 'Row limit'): Control {
  return select('row_limit', label, plainChoices(ROW_LIMITS), value, {
    freeForm: true,
    clearable: false,
    validators: ['integer', 'other'],
    fromDatasource: true,
  });
}

export function seriesLimit(name: 'limit' | 'series_limit'): Control {
  return select(name, 'Series limit', plainChoices(SERIES_LIMITS), undefined, {
    freeForm: true,
    clearable: true,
    validators: ['integer'],
  });
}

export const groupOthers: Control = checkbox(
  'group_others_when_limit_reached',
  'Group remaining as "Others"',
  false,
  {
    visible: any(isSet('limit'), isSet('series_limit')),
  },
);

/** The metric that ranks rows or series. */
export function sortBy(name: 'timeseries_limit_metric' | 'series_limit_metric'): Control {
  return metrics(name, 'Sort query by', null);
}

export const forceCategorical: Control = checkbox('xAxisForceCategorical', 'Force categorical', false, {
  renderTrigger: true,
  visible: isNumericAxis,
  initial: ({ form }) => (form.x_axis_sort === undefined || form.x_axis_sort === null ? undefined : true),
});

export const xAxisSort: Control = {
  ...special('XAxisSortControl', 'x_axis_sort', 'X-Axis Sort By', undefined, {
    fromDatasource: true,
    visible: isSortableAxis,
  }),
  choicesFrom: axisSortChoices,
};

export const xAxisSortAscending: Control = checkbox('x_axis_sort_asc', 'X-Axis Sort Ascending', true, {
  visible: isSortableAxis,
});

function axisSortChoices({ form }: ControlState): readonly Choice[] {
  const measures = metricsOf(form.metrics).map(metricLabel);
  const several = (form.groupby?.length ?? 0) > 0 || measures.length > 1;
  const axis = xAxisLabel(form);
  const ranking = metricsOf(form.timeseries_limit_metric).map(metricLabel);
  const names = several ? [] : [...new Set([...(axis === undefined ? [] : [axis]), ...measures, ...ranking])];
  return [...plainChoices(names), ...(several ? SORT_CHOICES : [])];
}

/** The time dimension is truncated to the grain only when the chart knows which columns are times. */
export const temporalColumns: Control = {
  ...special('HiddenControl', 'temporal_columns_lookup', ''),
  initial: ({ datasource }): JsonValue =>
    Object.fromEntries(
      (datasource?.columns ?? [])
        .filter((column) => column.is_dttm)
        .map((column) => [column.column_name, true]),
    ),
};

function temporalFilter({ form, datasource }: ControlState): JsonValue | undefined {
  const subject =
    textOf(form.granularity_sqla) ??
    datasource?.main_dttm_col ??
    datasource?.columns.find((column) => column.is_dttm)?.column_name;
  if (!subject) return undefined;
  return [
    {
      clause: 'WHERE',
      expressionType: 'SIMPLE',
      subject,
      operator: 'TEMPORAL_RANGE',
      comparator: textOf(form.time_range) ?? 'No filter',
    },
  ];
}

export const orderDescending: Control = checkbox('order_desc', 'Sort Descending', true, {
  visible: isSet('timeseries_limit_metric'),
});

/** Where nothing limits when the order applies. */
export const orderDescendingAlways: Control = checkbox('order_desc', 'Sort Descending', true);

/** The one column that names what is drawn. */
export function entity(label: string): Control {
  return special('DndColumnSelect', 'entity', label, null, {
    freeForm: true,
    clearable: true,
    fromDatasource: true,
    ...REQUIRED,
  });
}
