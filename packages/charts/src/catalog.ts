import type { ChartType, ChartTypeAbout, ChartTypeFacts } from './chart-type.ts';
import { facts as ag_grid_table } from './types/ag-grid-table/facts.ts';
import { facts as big_number } from './types/big-number/facts.ts';
import { facts as big_number_total } from './types/big-number-total/facts.ts';
import { facts as box_plot } from './types/box-plot/facts.ts';
import { facts as bubble_v2 } from './types/bubble/facts.ts';
import { facts as bubble } from './types/bubble-legacy/facts.ts';
import { facts as bullet } from './types/bullet/facts.ts';
import { facts as cal_heatmap } from './types/calendar/facts.ts';
import { facts as cartodiagram } from './types/cartodiagram/facts.ts';
import { facts as chord } from './types/chord/facts.ts';
import { facts as compare } from './types/compare/facts.ts';
import { facts as country_map } from './types/country-map/facts.ts';
import { facts as deck_arc } from './types/deck-arc/facts.ts';
import { facts as deck_contour } from './types/deck-contour/facts.ts';
import { facts as deck_geojson } from './types/deck-geojson/facts.ts';
import { facts as deck_grid } from './types/deck-grid/facts.ts';
import { facts as deck_heatmap } from './types/deck-heatmap/facts.ts';
import { facts as deck_hex } from './types/deck-hex/facts.ts';
import { facts as deck_multi } from './types/deck-multi/facts.ts';
import { facts as deck_path } from './types/deck-path/facts.ts';
import { facts as deck_polygon } from './types/deck-polygon/facts.ts';
import { facts as deck_scatter } from './types/deck-scatter/facts.ts';
import { facts as deck_screengrid } from './types/deck-screengrid/facts.ts';
import { facts as funnel } from './types/funnel/facts.ts';
import { facts as gantt_chart } from './types/gantt/facts.ts';
import { facts as gauge_chart } from './types/gauge/facts.ts';
import { facts as graph_chart } from './types/graph/facts.ts';
import { facts as handlebars } from './types/handlebars/facts.ts';
import { facts as heatmap_v2 } from './types/heatmap/facts.ts';
import { facts as histogram_v2 } from './types/histogram/facts.ts';
import { facts as horizon } from './types/horizon/facts.ts';
import { facts as mapbox } from './types/mapbox/facts.ts';
import { facts as mixed_timeseries } from './types/mixed-timeseries/facts.ts';
import { facts as paired_ttest } from './types/paired-ttest/facts.ts';
import { facts as para } from './types/parallel/facts.ts';
import { facts as partition } from './types/partition/facts.ts';
import { facts as pie } from './types/pie/facts.ts';
import { facts as pivot_table_v2 } from './types/pivot-table/facts.ts';
import { facts as pop_kpi } from './types/pop-kpi/facts.ts';
import { facts as radar } from './types/radar/facts.ts';
import { facts as rose } from './types/rose/facts.ts';
import { facts as sankey_v2 } from './types/sankey/facts.ts';
import { facts as sunburst_v2 } from './types/sunburst/facts.ts';
import { facts as table } from './types/table/facts.ts';
import { facts as time_pivot } from './types/time-pivot/facts.ts';
import { facts as time_table } from './types/time-table/facts.ts';
import { facts as echarts_area } from './types/timeseries-area/facts.ts';
import { facts as echarts_timeseries_bar } from './types/timeseries-bar/facts.ts';
import { facts as echarts_timeseries } from './types/timeseries-generic/facts.ts';
import { facts as echarts_timeseries_line } from './types/timeseries-line/facts.ts';
import { facts as echarts_timeseries_scatter } from './types/timeseries-scatter/facts.ts';
import { facts as echarts_timeseries_smooth } from './types/timeseries-smooth/facts.ts';
import { facts as echarts_timeseries_step } from './types/timeseries-step/facts.ts';
import { facts as tree_chart } from './types/tree/facts.ts';
import { facts as treemap_v2 } from './types/treemap/facts.ts';
import { facts as waterfall } from './types/waterfall/facts.ts';
import { facts as word_cloud } from './types/word-cloud/facts.ts';
import { facts as world_map } from './types/world-map/facts.ts';

/** A chart type in the catalog: its facts at once, its code when first needed. */
export interface CatalogEntry extends ChartTypeFacts {
  /** Somebody else's: its code comes from elsewhere, and may not come. */
  isPlugin?: true;
  load(): Promise<{ chart: ChartType }>;
}

