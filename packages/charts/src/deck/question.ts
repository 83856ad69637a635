import { type ChartFormData, columnLabel, metricLabel, type QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../chart-type.ts';
import { queryContext } from '../question/query-context.ts';
import { columnsOf, metricsOf, textOf, uniqueBy } from '../question/read-form.ts';
import { geohashSteps, metricSource, placeColumns } from './places.ts';

/** What a layer asks for. */
export interface LayerQuestion {
  /** Keys of the form that say where things are. */
  places?: readonly string[];
  /** Keys of the columns that hold whole shapes. */
  shapes?: readonly string[];
  /** Keys of its metrics. */
  metrics: readonly string[];
  /** Whether a time grain makes it a series. */
  timed?: boolean;
}

/** The rows of a layer (contract/charts.md §3.31): those with a metric grouped, the largest first, the others as they are. */
export function layerQuestion(
  form: ChartFormData,
  { force }: QuestionContext,
  { places = [], shapes = [], metrics: keys, timed = false }: LayerQuestion,
): QueryContext {
  const located = [
    ...places.flatMap((key) => placeColumns(form, key)),
    ...shapes.flatMap((key) => columnsOf(form[key])),
  ];
  const columns = uniqueBy(
    [...located, ...columnsOf(form.dimension), ...columnsOf(form.js_columns)],
    columnLabel,
  ).toSorted((one, other) => (columnLabel(one) < columnLabel(other) ? -1 : 1));
  const metrics = uniqueBy(
    keys.flatMap((key) => metricsOf(metricSource(form, key))),
    metricLabel,
  );
  const [by] = metrics;
  const isSeries =
    timed && textOf(form.time_grain_sqla) !== undefined && textOf(form.granularity_sqla) !== undefined;
  return queryContext(form, {
    force,
    shape: ({ metrics: _own, orderby: _by, post_processing: _none, ...base }) => [
      {
        ...base,
        columns,
        ...(by === undefined ? {} : { metrics, orderby: [[by, form.order_desc === false]] }),
        ...(isSeries ? { is_timeseries: true } : {}),
        filters: [
          ...(base.filters ?? []),
          ...(form.filter_nulls === false ? [] : located.map((col) => ({ col, op: 'IS NOT NULL' }))),
        ],
        post_processing: places.flatMap((key) => geohashSteps(form, key)),
      },
    ],
  });
}
