import { echartsSvg } from './echarts-svg.ts';
import type { ChartMark, MapLayer } from './layers.ts';
import { attributes, element } from './markup.ts';
import type { Size } from './projection.ts';

type ChartsLayer = Extract<MapLayer, { kind: 'charts' }>;

/** A small chart and what is behind it, as an SVG document; undefined for one that shows nothing. */
export async function chartPicture(
  { fill, corner }: Pick<ChartsLayer, 'fill' | 'corner'>,
  { picture }: Pick<ChartMark, 'picture'>,
  size: Size,
): Promise<string | undefined> {
  const option = picture(size);
  if (option === undefined) return undefined;
  const ground = element('rect', { ...size, rx: size.width * corner, ry: size.height * corner, fill });
  const drawn = await echartsSvg({ kind: 'echarts', option }, size);
  const box = { viewBox: `0 0 ${size.width} ${size.height}`, ...size };
  return `<svg${attributes({ xmlns: 'http://www.w3.org/2000/svg', ...box })}>${ground}${drawn}</svg>`;
}

/** The pictures of all small charts of a map by `layer:index`, as large as they are at a zoom. */
export async function chartPictures(
  layers: readonly MapLayer[],
  zoom: number,
): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  for (const [number, layer] of layers.entries()) {
    if (layer.kind !== 'charts') continue;
    const size = layer.sizeAt(zoom);
    for (const [index, mark] of layer.marks.entries()) {
      const picture = await chartPicture(layer, mark, size);
      if (picture !== undefined) pictures.set(`${number}:${index}`, picture);
    }
  }
  return pictures;
}
