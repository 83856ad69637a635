import { SankeyChart } from 'echarts/charts';

/** Bands between nodes. */
export const SANKEY_PARTS = [SankeyChart];
