import { type AdhocFilter, type ChartFormData, metricLabel, type QueryObject } from '@chartroom/model';
import type { ChartType, CrossFilter, DataPoint, DrillFilter } from '../chart-type.ts';
import { isAdhocFilter } from '../question/filters.ts';
import { listed, metricsOf } from '../question/read-form.ts';
import { type AxisValue, type AxisValues, standsFor, valuesQuestions } from './axis-values.ts';
import { filterFields, type MatrixAxis, matrixOf, metricField, withoutMatrix } from './matrix.ts';

/** One of the small charts. */
export interface MatrixCell {
  /** What tells it from the others. */
  key: string;
  row: number;
  column: number;
  /** What its row and its column are called. */
  name: string;
  /** What stands above it; empty where its headings say enough. */
  title: string;
  form: ChartFormData;
  /** What its rows have in common. */
  filters: DrillFilter[];
}

const PLACEHOLDER = /\{\{\s*(.*?)\s*\}\}/g;
/** What a title may name. */
const TITLE_PARTS = ['rowLabel', 'colLabel'];

/** The charts of a matrix, row by row: each is the chart with a metric in the place of its own, or under further filters. */
export function matrixCells(
  type: Pick<ChartType, 'controls'>,
  form: ChartFormData,
  { rows, columns }: Readonly<Record<MatrixAxis, AxisValues | undefined>>,
  template: string,
): MatrixCell[] {
  const own = withoutMatrix(form);
  const sides = (given: AxisValues | undefined) => given?.values ?? [undefined];
  return sides(rows).flatMap((row, rowAt) =>
    sides(columns).map((column, columnAt): MatrixCell => {
      const values = [row, column].flatMap((each) => each ?? []);
      return {
        key: JSON.stringify(values.map(standsFor)),
        row: rowAt,
        column: columnAt,
        name: values.map(({ label }) => label).join(', '),
        title: titleOf(template, row?.label ?? '', column?.label ?? ''),
        form: values.reduce((cell, value) => withValue(type, cell, value), own),
        filters: values.flatMap(filterOf),
      };
    }),
  );
}

/**
 * All that a matrix may ask which its chart by itself does not: the values of its dimensions, and the chart's question with
 * each of its metrics.
 */
export function matrixQuestions(type: ChartType, form: ChartFormData): QueryObject[] {
  const matrix = matrixOf(type, form);
  if (!matrix || matrix.problem !== undefined) return [];
  const own = withoutMatrix(form);
  const metrics = [matrix.rows, matrix.columns].flatMap((side) =>
    side?.kind === 'metrics' ? side.metrics : [],
  );
  const measured = metrics.flatMap(
    (metric) => type.question(withValue(type, own, { label: '', metric }), {}).queries,
  );
  return [...valuesQuestions(own, matrix), ...measured];
}

/** What is wrong with the template of titles; undefined when nothing is. */
export function templateProblem(template: string): string | undefined {
  const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name = '']) => !TITLE_PARTS.includes(name));
  if (!unknown) return undefined;
  return `${unknown[0]} is nothing that a title can name; {{rowLabel}} and {{colLabel}} are`;
}

/** What a place of a cell's picture stands for, with what the cell itself stands for. */
export function pointInCell(cell: MatrixCell, point: DataPoint | undefined): DataPoint {
  const crossFilter = crossFilterOfCell(cell, point?.crossFilter);
  return { detail: [...cell.filters, ...(point?.detail ?? [])], ...(crossFilter && { crossFilter }) };
}

/** The filter of a mark within a cell: it stands for what the cell stands for, too. */
export function crossFilterOfCell(
  { key, filters, name }: MatrixCell,
  filter: CrossFilter | undefined,
): CrossFilter | undefined {
  if (!filter) return undefined;
  const further = filters.flatMap(({ col, val }): CrossFilter['filters'] => {
    if (typeof col !== 'string') return [];
    return val === null ? [{ col, op: 'IS NULL' }] : [{ col, op: 'IN', val: [val] }];
  });
  const label = further.length > 0 ? `${name}, ${filter.label}` : filter.label;
  return { filters: [...further, ...filter.filters], label, key: `${key}${filter.key}` };
}

/** Of chosen marks those within a cell, as its picture names them. */
export function selectedInCell(
  { key }: MatrixCell,
  selected: readonly string[] | undefined,
): string[] | undefined {
  return selected?.filter((each) => each.startsWith(key)).map((each) => each.slice(key.length));
}

function titleOf(template: string, rowLabel: string, colLabel: string): string {
  const parts = new Map([
    ['rowLabel', rowLabel],
    ['colLabel', colLabel],
  ]);
  return template.replace(PLACEHOLDER, (whole, name: string) => parts.get(name) ?? whole);
}

function filterOf(value: AxisValue): DrillFilter[] {
  return 'metric' in value ? [] : [{ col: value.dimension, op: '==', val: value.value, text: value.label }];
}

function withValue(type: Pick<ChartType, 'controls'>, form: ChartFormData, value: AxisValue): ChartFormData {
  if ('metric' in value) return withMetric(type, form, value);
  const narrowed = filterFields(type).map((field) => [
    field,
    [...listed(form[field]).filter(isAdhocFilter), filterFor(value)],
  ]);
  return { ...form, ...Object.fromEntries(narrowed) };
}

function withMetric(
  type: Pick<ChartType, 'controls'>,
  form: ChartFormData,
  { metric }: Extract<AxisValue, { metric: unknown }>,
): ChartFormData {
  const field = metricField(type);
  if (field === undefined) return form;
  const replaced = metricsOf(form[field]).map(metricLabel);
  const next = { ...form, [field]: field === 'metrics' ? [metric] : metric };
  // What stood in the order of a metric that is gone stands in the order of the one in its place.
  const isSorted = typeof form.x_axis_sort === 'string' && replaced.includes(form.x_axis_sort);
  return isSorted ? { ...next, x_axis_sort: metricLabel(metric) } : next;
}

function filterFor({ dimension, value }: Extract<AxisValue, { dimension: string }>): AdhocFilter {
  const isNull = value === null;
  return {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: dimension,
    operator: isNull ? 'IS NULL' : '==',
    operatorId: isNull ? 'IS_NULL' : 'EQUALS',
    comparator: value,
    filterOptionName: `matrix_${dimension}_${String(value)}`,
  };
}
