import type { Control, ControlState } from '../../controls/control.ts';
import { columns, metrics, radio, select } from '../../controls/control-makers.ts';
import { orderChoices, orderText } from '../../controls/ordering.ts';
import { groupby } from '../../controls/query-controls.ts';
import { not } from '../../controls/visibility.ts';
import { listed } from '../../question/read-form.ts';
import { tableMode } from './settings.ts';

const isRaw = ({ form }: ControlState) => tableMode(form) === 'raw';
/** The rows are groups of those of the dataset. */
export const isAggregate = not(isRaw);
/** A value stays while the other mode is chosen. */
export const kept = { resetOnHide: false };

const somethingToShow = ({ form }: ControlState) => {
  const filled = [form.groupby, form.metrics, form.percent_metrics].some((value) => listed(value).length > 0);
  return filled ? undefined : 'must have a value, or Metrics, or Percentage metrics';
};

export const dimensions: Control = { ...groupby, ...kept, visible: isAggregate, check: somethingToShow };

const rawColumns: Control = columns('all_columns', 'Columns', {
  multi: true,
  ...kept,
  visible: isRaw,
  check: ({ form }) => (listed(form.all_columns).length > 0 ? undefined : 'cannot be empty'),
});

const ordering: Control = {
  ...select('order_by_cols', 'Ordering', undefined, [], {
    multi: true,
    ...kept,
    fromDatasource: true,
    visible: isRaw,
  }),
  choicesFrom: orderChoices,
  textOf: orderText,
};

/** Groups, or rows as they are. */
export const queryMode: Control = {
  ...radio(
    'query_mode',
    'Query mode',
    [
      ['aggregate', 'Aggregate'],
      ['raw', 'Raw records'],
    ],
    null,
    { fromDatasource: true },
  ),
  initial: ({ form }) => tableMode(form),
};

/** The metrics of groups, and the columns of rows as they are: one of the two is in sight. */
export const measuresOrColumns: readonly Control[] = [
  metrics('metrics', 'Metrics', undefined, { multi: true, ...kept, visible: isAggregate }),
  rawColumns,
];

export const percentMetricsControl: Control = metrics('percent_metrics', 'Percentage metrics', [], {
  multi: true,
  ...kept,
  visible: isAggregate,
});

/** What groups are ordered by, and what rows are. */
export const rankOrOrder: readonly Control[] = [
  metrics('timeseries_limit_metric', 'Sort query by', null, { ...kept, visible: isAggregate }),
  ordering,
];
