import type { DataMasks } from './filters.ts';

/** What filters a dashboard, by its names. */
export interface NamedFilters {
  /** Filters in force. */
  applied: DataMasks;
  filters: readonly { id: string; name?: string | undefined }[];
  charts: readonly { id: number; slice_name: string }[];
}

/** The filters in force in words, one a line: those of the bar by their names, marks by the charts that they were made on. */
export function filterLines({ applied, filters, charts }: NamedFilters): string[] {
  const marks = Object.keys(applied).filter((id) => !filters.some((filter) => filter.id === id));
  return [...filters.map(({ id }) => id), ...marks].flatMap((id) => {
    const { extraFormData, filterState } = applied[id] ?? {};
    const value = filterState?.label ?? filterState?.value;
    const isInForce = extraFormData !== undefined && Object.keys(extraFormData).length > 0;
    if (!isInForce || value === undefined || value === null) return [];
    const name =
      filters.find((filter) => filter.id === id)?.name ??
      charts.find((chart) => String(chart.id) === id)?.slice_name ??
      id;
    return [`${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`];
  });
}
