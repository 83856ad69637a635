import { DataZoomComponent, ToolboxComponent } from 'echarts/components';

/** Zooming into an axis, and the buttons at the corner. */
export const ZOOM_PARTS = [DataZoomComponent, ToolboxComponent];
