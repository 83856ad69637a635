import {
  type DashboardDataset,
  type DataMask,
  type FilterEffect,
  filterEffect,
  type NativeFilter,
} from '@chartroom/model';
import type { TileState } from '../store/chart-answers.ts';
import type { DashboardState } from '../store/dashboard-store.ts';

/** What one filter, or one mark of another chart, does to a chart. */
export interface Indicator extends FilterEffect {
  id: string;
  /** The chart whose mark it is; undefined for a filter of the bar. */
  chart: number | undefined;
  name: string;
  /** What it says, for people. */
  value: string;
}

type Look = Pick<DashboardState, 'applied' | 'scopes' | 'dashboard'>;

/** Everything that has a chart in its scope, in the order of the bar, and what it does to it. */
export function indicatorsOf(id: number, tile: TileState | undefined, look: Look): Indicator[] {
  const { applied, scopes, dashboard } = look;
  if (!tile) return [];
  const dataset = dashboard.datasets.find(({ uid }) => uid === tile.form.datasource);
  const asked = { form: tile.form, rejected: rejectedOf(tile), moments: momentsOf(dataset) };
  const effectOf = (mask: DataMask | undefined) => filterEffect(mask?.extraFormData, asked);
  const reaches = (key: string) => scopes.get(key)?.includes(id) === true;
  const filters = (dashboard.metadata.native_filter_configuration ?? []).filter(
    (filter) => filter.type === 'NATIVE_FILTER' && reaches(filter.id),
  );
  const marks = dashboard.charts.filter(
    (chart) => reaches(String(chart.id)) && applied[chart.id]?.extraFormData?.filters?.length,
  );
  return [
    ...marks.map((chart) => ({
      id: String(chart.id),
      chart: chart.id,
      name: chart.slice_name,
      value: valueText(applied[chart.id]),
      ...effectOf(applied[chart.id]),
    })),
    ...filters.map((filter) => ({
      id: filter.id,
      chart: undefined,
      name: nameOf(filter),
      value: valueText(applied[filter.id]),
      ...effectOf(applied[filter.id]),
    })),
  ];
}

/** Columns by which no question of the chart could be filtered. */
function rejectedOf({ results }: TileState): ReadonlySet<string> {
  const [first, ...others] = results.map(
    ({ rejected_filters }) => new Set((rejected_filters ?? []).map(({ column }) => String(column))),
  );
  return new Set([...(first ?? [])].filter((column) => others.every((each) => each.has(column))));
}

function momentsOf(dataset: DashboardDataset | undefined): ReadonlySet<string> {
  return new Set(
    (dataset?.columns ?? []).flatMap(({ is_dttm, column_name }) => (is_dttm ? column_name : [])),
  );
}

function valueText(mask: DataMask | undefined): string {
  const { label, value } = mask?.filterState ?? {};
  if (typeof label === 'string' && label !== '') return label;
  return (Array.isArray(value) ? value : [value ?? '']).map(String).join(', ');
}

function nameOf({ name, id }: NativeFilter): string {
  return name?.trim() || id;
}
