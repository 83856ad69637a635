import {
  type ChartType,
  columnsOf,
  type DataPoint,
  type DrillFilter,
  type DrillStep,
} from '@chartroom/charts';
import { columnLabel, type DashboardDataset, type DrillInfo } from '@chartroom/model';
import type { DrilledChart } from './drill.ts';

/** Whether somebody holds a permission on a view. */
type May = (permission: string, view: string) => boolean;

/** Whether somebody may look behind charts at all (contract/ui.md C10). */
function mayDrill(may: May): boolean {
  return (
    (may('can_explore', 'Superset') || may('can_drill', 'Dashboard')) && may('can_get_drill_info', 'Dataset')
  );
}

/** Whether somebody may see the rows behind charts. */
export function mayDrillToDetail(may: May): boolean {
  return mayDrill(may) && may('can_samples', 'Datasource');
}

/** Whether somebody may take charts apart by other columns. */
export function mayDrillBy(may: May): boolean {
  return mayDrill(may) && may('can_write', 'ExploreFormDataRestApi');
}

type Asked = Pick<DrilledChart, 'form' | 'dataset'> & { type: Pick<ChartType, 'question' | 'behaviors'> };

/** Why the rows behind a chart cannot be shown; undefined where they can. */
export function whyNoDetail({ type, form, dataset }: Asked): string | undefined {
  if (dataset?.database?.disable_drill_to_detail)
    return 'Drill to detail is disabled for this database. Change the database settings to enable it.';
  const [query] = type.question(form, {}).queries;
  return (query?.metrics ?? []).length > 0
    ? undefined
    : 'Drill to detail is disabled because this chart does not group data by dimension value.';
}

/** Why they cannot be shown for what lies under the pointer. */
export function whyNoDetailBy(chart: Asked, filters: readonly DrillFilter[]): string | undefined {
  const general = whyNoDetail(chart);
  if (general !== undefined) return general;
  if (!chart.type.behaviors.includes('DRILL_TO_DETAIL'))
    return 'Drill to detail by value is not yet supported for this chart type.';
  return filters.length > 0
    ? undefined
    : 'Right-click on a dimension value to drill to detail by that value.';
}

/** Why what lies under the pointer cannot be taken apart by another column. */
export function whyNoDrillBy(
  { behaviors }: Pick<ChartType, 'behaviors'>,
  point: DataPoint | undefined,
): string | undefined {
  if (!behaviors.includes('DRILL_BY')) return 'Drill by is not yet supported for this chart type';
  return point?.drillBy ? undefined : 'Drill by is not available for this data point';
}

/** Why what lies under the pointer cannot filter the other charts. */
export function whyNoCrossFilter(
  { behaviors }: Pick<ChartType, 'behaviors'>,
  point: DataPoint | undefined,
  isCrossing: boolean,
): string | undefined {
  if (!isCrossing) return 'Cross-filtering is not enabled for this dashboard.';
  if (!behaviors.includes('INTERACTIVE_CHART'))
    return 'This visualization type does not support cross-filtering.';
  return point?.crossFilter ? undefined : 'You can’t apply cross-filter on this data point.';
}

/** A column that a chart can be taken apart by. */
export interface DrillColumn {
  name: string;
  label: string;
}

/** Columns of a dataset that stand for nothing in a chart yet, by what people call them. */
export function freeColumns({ columns }: DrillInfo, used: readonly string[]): DrillColumn[] {
  return columns
    .filter(({ column_name }) => !used.includes(column_name))
    .map(({ column_name, verbose_name }) => ({ name: column_name, label: verbose_name || column_name }));
}

/** What a condition says, with the name of its column as people call it. */
export function filterText(
  filter: DrillFilter,
  dataset: Pick<DashboardDataset, 'verbose_map'> | undefined,
): string {
  const name = columnLabel(filter.col);
  return `${dataset?.verbose_map[name] ?? name}: ${filter.text}`;
}

/** What the crumbs say (contract/ui.md C10): columns, with the values pointed at in brackets. */
export function crumbLabels(
  { form, dataset }: Pick<DrilledChart, 'form' | 'dataset'>,
  first: DrillStep,
  steps: readonly DrillStep[],
): string[] {
  const nameOf = (column: string) => dataset?.verbose_map[column] ?? column;
  const grouped = columnsOf(form[first.field]).map(columnLabel);
  const pointed = first.filters.map(({ col }) => columnLabel(col));
  const begin = (grouped.length > 0 ? grouped : pointed).map(nameOf).join(', ') || 'All';
  return [begin, ...steps.map(({ column }) => nameOf(column))].map((name, at) => {
    const values = (steps[at]?.filters ?? []).map(({ text }) => text).join(', ');
    return values === '' ? name : `${name} (${values})`;
  });
}
