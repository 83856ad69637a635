import { isJsonObject } from '../json.ts';

/** Whether charts of a dataset may ask by its saved metrics alone (`disallow_adhoc_metrics` in its `extra`). */
export function hasSavedMetricsOnly(extra: string | null | undefined): boolean {
  if (!extra) return false;
  try {
    const read: unknown = JSON.parse(extra);
    return isJsonObject(read) && read.disallow_adhoc_metrics === true;
  } catch {
    return false;
  }
}
