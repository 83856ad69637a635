import { ParallelChart } from 'echarts/charts';
import { ParallelComponent } from 'echarts/components';

/** Lines across upright axes. */
export const PARALLEL_PARTS = [ParallelChart, ParallelComponent];
