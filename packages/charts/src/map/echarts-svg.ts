import type { EChartsOption, SeriesOption } from 'echarts';
import type { Drawing } from '../chart-type.ts';
import { loadEChartsParts, partGroupsOf } from '../load-echarts-parts.ts';
import type { Size } from './projection.ts';

/** How marks look under a pointer: a still picture has none. */
const HOVER_STYLES = /<style[^>]*>.*?<\/style>/gs;

/** A drawing as ECharts shows it, as an SVG document, without a browser. */
export async function echartsSvg(
  drawing: Drawing,
  { width, height }: Size = { width: 500, height: 300 },
): Promise<string> {
  if (drawing.kind !== 'echarts') throw new Error(`This is drawn without ECharts: ${drawing.kind}`);
  const [{ init, use }, { SVGRenderer }, parts] = await Promise.all([
    import('echarts/core'),
    import('../echarts-parts/svg.ts'),
    Promise.all(partGroupsOf(drawing.option).map(loadEChartsParts)),
  ]);
  use([...parts.flat(), SVGRenderer]);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...drawing.option, animation: false, series: laidOut(drawing.option) });
    return chart.renderToSVGString().replace(HOVER_STYLES, '');
  } finally {
    chart.dispose();
  }
}

/** Networks as they lie in the end: without a page nothing moves them there. */
function laidOut({ series = [] }: EChartsOption): SeriesOption[] {
  return [series]
    .flat()
    .map((each) =>
      each.type === 'graph' ? { ...each, force: { ...each.force, layoutAnimation: false } } : each,
    );
}
