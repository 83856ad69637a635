/** What draws on a canvas: of the library's two entries no more than that is loaded. */
export { init, use } from 'echarts/core';
export { CanvasRenderer } from 'echarts/renderers';
