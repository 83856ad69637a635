import { PieChart } from 'echarts/charts';
import { GraphicComponent } from 'echarts/components';

/** Pies, and the text in the middle of them. */
export const PIE_PARTS = [PieChart, GraphicComponent];
