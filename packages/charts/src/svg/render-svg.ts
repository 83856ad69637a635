import type { EChartsOption } from 'echarts';
import type { Drawing, DrawTheme } from '../chart-type.ts';
import { tableSvg } from './table-svg.ts';
import { textSvg } from './text-svg.ts';

/** How marks look under a pointer: a still picture has none. */
const HOVER_STYLES = /<style[^>]*>.*?<\/style>/gs;

/** Pixels. */
export interface SvgSize {
  width: number;
  height: number;
}

/**
 * A drawing as one SVG document, without a browser: for thumbnails, mails and PDFs. Tables show the rows that fit.
 *
 * @throws Error when ECharts refuses the option
 */
export async function renderSvg(drawing: Drawing, size: SvgSize, theme: DrawTheme): Promise<string> {
  const [width, height] = [Math.max(1, Math.round(size.width)), Math.max(1, Math.round(size.height))];
  if (drawing.kind === 'echarts')
    return opened(await echartsSvg(drawing.option, { width, height }), { width, height }, theme);
  if (drawing.kind === 'table')
    return opened(tableSvg(drawing.table, { width, height }, theme), { width, height }, theme);
  const trend =
    drawing.trend && (await echartsSvg(drawing.trend.option, { width, height: drawing.trend.height }));
  return opened(textSvg(drawing, { width, height }, theme, trend), { width, height }, theme);
}

/** Puts a picture on the page's background. */
function opened(inner: string, { width, height }: SvgSize, theme: DrawTheme): string {
  const ground = `<rect width="${width}" height="${height}" fill="${theme.colorBackground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}${inner}</svg>`;
}

async function echartsSvg(option: EChartsOption, { width, height }: SvgSize): Promise<string> {
  const [{ init, use }, { SVGRenderer }, { ECHARTS_PARTS }] = await Promise.all([
    import('echarts/core'),
    import('echarts/renderers'),
    import('../echarts-parts.ts'),
  ]);
  use([...ECHARTS_PARTS, SVGRenderer]);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString().replace(HOVER_STYLES, '');
  } finally {
    chart.dispose();
  }
}
