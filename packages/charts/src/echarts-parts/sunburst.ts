import { SunburstChart } from 'echarts/charts';

/** Rings of a tree. */
export const SUNBURST_PARTS = [SunburstChart];
