import { FunnelChart } from 'echarts/charts';

/** Funnels. */
export const FUNNEL_PARTS = [FunnelChart];
