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
  const groups = partGroupsOf(drawing.option);
  const [{ init, use, SVGRenderer }, parts] = await Promise.all([
    import('../echarts-parts/svg.ts'),
    Promise.all(groups.map(loadEChartsParts)),
  ]);
  use([...parts.flat(), SVGRenderer]);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    const { toolbox, dataZoom, ...option } = drawing.option;
    // What shows nothing is named only where the part that would show it is there: else the library complains.
    const zoom = groups.includes('zoom') ? { toolbox, dataZoom } : {};
    chart.setOption({ ...option, ...zoom, animation: false, series: laidOut(option) });
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
