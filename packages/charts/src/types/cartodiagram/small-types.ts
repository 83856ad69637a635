import type { ChartType } from '../../chart-type.ts';

/** The chart types that can be read as small as they are at a place of a map; they are files of their own, which come along with this one. */
const LOADED: readonly { chart: ChartType }[] = await Promise.all([
  import('../pie/index.ts'),
  import('../funnel/index.ts'),
  import('../gauge/index.ts'),
  import('../radar/index.ts'),
  import('../treemap/index.ts'),
  import('../waterfall/index.ts'),
  import('../timeseries-generic/index.ts'),
  import('../timeseries-line/index.ts'),
  import('../timeseries-smooth/index.ts'),
  import('../timeseries-step/index.ts'),
  import('../timeseries-bar/index.ts'),
  import('../timeseries-scatter/index.ts'),
  import('../timeseries-area/index.ts'),
]);
const TYPES = new Map(LOADED.map(({ chart }) => [chart.key, chart]));

/** A chart type that is drawn at places; undefined for one that is not. */
export function smallType(key: string): ChartType | undefined {
  return TYPES.get(key);
}

/** What these chart types are called. */
export function smallTypeNames(): string[] {
  return [...TYPES.values()].map(({ name }) => name);
}
