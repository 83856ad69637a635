import { BoxplotChart } from 'echarts/charts';

/** Boxes of quarters with their whiskers. */
export const BOXPLOT_PARTS = [BoxplotChart];
