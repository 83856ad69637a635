import {
  type AdhocFilter,
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  type QueryObject,
} from '@chartroom/model';
import type { DrillFilter, DrillPlace } from '../chart-type.ts';
import { baseQuery } from './base-query.ts';
import { columnsOf, listed } from './read-form.ts';
import { withDashboardFilters } from './stored-form.ts';

/** Fields of form data that name columns by which a chart groups. */
const GROUPING = [
  'groupby',
  'groupbyRows',
  'groupbyColumns',
  'columns',
  'x_axis',
  'y_axis',
  'series',
  'entity',
  'source',
  'target',
];

/** The columns by which a chart groups: of each a mark may stand for a value. */
export function groupingColumns(form: ChartFormData): ColumnRef[] {
  return GROUPING.flatMap((field) => columnsOf(form[field]));
}

/** One step downwards: the column that is put in a place of the chart. */
export interface DrillStep extends DrillPlace {
  column: string;
}

/** Members of form data that belong to the stored chart and not to what is made of it. */
const OF_THE_CHART = new Set(['slice_name', 'dashboards']);

/** The form data of a chart after some steps downwards (contract/ui.md C10): it is no longer the stored chart's. */
export function drilledForm(form: ChartFormData, steps: readonly DrillStep[]): ChartFormData {
  const own = Object.fromEntries(Object.entries(form).filter(([name]) => !OF_THE_CHART.has(name)));
  const start: ChartFormData = {
    ...own,
    datasource: form.datasource,
    viz_type: form.viz_type,
    // By which the server still knows whose question it is.
    ...(form.slice_id ? { chart_id: form.slice_id } : {}),
    slice_id: 0,
  };
  return steps.reduce(stepDown, start);
}

function stepDown(form: ChartFormData, { column, field, filters }: DrillStep): ChartFormData {
  const replaced = form[field];
  const isSingle = typeof replaced === 'string' || (replaced !== null && !listsColumns(replaced));
  // The second question of a mixed chart has conditions of its own.
  const conditions = field === 'groupby_b' ? 'adhoc_filters_b' : 'adhoc_filters';
  return {
    ...form,
    [field]: isSingle ? column : [column],
    [conditions]: [...listed(form[conditions]).filter(isAdhoc), ...filters.map(adhocFilter)],
  };
}

function listsColumns(value: unknown): boolean {
  return value === undefined || Array.isArray(value);
}

function isAdhoc(value: unknown): value is AdhocFilter {
  return typeof value === 'object' && value !== null && 'expressionType' in value;
}

function adhocFilter({ col, op, val, grain }: DrillFilter): AdhocFilter {
  const isNull = val === null;
  return {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: col,
    operator: isNull ? 'IS NULL' : op,
    operatorId: isNull ? 'IS_NULL' : 'EQUALS',
    comparator: val,
    filterOptionName: `drill_${columnLabel(col)}_${String(val)}`,
    ...(grain === undefined ? {} : { grain }),
  };
}

/** Columns of a chart that stand for something already: by them it cannot be taken further apart. */
export function usedColumns(form: ChartFormData, field: string): string[] {
  return [...columnsOf(form[field]), ...columnsOf(form.x_axis), ...otherAxis(form, field)].map(columnLabel);
}

/** What stands on the other axis of a pivot table. */
function otherAxis(form: ChartFormData, field: string) {
  if (field === 'groupbyRows') return columnsOf(form.groupbyColumns);
  return field === 'groupbyColumns' ? columnsOf(form.groupbyRows) : [];
}

/** What asks for the rows behind a chart: its conditions and those of the dashboard, and the ones that were pointed at. */
export function detailQuestion(
  form: ChartFormData,
  filters: readonly DrillFilter[],
): Pick<QueryObject, 'filters' | 'granularity' | 'time_range' | 'extras'> {
  const { filters: own, granularity, time_range, extras } = baseQuery(form);
  // There are no groups among rows, of which HAVING would speak.
  const { having: _ofGroups, ...kept } = extras ?? {};
  return {
    filters: [...(own ?? []), ...filters.map(({ text: _read, ...filter }) => filter)],
    ...(granularity ? { granularity } : {}),
    ...(time_range ? { time_range } : {}),
    extras: kept,
  };
}

/** What says whose question form data are of. */
const OF_A_BOARD = new Set(['slice_id', 'chart_id', 'dashboardId']);

/**
 * Form data as a chart of its own: the filters of the dashboard are seen among its own where it is edited, marked as not
 * the chart's.
 */
export function editableForm(form: ChartFormData): ChartFormData {
  const whole = Object.entries(withDashboardFilters(form)).filter(([name]) => !OF_A_BOARD.has(name));
  return { ...Object.fromEntries(whole), datasource: form.datasource, viz_type: form.viz_type };
}
