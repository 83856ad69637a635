import type { ChartFormData, ExtraFormData } from '../form-data.ts';
import { isJsonObject } from '../json.ts';

/** How the time range of a dashboard reaches its charts: as it is recorded, only those with a temporal filter. */

const TEMPORAL_RANGE = 'TEMPORAL_RANGE';

/**
 * Columns by which a chart is bounded in time: those of its temporal filters, the time column of old charts, and what the
 * dashboard adds.
 */
export function timeFilterColumns(form: ChartFormData): string[] {
  // Some types have several lists of filters.
  const own = Object.entries(form).flatMap(([key, value]) =>
    key.startsWith('adhoc_filters') && Array.isArray(value) ? value.filter(isJsonObject) : [],
  );
  const extra = form.extra_form_data ?? {};
  const names = [
    ...own.map(({ operator, subject }) => (operator === TEMPORAL_RANGE ? subject : undefined)),
    ...(extra.filters ?? []).map(({ op, col }) => (op === TEMPORAL_RANGE ? col : undefined)),
    extra.granularity_sqla,
    form.granularity_sqla,
    form.granularity,
  ];
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))];
}

/**
 * What a dashboard adds to a chart whose author wants time filters to reach charts without a temporal filter
 * (`time_filters_on_main_dttm`): these get the time range on the main time column of their dataset.
 */
export function withMainTime(
  form: ChartFormData,
  extra: ExtraFormData,
  mainColumn: string | null | undefined,
): ExtraFormData {
  if (!extra.time_range || !mainColumn) return extra;
  if (timeFilterColumns({ ...form, extra_form_data: extra }).length > 0) return extra;
  const added = { col: mainColumn, op: TEMPORAL_RANGE, val: extra.time_range };
  return { ...extra, filters: [...(extra.filters ?? []), added] };
}
