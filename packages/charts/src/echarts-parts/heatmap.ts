import { HeatmapChart } from 'echarts/charts';
import { VisualMapComponent } from 'echarts/components';

/** Cells coloured by their value, and the scale of the colours. */
export const HEATMAP_PARTS = [HeatmapChart, VisualMapComponent];
