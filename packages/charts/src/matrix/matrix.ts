import type { ChartFormData, MetricRef } from '@chartroom/model';
import type { ChartType } from '../chart-type.ts';
import { controlsOf } from '../controls/panel.ts';
import { listed, membersOf, metricsOf, numberOf, textOf, wholeOf } from '../question/read-form.ts';

/** A side of a matrix, by the word that ends the names of its settings. */
export type MatrixAxis = 'rows' | 'columns';

/** A value of a dimension that stands for a row or a column. */
export type MatrixValue = string | number | boolean | null;

/** Each row, or column, measures something else. */
interface MetricsAlong {
  kind: 'metrics';
  metrics: MetricRef[];
}

/** Each row, or column, shows what belongs to a value of a dimension. */
export interface DimensionAlong {
  kind: 'dimension';
  dimension: string;
  choice: 'members' | 'topn' | 'all';
  /** Those that were chosen. */
  values: MatrixValue[];
  /** How many of the first are wanted. */
  most: number;
  /** What ranks them; undefined = they stand by name. */
  metric: MetricRef | undefined;
  descending: boolean;
}

export type Along = MetricsAlong | DimensionAlong;

/** A chart repeated as a matrix of small ones, as its form data say (contract/charts.md §5.5). */
export interface Matrix {
  rows: Along | undefined;
  columns: Along | undefined;
  /** Pixels. */
  rowHeight: number;
  /** Undefined = all columns share the width. */
  chartsPerRow: number | undefined;
  titleTemplate: string;
  showsRowLabels: boolean;
  showsColumnHeaders: boolean;
  /** Why there is no matrix. */
  problem: string | undefined;
}

export const MATRIX_AXES: readonly MatrixAxis[] = ['rows', 'columns'];
/** Rows or columns that are shown at most. */
export const MOST_ALONG = 25;
export const BOTH_METRICS = "Metrics can't be used for both rows and columns at the same time";
export const ROW_HEIGHTS = { usual: 300, least: 80, most: 2_000 };
export const CHARTS_PER_ROW = 4;
export const TOP_VALUES = 10;

/** What turned the sides on before they had modes. */
const EARLIER = { rows: 'matrixify_enable_vertical_layout', columns: 'matrixify_enable_horizontal_layout' };
/** Maps that take memory of the graphics card, of which a page has little. */
const TOO_HEAVY = /^(deck_|mapbox$)/;

type Repeated = Pick<ChartType, 'key' | 'controls' | 'parts'>;

/** Whether charts of a type can be repeated: they are asked by filters of their own, and are not made of other charts. */
export function canRepeat(type: Repeated): boolean {
  return !type.parts && !TOO_HEAVY.test(type.key) && filterFields(type).length > 0;
}

/** Fields of a type's form data that hold its filters. */
export function filterFields({ controls }: Pick<ChartType, 'controls'>): string[] {
  return controlsOf(controls).flatMap(({ name, type }) => (type === 'DndFilterSelect' ? name : []));
}

/** The field of a type's form data in whose place a metric of the matrix is put; undefined where there is none. */
export function metricField({ controls }: Pick<ChartType, 'controls'>): 'metrics' | 'metric' | undefined {
  const names = new Set(controlsOf(controls).map(({ name }) => name));
  if (names.has('metrics')) return 'metrics';
  return names.has('metric') ? 'metric' : undefined;
}

/** Form data in which a matrix is set by the newest names; the earlier ones are gone. */
export function withNewestMatrix(form: ChartFormData): ChartFormData {
  const { matrixify_enable: enabled } = form;
  const isEarlier = enabled === undefined && MATRIX_AXES.some((axis) => form[EARLIER[axis]] === true);
  if (!isEarlier) return form;
  const next: ChartFormData = { ...form, matrixify_enable: true };
  for (const axis of MATRIX_AXES) {
    const mode = form[EARLIER[axis]] === true ? (form[`matrixify_mode_${axis}`] ?? 'metrics') : 'disabled';
    next[`matrixify_mode_${axis}`] = mode;
    delete next[EARLIER[axis]];
  }
  return next;
}

