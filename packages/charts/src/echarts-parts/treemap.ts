import { TreemapChart } from 'echarts/charts';

/** Maps of trees. */
export const TREEMAP_PARTS = [TreemapChart];
