import type { ChartType } from './chart-type.ts';

/** Every chart type, in gallery order: the one list from which all else derives. */
export const CHART_TYPES: readonly ChartType[] = [];

/** The chart type of a `viz_type`, or undefined when Chartroom has none of that name. */
export function chartType(key: string): ChartType | undefined {
  return CHART_TYPES.find((type) => type.key === key);
}
