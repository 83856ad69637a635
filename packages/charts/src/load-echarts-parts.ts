/** The parts of ECharts that our drawings use, loaded when the first picture is drawn. */
export async function loadEChartsParts() {
  return (await import('./echarts-parts.ts')).ECHARTS_PARTS;
}
