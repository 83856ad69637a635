import { TreeChart } from 'echarts/charts';

/** Trees of nodes and branches. */
export const TREE_PARTS = [TreeChart];
