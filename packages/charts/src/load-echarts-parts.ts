import type { EChartsOption } from 'echarts';

/** Parts of ECharts that are loaded together, by what of a drawing asks for them. */
const GROUPS = {
  base: async () => (await import('./echarts-parts/base.ts')).BASE_PARTS,
  pie: async () => (await import('./echarts-parts/pie.ts')).PIE_PARTS,
  heatmap: async () => (await import('./echarts-parts/heatmap.ts')).HEATMAP_PARTS,
  zoom: async () => (await import('./echarts-parts/zoom.ts')).ZOOM_PARTS,
  funnel: async () => (await import('./echarts-parts/funnel.ts')).FUNNEL_PARTS,
  gauge: async () => (await import('./echarts-parts/gauge.ts')).GAUGE_PARTS,
  treemap: async () => (await import('./echarts-parts/treemap.ts')).TREEMAP_PARTS,
  sunburst: async () => (await import('./echarts-parts/sunburst.ts')).SUNBURST_PARTS,
  radar: async () => (await import('./echarts-parts/radar.ts')).RADAR_PARTS,
  sankey: async () => (await import('./echarts-parts/sankey.ts')).SANKEY_PARTS,
  graph: async () => (await import('./echarts-parts/graph.ts')).GRAPH_PARTS,
  tree: async () => (await import('./echarts-parts/tree.ts')).TREE_PARTS,
  boxplot: async () => (await import('./echarts-parts/boxplot.ts')).BOXPLOT_PARTS,
  custom: async () => (await import('./echarts-parts/custom.ts')).CUSTOM_PARTS,
  chord: async () => (await import('./echarts-parts/chord.ts')).CHORD_PARTS,
  polar: async () => (await import('./echarts-parts/polar.ts')).POLAR_PARTS,
  parallel: async () => (await import('./echarts-parts/parallel.ts')).PARALLEL_PARTS,
  marks: async () => (await import('./echarts-parts/marks.ts')).MARK_PARTS,
};
export type EChartsPartGroup = keyof typeof GROUPS;
/** Groups that series of the same name need. */
const OF_SERIES = [
  'funnel',
  'gauge',
  'treemap',
  'sunburst',
  'radar',
  'sankey',
  'graph',
  'tree',
  'boxplot',
  'custom',
  'chord',
  'parallel',
] as const satisfies readonly EChartsPartGroup[];
const ALL = [
  'base',
  'pie',
  'heatmap',
  'zoom',
  'marks',
  'polar',
  ...OF_SERIES,
] as const satisfies readonly EChartsPartGroup[];

/** The groups of parts that a drawing needs. */
export function partGroupsOf(option: EChartsOption): EChartsPartGroup[] {
  const series = [option.series ?? []].flat();
  const types = new Set(series.map((each) => each.type));
  const toolbox = Array.isArray(option.toolbox) ? option.toolbox[0] : option.toolbox;
  const zooms = Array.isArray(option.dataZoom) ? option.dataZoom.length > 0 : option.dataZoom !== undefined;
  const needed: Partial<Record<EChartsPartGroup, boolean>> = {
    ...Object.fromEntries(OF_SERIES.map((name) => [name, types.has(name)])),
    base: true,
    pie: types.has('pie') || (Array.isArray(option.graphic) && option.graphic.length > 0),
    heatmap: types.has('heatmap') || option.visualMap !== undefined,
    zoom: zooms || toolbox?.show === true,
    polar: option.polar !== undefined,
    marks: series.some((each) => 'markLine' in each || 'markArea' in each),
  };
  return ALL.filter((group) => needed[group]);
}

/** Loads the parts of one group. */
export function loadEChartsParts(group: EChartsPartGroup) {
  return GROUPS[group]();
}
