import { GraphChart } from 'echarts/charts';

/** Networks of nodes. */
export const GRAPH_PARTS = [GraphChart];