/** Every chart type of ours, in gallery order: the one list from which all else derives. */
export const CHART_TYPES: readonly CatalogEntry[] = [
  { ...echarts_timeseries, load: () => import('./types/timeseries-generic/index.ts') },
  { ...echarts_timeseries_line, load: () => import('./types/timeseries-line/index.ts') },
  { ...echarts_timeseries_smooth, load: () => import('./types/timeseries-smooth/index.ts') },
  { ...echarts_timeseries_step, load: () => import('./types/timeseries-step/index.ts') },
  { ...echarts_timeseries_bar, load: () => import('./types/timeseries-bar/index.ts') },
  { ...echarts_timeseries_scatter, load: () => import('./types/timeseries-scatter/index.ts') },
  { ...echarts_area, load: () => import('./types/timeseries-area/index.ts') },
  { ...mixed_timeseries, load: () => import('./types/mixed-timeseries/index.ts') },
  { ...compare, load: () => import('./types/compare/index.ts') },
  { ...time_pivot, load: () => import('./types/time-pivot/index.ts') },
  { ...pie, load: () => import('./types/pie/index.ts') },
  { ...funnel, load: () => import('./types/funnel/index.ts') },
  { ...gauge_chart, load: () => import('./types/gauge/index.ts') },
  { ...waterfall, load: () => import('./types/waterfall/index.ts') },
  { ...big_number_total, load: () => import('./types/big-number-total/index.ts') },
  { ...big_number, load: () => import('./types/big-number/index.ts') },
  { ...pop_kpi, load: () => import('./types/pop-kpi/index.ts') },
  { ...bullet, load: () => import('./types/bullet/index.ts') },
  { ...table, load: () => import('./types/table/index.ts') },
  { ...ag_grid_table, load: () => import('./types/ag-grid-table/index.ts') },
  { ...pivot_table_v2, load: () => import('./types/pivot-table/index.ts') },
  { ...time_table, load: () => import('./types/time-table/index.ts') },
  { ...paired_ttest, load: () => import('./types/paired-ttest/index.ts') },
  { ...histogram_v2, load: () => import('./types/histogram/index.ts') },
  { ...box_plot, load: () => import('./types/box-plot/index.ts') },
  { ...bubble_v2, load: () => import('./types/bubble/index.ts') },
  { ...bubble, load: () => import('./types/bubble-legacy/index.ts') },
  { ...horizon, load: () => import('./types/horizon/index.ts') },
  { ...heatmap_v2, load: () => import('./types/heatmap/index.ts') },
  { ...cal_heatmap, load: () => import('./types/calendar/index.ts') },
  { ...treemap_v2, load: () => import('./types/treemap/index.ts') },
  { ...sunburst_v2, load: () => import('./types/sunburst/index.ts') },
  { ...tree_chart, load: () => import('./types/tree/index.ts') },
  { ...partition, load: () => import('./types/partition/index.ts') },
  { ...radar, load: () => import('./types/radar/index.ts') },
  { ...rose, load: () => import('./types/rose/index.ts') },
  { ...para, load: () => import('./types/parallel/index.ts') },
  { ...word_cloud, load: () => import('./types/word-cloud/index.ts') },
  { ...handlebars, load: () => import('./types/handlebars/index.ts') },
  { ...sankey_v2, load: () => import('./types/sankey/index.ts') },
  { ...graph_chart, load: () => import('./types/graph/index.ts') },
  { ...chord, load: () => import('./types/chord/index.ts') },
  { ...gantt_chart, load: () => import('./types/gantt/index.ts') },
  { ...world_map, load: () => import('./types/world-map/index.ts') },
  { ...country_map, load: () => import('./types/country-map/index.ts') },
  { ...mapbox, load: () => import('./types/mapbox/index.ts') },
  { ...cartodiagram, load: () => import('./types/cartodiagram/index.ts') },
  { ...deck_scatter, load: () => import('./types/deck-scatter/index.ts') },
  { ...deck_arc, load: () => import('./types/deck-arc/index.ts') },
  { ...deck_path, load: () => import('./types/deck-path/index.ts') },
  { ...deck_geojson, load: () => import('./types/deck-geojson/index.ts') },
  { ...deck_polygon, load: () => import('./types/deck-polygon/index.ts') },
  { ...deck_hex, load: () => import('./types/deck-hex/index.ts') },
  { ...deck_grid, load: () => import('./types/deck-grid/index.ts') },
  { ...deck_screengrid, load: () => import('./types/deck-screengrid/index.ts') },
  { ...deck_heatmap, load: () => import('./types/deck-heatmap/index.ts') },
  { ...deck_contour, load: () => import('./types/deck-contour/index.ts') },
  { ...deck_multi, load: () => import('./types/deck-multi/index.ts') },
];

/** A chart type as the gallery has it. */
export type DescribedType = CatalogEntry & ChartTypeAbout;

/** Chart types of somebody else that a page was told of at its start. */
const added: CatalogEntry[] = [];

/** Adds chart types of somebody else; what is here already stays what it is. */
export function addChartTypes(types: readonly CatalogEntry[]): void {
  for (const type of types) if (chartType(type.key) === undefined) added.push(type);
}

/** Every chart type there is, those of somebody else last. */
export function chartTypes(): readonly CatalogEntry[] {
  return [...CHART_TYPES, ...added];
}

/** These chart types with what they are good for. */
export function describedTypes(types: readonly CatalogEntry[]): Promise<DescribedType[]> {
  return Promise.all(types.map(async (type) => ({ ...type, ...(await type.about()).about })));
}

/** The catalog's entry for a `viz_type`, or undefined when Chartroom has none of that name. */
export function chartType(key: string): CatalogEntry | undefined {
  return CHART_TYPES.find((type) => type.key === key) ?? added.find((type) => type.key === key);
}

/** The code of a chart type, loaded once; undefined when Chartroom has none of that name. */
export async function loadChartType(key: string): Promise<ChartType | undefined> {
  return (await chartType(key)?.load())?.chart;
}