/** The settings of a matrix among form data. */
export function matrixSettings(form: ChartFormData): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).filter(([name]) => name.startsWith('matrixify_')));
}

/** Form data of one chart alone. */
export function withoutMatrix(form: ChartFormData): ChartFormData {
  const own = Object.entries(form).filter(([name]) => !name.startsWith('matrixify_'));
  return { ...Object.fromEntries(own), datasource: form.datasource, viz_type: form.viz_type };
}

/** The matrix that form data ask for; undefined where the chart stands by itself. */
export function matrixOf(type: Repeated, given: ChartFormData): Matrix | undefined {
  const form = withNewestMatrix(given);
  if (form.matrixify_enable !== true || !canRepeat(type)) return undefined;
  const [rows, columns] = [along(form, 'rows'), along(form, 'columns')];
  if (!rows && !columns) return undefined;
  const fits = form.matrixify_fit_columns_dynamically !== false;
  return {
    rows,
    columns,
    rowHeight: within(ROW_HEIGHTS, wholeOf(form.matrixify_row_height, ROW_HEIGHTS.usual)),
    chartsPerRow: fits
      ? undefined
      : within({ least: 1, most: MOST_ALONG }, wholeOf(form.matrixify_charts_per_row, CHARTS_PER_ROW)),
    titleTemplate: textOf(form.matrixify_cell_title_template) ?? '',
    showsRowLabels: form.matrixify_show_row_labels !== false,
    showsColumnHeaders: form.matrixify_show_column_headers !== false,
    problem: problemOf(type, rows, columns),
  };
}

/** What stands along a side, as far as its settings say. */
export function along(form: ChartFormData, axis: MatrixAxis): Along | undefined {
  const mode = form[`matrixify_mode_${axis}`];
  if (mode === 'metrics') return { kind: 'metrics', metrics: metricsOf(form[`matrixify_${axis}`]) };
  if (mode !== 'dimensions') return undefined;
  const { dimension, values } = membersOf(form[`matrixify_dimension_${axis}`]);
  const way = form[`matrixify_dimension_selection_mode_${axis}`];
  const choice = way === 'topn' || way === 'all' ? way : 'members';
  const sort = form[`matrixify_all_sort_by_${axis}`];
  const isRanked = choice === 'topn' || (choice === 'all' && sort === 'metric');
  return {
    kind: 'dimension',
    dimension: textOf(dimension) ?? '',
    choice,
    values: listed(values).filter(isMatrixValue),
    most: Math.max(1, Math.trunc(numberOf(form[`matrixify_topn_value_${axis}`]) ?? TOP_VALUES)),
    metric: isRanked ? metricsOf(form[`matrixify_topn_metric_${axis}`])[0] : undefined,
    descending: isRanked ? form[`matrixify_topn_order_${axis}`] !== false : sort === 'z_to_a',
  };
}

/** Whether a value can stand for a row or a column. */
export function isMatrixValue(value: unknown): value is MatrixValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function problemOf(type: Repeated, rows: Along | undefined, columns: Along | undefined): string | undefined {
  const sides = [rows, columns];
  if (sides.every((side) => side?.kind === 'metrics')) return BOTH_METRICS;
  for (const [at, side] of sides.entries()) {
    const name = MATRIX_AXES[at];
    if (side?.kind === 'metrics' && metricField(type) === undefined)
      return `The ${name} are metrics, and this chart type has no metric that another could replace`;
    if (side?.kind === 'metrics' && side.metrics.length === 0) return `No metrics are chosen for the ${name}`;
    if (side?.kind !== 'dimension') continue;
    if (side.dimension === '') return `No dimension is chosen for the ${name}`;
    if (side.choice === 'members' && side.values.length === 0)
      return `No values of ${side.dimension} are chosen for the ${name}`;
    if (side.choice === 'topn' && !side.metric) return `No metric is chosen that orders the ${name}`;
  }
  return undefined;
}

function within({ least, most }: { least: number; most: number }, value: number): number {
  return Math.min(Math.max(value, least), most);
}
