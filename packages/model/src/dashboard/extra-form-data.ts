import type { ExtraFormData } from '../form-data.ts';
import type { DataMasks } from './filters.ts';

/** Keys whose lists are put one after another; all others: the last one wins (contract/ui.md C8). */
const APPENDED = new Set([
  'adhoc_filters',
  'filters',
  'interactive_groupby',
  'interactive_highlight',
  'interactive_drilldown',
  'custom_form_data',
]);

/** The filters that apply to one chart, merged in the order of their ids. */
export function extraFormDataFor(
  chart: number,
  masks: DataMasks,
  scopes: ReadonlyMap<string, number[]>,
): ExtraFormData {
  const merged: ExtraFormData = {};
  for (const [id, mask] of Object.entries(masks)) {
    if (!mask.extraFormData || !scopes.get(id)?.includes(chart)) continue;
    for (const [key, value] of Object.entries(mask.extraFormData)) {
      if (value === undefined) continue;
      const before = merged[key];
      merged[key] =
        APPENDED.has(key) && Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
    }
  }
  return merged;
}
