import { PolarComponent } from 'echarts/components';

/** Axes round a centre. */
export const POLAR_PARTS = [PolarComponent];
