import { CustomChart } from 'echarts/charts';

/** Marks that a chart type shapes itself. */
export const CUSTOM_PARTS = [CustomChart];
