import {
  type ChartDataResult,
  type ChartFormData,
  GenericType,
  type MetricRef,
  metricLabel,
  type QueryContext,
  type QueryObject,
} from '@chartroom/model';
import type { ChartType, DrawDatasource, QuestionContext } from '../chart-type.ts';
import { dimensionText } from '../draw/row-names.ts';
import { queryContext, type ShapedQuery } from '../question/query-context.ts';
import { uniqueBy } from '../question/read-form.ts';
import {
  type Along,
  type DimensionAlong,
  isMatrixValue,
  MATRIX_AXES,
  type Matrix,
  type MatrixAxis,
  type MatrixValue,
  MOST_ALONG,
  matrixOf,
} from './matrix.ts';

/** Values of a dimension that are counted; whether there are more is known, how many is not. */
const MOST_COUNTED = 1_000;

/** A row or a column of a matrix: what it is called, and what its charts have of their own. */
export type AxisValue = { label: string } & (
  | { metric: MetricRef }
  | { dimension: string; value: MatrixValue }
);

/** The rows or columns of a matrix. */
export interface AxisValues {
  /** What they are of: 'Metrics', or a dimension. */
  name: string;
  values: AxisValue[];
  /** How many there are, of which these are the first. */
  total: number;
  /** Whether there are even more. */
  isMore: boolean;
}

/** What a chart asks first: its own question or, repeated as a matrix, which values stand along its sides. */
export function chartQuestion(type: ChartType, form: ChartFormData, context: QuestionContext): QueryContext {
  const matrix = matrixOf(type, form);
  if (!matrix) return type.question(form, context);
  const asked = askedSides(matrix).map(([, along]) => along);
  return queryContext(valuesForm(form), {
    force: context.force,
    shape: (base) => (matrix.problem === undefined ? asked.map((along) => valuesQuery(base, along)) : []),
  });
}

/** The rows and columns of a matrix, by the answers to what it asked first. */
export function axisValues(
  matrix: Matrix,
  results: readonly ChartDataResult[],
  datasource: Pick<DrawDatasource, 'columns' | 'verbose_map'>,
): Readonly<Record<MatrixAxis, AxisValues | undefined>> {
  const asked = askedSides(matrix).map(([axis]) => axis);
  const of = (axis: MatrixAxis) => {
    const side = matrix[axis];
    const answer = asked.includes(axis) ? results[asked.indexOf(axis)] : undefined;
    return side && valuesAlong(side, answer, datasource);
  };
  return { rows: of('rows'), columns: of('columns') };
}

/** What asks for the values of the dimensions of a matrix, whether they are chosen already or not. */
export function valuesQuestions(form: ChartFormData, matrix: Matrix): QueryObject[] {
  return queryContext(valuesForm(form), {
    shape: (base) =>
      MATRIX_AXES.flatMap((axis) => {
        const side = matrix[axis];
        return side?.kind === 'dimension' ? [valuesQuery(base, side)] : [];
      }),
  }).queries;
}

function askedSides(matrix: Matrix): [MatrixAxis, DimensionAlong][] {
  return MATRIX_AXES.flatMap((axis): [MatrixAxis, DimensionAlong][] => {
    const side = matrix[axis];
    return side?.kind === 'dimension' && side.choice !== 'members' ? [[axis, side]] : [];
  });
}

/** The form data without what only the chart itself groups and measures: its filters and its time are left. */
function valuesForm(form: ChartFormData): ChartFormData {
  const { datasource, viz_type, slice_id, extra_form_data, time_range, granularity_sqla, granularity } = form;
  const { adhoc_filters, extra_filters, url_params, dashboardId, chart_id, where, having, since, until } =
    form;
  const kept = { slice_id, chart_id, dashboardId, extra_form_data, extra_filters, url_params, adhoc_filters };
  const times = { time_range, granularity_sqla, granularity, since, until, where, having };
  const said = Object.entries({ ...kept, ...times }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(said), datasource, viz_type };
}

function valuesQuery(
  base: QueryObject,
  { dimension, choice, most, metric, descending }: DimensionAlong,
): ShapedQuery {
  const { post_processing: _none, ...rest } = base;
  return {
    ...rest,
    columns: [dimension],
    metrics: metric === undefined ? [] : [metric],
    orderby: [[metric ?? dimension, !descending]],
    row_limit: choice === 'topn' ? Math.min(most, MOST_ALONG) : MOST_COUNTED + 1,
  };
}

function valuesAlong(
  side: Along,
  answer: ChartDataResult | undefined,
  { columns, verbose_map }: Pick<DrawDatasource, 'columns' | 'verbose_map'>,
): AxisValues {
  if (side.kind === 'metrics') {
    const values = side.metrics.map((metric) => {
      const label = metricLabel(metric);
      return { label: verbose_map[label] ?? label, metric };
    });
    return firstOf('Metrics', values, values.length);
  }
  const { dimension, choice, most } = side;
  const column = columns.find((each) => each.column_name === dimension);
  const found =
    choice === 'members'
      ? side.values
      : (answer?.data ?? []).map((row) => row[dimension]).filter(isMatrixValue);
  const type =
    answer?.coltypes[answer.colnames.indexOf(dimension)] ?? column?.type_generic ?? GenericType.STRING;
  const values = found.map((value) => ({ label: valueText(value, type), dimension, value }));
  const isCut = choice === 'topn' && most > MOST_ALONG && found.length === MOST_ALONG;
  return firstOf(verbose_map[dimension] ?? dimension, values, isCut ? most : values.length);
}

function firstOf(name: string, values: AxisValue[], count: number): AxisValues {
  const own = uniqueBy(values, standsFor);
  return {
    name,
    values: own.slice(0, MOST_ALONG),
    total: Math.min(count, MOST_COUNTED),
    isMore: count > MOST_COUNTED,
  };
}

/** What tells a row or a column from the others. */
export function standsFor(value: AxisValue): string {
  return JSON.stringify('metric' in value ? [metricLabel(value.metric)] : [value.dimension, value.value]);
}

/** What a value is called; one without letters is told apart from nothing. */
function valueText(value: MatrixValue, type: GenericType): string {
  return value === '' ? '<empty string>' : dimensionText(value, type);
}
