import type { ChartExample, ChartType, ChartTypeFacts } from './chart-type.ts';
import { facts as pie } from './types/pie/facts.ts';

/** A chart type in the catalog: its facts at once, its code and its example when first needed. */
export interface CatalogEntry extends ChartTypeFacts {
  load(): Promise<{ chart: ChartType }>;
  example(): Promise<{ example: ChartExample }>;
}

/** Every chart type, in gallery order: the one list from which all else derives. */
export const CHART_TYPES: readonly CatalogEntry[] = [
  { ...pie, load: () => import('./types/pie/index.ts'), example: () => import('./types/pie/example.ts') },
];

/** The catalog's entry for a `viz_type`, or undefined when Chartroom has none of that name. */
export function chartType(key: string): CatalogEntry | undefined {
  return CHART_TYPES.find((type) => type.key === key);
}

/** The code of a chart type, loaded once; undefined when Chartroom has none of that name. */
export async function loadChartType(key: string): Promise<ChartType | undefined> {
  return (await chartType(key)?.load())?.chart;
}
