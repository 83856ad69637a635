import { type GeoPath, type GeoProjection, geoPath } from 'd3-geo';
import type { DrawTheme, MapDrawing } from '../chart-type.ts';
import { listedNames } from '../draw/row-names.ts';
import { type Atlas, loadAtlas, type Region } from './atlas.ts';
import type { MapLayer } from './layers.ts';
import { legendMarkup, RANGE_ROOM } from './legend.ts';
import { attributes, element, textElement } from './markup.ts';
import { pixelsPerMetre, projectionOf, type Size } from './projection.ts';

export { loadAtlas } from './atlas.ts';

/** What a map is drawn with. */
interface Pen {
  drawing: MapDrawing;
  atlas: Atlas | undefined;
  marked: ReadonlySet<Region>;
  projection: GeoProjection;
  path: GeoPath;
  theme: DrawTheme;
}

const NOTE_SIZE = 11;
const LINE = 16;
/** A picture that is larger has room for what its colours stand for, and for notes. */
const ROOMY: Size = { width: 260, height: 180 };

/**
 * A map as an SVG document. Marks tell in `data-mark` which they are, regions in `data-region` how they are called;
 * what moves when somebody looks closer is the group `data-map-ground`.
 *
 * @param part the frame is what stands still around the map: what its colours stand for, and notes
 */
export async function renderMap(
  drawing: MapDrawing,
  theme: DrawTheme,
  size: Size,
  part: 'whole' | 'frame' = 'whole',
): Promise<string> {
  const atlas = drawing.shapes === undefined ? undefined : await loadAtlas(drawing.shapes);
  const marked = markedRegions(drawing, atlas);
  const projection = projectionOf(drawing.view, atlas, size, (region) => marked.has(region));
  const pen: Pen = { drawing, atlas, marked, projection, path: geoPath(projection).digits(1), theme };
  const isRoomy = size.width >= ROOMY.width && size.height >= ROOMY.height;
  const notes = [...drawing.notes, ...unplaced(pen)];
  return [
    `<svg${attributes({
      xmlns: 'http://www.w3.org/2000/svg',
      width: size.width,
      height: size.height,
      viewBox: `0 0 ${size.width} ${size.height}`,
      'font-family': theme.fontFamily,
    })}>`,
    ...(part === 'whole' ? groundMarkup(pen) : []),
    isRoomy && drawing.legend ? legendMarkup(drawing.legend, theme, size) : '',
    notesMarkup(notes, pen, size, isRoomy && drawing.legend?.kind === 'range' ? RANGE_ROOM : 0),
    '</svg>',
  ].join('');
}

function groundMarkup(pen: Pen): string[] {
  const layers = pen.drawing.layers.map((layer, index) => layerMarkup(pen, layer, index));
  return ['<g data-map-ground="">', landMarkup(pen), ...layers, '</g>'];
}

/** Regions below those that are marks: one by one where the map is about regions, for people point at them. */
function landMarkup({ drawing, atlas, marked, path, theme }: Pen): string {
  if (!atlas) return '';
  const paint = { fill: theme.colorSplit, stroke: theme.colorBackground, 'stroke-width': 0.5 };
  if (!drawing.layers.some(({ kind }) => kind === 'regions')) {
    const whole = atlas.regions.map(({ shape }) => path(shape) ?? '').join('');
    return element('path', { ...paint, d: whole, 'vector-effect': 'non-scaling-stroke' });
  }
  return atlas.regions
    .filter((region) => !marked.has(region))
    .map(({ name, shape }) =>
      element('path', {
        ...paint,
        d: path(shape) ?? '',
        'data-region': name,
        'vector-effect': 'non-scaling-stroke',
      }),
    )
    .join('');
}

function markedRegions({ layers }: MapDrawing, atlas: Atlas | undefined): Set<Region> {
  return new Set(
    layers.flatMap((layer) =>
      layer.kind === 'regions' ? layer.marks.flatMap(({ region }) => atlas?.find(region) ?? []) : [],
    ),
  );
}

function layerMarkup(pen: Pen, layer: MapLayer, index: number): string {
  const id = (place: number) => `${index}:${place}`;
  if (layer.kind === 'regions') {
    const markup = regionMarkup(pen);
    return layer.marks.map((mark, place) => markup(mark, id(place))).join('');
  }
  const markup = circleMarkup(pen, layer);
  return layer.marks.map((mark, place) => markup(mark, id(place))).join('');
}

type LayerOf<Kind extends MapLayer['kind']> = Extract<MapLayer, { kind: Kind }>;
type MarkMarkup<Layer extends MapLayer> = (mark: Layer['marks'][number], id: string) => string;

function regionMarkup({ atlas, path, theme }: Pen): MarkMarkup<LayerOf<'regions'>> {
  return ({ region, fill, opacity }, id) => {
    const found = atlas?.find(region);
    if (!found) return '';
    return element('path', {
      d: path(found.shape) ?? '',
      fill,
      stroke: theme.colorBackground,
      'stroke-width': 0.5,
      'vector-effect': 'non-scaling-stroke',
      opacity,
      'data-mark': id,
      'data-region': found.name,
    });
  };
}

function circleMarkup(
  { drawing, projection }: Pen,
  layer: LayerOf<'circles'>,
): MarkMarkup<LayerOf<'circles'>> {
  const zoom = drawing.view.kind === 'place' ? drawing.view.zoom : 0;
  const [least, most] = layer.bounds ?? [0, Number.POSITIVE_INFINITY];
  return ({ at, radius, fill, opacity }, id) => {
    const place = projection([...at]);
    if (!place?.every(Number.isFinite)) return '';
    const pixels = layer.unit === 'metres' ? radius * pixelsPerMetre(zoom, at[1]) : radius;
    return element('circle', {
      cx: round(place[0]),
      cy: round(place[1]),
      r: round(Math.max(least, Math.min(most, pixels))),
      fill,
      stroke: layer.stroke,
      'vector-effect': 'non-scaling-stroke',
      opacity,
      'data-mark': id,
    });
  };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** What is said of marks whose regions the shapes do not have. */
function unplaced({ drawing, atlas }: Pen): string[] {
  if (!atlas) return [];
  const strangers = drawing.layers.flatMap((layer) =>
    layer.kind === 'regions' ? layer.marks.filter(({ region }) => !atlas.find(region)) : [],
  );
  return strangers.length === 0
    ? []
    : [`Not on this map: ${listedNames(strangers.map(({ name }) => name))}.`];
}

/**
 * Notes stand at the lower edge; where there is no map, in its middle.
 *
 * @param taken pixels of the edge where something else stands
 */
function notesMarkup(
  notes: readonly string[],
  { atlas, theme }: Pen,
  { width, height }: Size,
  taken: number,
): string {
  const most = Math.max(1, Math.floor(height / 4 / LINE));
  const place = atlas
    ? ({ x: width - 8, y: height - 8, anchor: 'end', size: NOTE_SIZE } as const)
    : ({ x: width / 2, y: height / 2, anchor: 'middle', size: NOTE_SIZE + 2 } as const);
  return notes
    .slice(0, most)
    .map((note, index) =>
      textElement(note, {
        ...place,
        y: place.y - index * LINE,
        room: width - 16 - taken,
        color: theme.colorTextSecondary,
      }),
    )
    .join('');
}
