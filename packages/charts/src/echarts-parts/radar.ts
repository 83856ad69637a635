import { RadarChart } from 'echarts/charts';
import { RadarComponent } from 'echarts/components';

/** Radars, and the rings that they are drawn on. */
export const RADAR_PARTS = [RadarChart, RadarComponent];
