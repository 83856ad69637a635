export { init, use } from 'echarts/core';
export { SVGRenderer } from 'echarts/renderers';
