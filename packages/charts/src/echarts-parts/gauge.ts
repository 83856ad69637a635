import { GaugeChart } from 'echarts/charts';

/** Gauges. */
export const GAUGE_PARTS = [GaugeChart];
