import { type ChartType, type Control, controlsOf, defaultsOf, membersOf, panelOf } from '@chartroom/charts';
import { type ChartFormData, type DatasourceData, isAdhocColumn, isAdhocMetric } from '@chartroom/model';

/** Kinds of controls that hold columns, metrics or filters of the dataset. */
const OF_DATASET = new Set([
  'DndColumnSelect',
  'DndMetricSelect',
  'DndFilterSelect',
  'MatrixDimensionControl',
]);

/** A form for another dataset, and whether anything of the old one is left that names its columns or metrics. */
export interface Swapped {
  form: ChartFormData;
  isKept: boolean;
}

/** The same chart of another dataset: columns and metrics that it has too stay, what it has not goes. */
export function formFor(form: ChartFormData, type: ChartType, datasource: DatasourceData): Swapped {
  const next: ChartFormData = { ...form, datasource: datasource.uid };
  let isKept = false;
  for (const control of referringControls(type)) {
    const before = form[control.name];
    const values = (Array.isArray(before) ? before : [before]).filter((each) => isSaid(each));
    const known = values.filter((each) => isKnown(each, datasource));
    isKept ||= known.length > 0;
    if (values.length > 0) next[control.name] = Array.isArray(before) ? known : (known[0] ?? null);
  }
  return { form: next, isKept };
}

/** A form that begins anew with a chart type and a dataset. */
export function clearedForm(form: ChartFormData, type: ChartType): ChartFormData {
  const { datasource, viz_type, slice_id } = form;
  return { ...defaultsOf(type.controls), datasource, viz_type, ...(slice_id !== undefined && { slice_id }) };
}

function referringControls(type: ChartType): Control[] {
  return controlsOf(panelOf(type)).filter((control) => OF_DATASET.has(control.type));
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** Whether a dataset has what a value names; what is written in SQL may be right for any. */
function isKnown(value: unknown, { columns, metrics }: DatasourceData): boolean {
  const hasColumn = (name: unknown) => columns.some((each) => each.column_name === name);
  if (typeof value === 'string')
    return hasColumn(value) || metrics.some((each) => each.metric_name === value);
  const { subject, clause, column, expressionType, dimension } = membersOf(value);
  if (dimension !== undefined) return hasColumn(dimension);
  if (expressionType === 'SQL') return true;
  if (subject !== undefined || clause !== undefined) return hasColumn(subject);
  return isAdhocMetric(value) ? hasColumn(membersOf(column).column_name) : isAdhocColumn(value);
}
