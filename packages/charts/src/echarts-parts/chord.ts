import { ChordChart } from 'echarts/charts';

/** Bands between the arcs of a circle. */
export const CHORD_PARTS = [ChordChart];
