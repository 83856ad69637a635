import { BASE_PARTS } from './echarts-parts/base.ts';
import { HEATMAP_PARTS } from './echarts-parts/heatmap.ts';
import { MARK_PARTS } from './echarts-parts/marks.ts';
import { PIE_PARTS } from './echarts-parts/pie.ts';
import { ZOOM_PARTS } from './echarts-parts/zoom.ts';

/** Every part of ECharts that our drawings use; what draws them (`use`) adds a renderer. */
export const ECHARTS_PARTS = [...BASE_PARTS, ...PIE_PARTS, ...HEATMAP_PARTS, ...ZOOM_PARTS, ...MARK_PARTS];
