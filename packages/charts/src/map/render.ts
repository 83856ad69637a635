import { type GeoPath, type GeoProjection, geoPath } from 'd3-geo';
import type { DrawTheme, MapDrawing } from '../chart-type.ts';
import { listedNames } from '../draw/row-names.ts';
import { type Atlas, loadAtlas, type Region } from './atlas.ts';
import { chartPictures } from './chart-marks.ts';
import { densities } from './density.ts';
import type { MapLayer } from './layers.ts';
import { legendMarkup, RANGE_ROOM } from './legend.ts';
import { attributes, element, textElement } from './markup.ts';
import { projectionOf, type Size } from './projection.ts';
import { pixelsPerMetre } from './scale.ts';

export { loadAtlas } from './atlas.ts';
export { chartPicture } from './chart-marks.ts';
export { flatShape } from './flat-land.ts';

/** What a map is drawn with. */
interface Pen {
  drawing: MapDrawing;
  atlas: Atlas | undefined;
  marked: ReadonlySet<Region>;
  /** The pictures of small charts, by their layer and their place in it. */
  charts: ReadonlyMap<string, string>;
  projection: GeoProjection;
  path: GeoPath;
  size: Size;
  theme: DrawTheme;
}

const NOTE_SIZE = 11;
const LINE = 16;
/** Pixels for a label of a mark. */
const LABEL_ROOM = 120;
/** How far below its middle a text stands, as a part of its size. */
const BASELINE = 0.36;
/** How fast what is thin becomes opaque. */
const FADING = 4;
/** A picture that is larger has room for what its colours stand for, and for notes. */
const ROOMY: Size = { width: 260, height: 180 };

/**
 * A map as an SVG document. Marks tell in `data-mark` which they are (`layer:index`, several joined by `+`), regions in `data-region` how they are called;
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
  const charts =
    part === 'whole' ? await chartPictures(drawing.layers, zoomOf(drawing)) : new Map<string, string>();
  const path = geoPath(projection).digits(1);
  const pen: Pen = { size, drawing, atlas, marked, charts, projection, path, theme };
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
  const drawn = <T>(marks: readonly T[], markup: (mark: T, id: string) => string) =>
    marks.map((mark, place) => markup(mark, `${index}:${place}`)).join('');
  if (layer.kind === 'regions') return drawn(layer.marks, regionMarkup(pen));
  if (layer.kind === 'circles')
    return drawn(layer.marks, circleMarkup(pen, layer)) + labelsMarkup(pen, layer);
  if (layer.kind === 'screen-cells') return screenCellsMarkup(pen, layer, index);
  if (layer.kind === 'heat') return heatMarkup(pen, layer);
  if (layer.kind === 'charts') return drawn(layer.marks, chartMarkup(pen, layer));
  if (layer.kind === 'polygons') return drawn(layer.marks, polygonMarkup(pen, layer));
  return layer.kind === 'paths'
    ? drawn(layer.marks, pathMarkup(pen, layer))
    : drawn(layer.marks, arcMarkup(pen, layer));
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
  const zoom = zoomOf(drawing);
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

function chartMarkup(
  { drawing, projection, charts }: Pen,
  layer: LayerOf<'charts'>,
): MarkMarkup<LayerOf<'charts'>> {
  const { width, height } = layer.sizeAt(zoomOf(drawing));
  return ({ at, opacity }, id) => {
    const place = projection([...at]);
    const picture = charts.get(id);
    if (picture === undefined || !place?.every(Number.isFinite)) return '';
    const corner = `translate(${round(place[0] - width / 2)} ${round(place[1] - height / 2)})`;
    return `<g${attributes({ transform: corner, opacity, 'data-mark': id })}>${picture}</g>`;
  };
}

/** Above all circles; these are what is pointed at. */
function labelsMarkup({ projection }: Pen, { marks }: LayerOf<'circles'>): string {
  const labels = marks.flatMap(({ at, label }) => {
    const place = projection([...at]);
    if (!label || !place?.every(Number.isFinite)) return [];
    const { text, size, color, below = 0 } = label;
    const y = round(place[1] + below + size * BASELINE);
    return textElement(text, { x: round(place[0]), y, anchor: 'middle', size, color, room: LABEL_ROOM });
  });
  return labels.length === 0 ? '' : `<g${attributes({ 'pointer-events': 'none' })}>${labels.join('')}</g>`;
}

function screenCellsMarkup(
  { projection }: Pen,
  { marks, side, colors }: LayerOf<'screen-cells'>,
  index: number,
): string {
  const cells = new Map<string, { column: number; row: number; weight: number; marks: number[] }>();
  marks.forEach(({ at, weight }, place) => {
    const pixels = projection([...at]);
    if (!pixels?.every(Number.isFinite)) return;
    const [column, row] = [Math.floor(pixels[0] / side), Math.floor(pixels[1] / side)];
    const cell = cells.get(`${column}/${row}`) ?? { column, row, weight: 0, marks: [] };
    cell.weight += weight;
    cell.marks.push(place);
    cells.set(`${column}/${row}`, cell);
  });
  const weights = [...cells.values()].map(({ weight }) => weight);
  const least = weights.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const step = (weights.reduce((a, b) => Math.max(a, b), least) - least || 1) / colors.length;
  return [...cells.values()]
    .map(({ column, row, weight, marks: within }) =>
      element('rect', {
        x: column * side + 1,
        y: row * side + 1,
        width: Math.max(1, side - 2),
        height: Math.max(1, side - 2),
        fill: colors[Math.min(colors.length - 1, Math.floor((weight - least) / step))],
        'data-mark': `${index}:${within.join('+')}`,
      }),
    )
    .join('');
}

function heatMarkup(
  { projection, size }: Pen,
  { marks, radius, intensity, isMean, colors }: LayerOf<'heat'>,
): string {
  const weights = marks.flatMap(({ at, weight }) => {
    const pixels = projection([...at]);
    return pixels?.every(Number.isFinite) ? [{ x: pixels[0], y: pixels[1], weight }] : [];
  });
  return densities(weights, { ...size, radius, isMean })
    .map(({ x, y, side, density }) => {
      const strength = Math.min(1, density * intensity);
      return element('rect', {
        x,
        y,
        // The next block covers the seam.
        width: side + 0.3,
        height: side + 0.3,
        fill: colors[Math.min(colors.length - 1, Math.floor(strength * colors.length))],
        // Where it is thin the map is seen through it.
        'fill-opacity': Math.min(1, Math.round(strength * FADING * 100) / 100),
      });
    })
    .join('');
}

/** Which side of an outline is its inside does not depend on how it turns. */
function polygonMarkup(
  { drawing, projection }: Pen,
  { width, unit, isRaised }: LayerOf<'polygons'>,
): MarkMarkup<LayerOf<'polygons'>> {
  const zoom = zoomOf(drawing);
  return ({ rings, fill, stroke: line, opacity }, id) => {
    // What stands out of the map has sides instead of lines, as deck.gl draws it.
    const stroke = isRaised ? undefined : line;
    const metre = unit === 'metres' ? pixelsPerMetre(zoom, rings[0]?.[0]?.[1] ?? 0) : 1;
    const outlines = rings.map((ring) =>
      ring
        .flatMap((place) => {
          const pixels = projection([...place]);
          return pixels?.every(Number.isFinite) ? [pixels.map(round).join(',')] : [];
        })
        .join('L'),
    );
    return element('path', {
      d: outlines
        .filter((outline) => outline !== '')
        .map((outline) => `M${outline}Z`)
        .join(''),
      fill,
      'fill-rule': 'evenodd',
      stroke,
      'stroke-width': stroke === undefined ? undefined : round(Math.max(1, width * metre)),
      'vector-effect': 'non-scaling-stroke',
      opacity,
      'data-mark': id,
    });
  };
}

function pathMarkup({ drawing, path }: Pen, { width, unit }: LayerOf<'paths'>): MarkMarkup<LayerOf<'paths'>> {
  const zoom = zoomOf(drawing);
  return ({ points, color, opacity }, id) => {
    const metre = unit === 'metres' ? pixelsPerMetre(zoom, points[0]?.[1] ?? 0) : 1;
    return lineMarkup(path({ type: 'LineString', coordinates: points.map((point) => [...point]) }) ?? '', {
      stroke: color,
      'stroke-width': round(Math.max(1, width * metre)),
      opacity,
      'data-mark': id,
    });
  };
}

/** Two halves, for it may end in another colour than it begins. */
function arcMarkup({ projection }: Pen, { width }: LayerOf<'arcs'>): MarkMarkup<LayerOf<'arcs'>> {
  return ({ from, to, color, endColor, opacity }, id) => {
    const [start, end] = [projection([...from]), projection([...to])];
    if (!start?.every(Number.isFinite) || !end?.every(Number.isFinite)) return '';
    const middle: [number, number] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
    return [
      { ends: [start, middle], stroke: color },
      { ends: [middle, end], stroke: endColor },
    ]
      .map(({ ends, stroke }) =>
        lineMarkup(`M${ends.map((place) => place.map(round).join(',')).join('L')}`, {
          stroke,
          'stroke-width': width,
          opacity,
          'data-mark': id,
        }),
      )
      .join('');
  };
}

function zoomOf({ view }: MapDrawing): number {
  return view.kind === 'place' ? view.zoom : 0;
}

function lineMarkup(d: string, paint: Parameters<typeof element>[1]): string {
  return element('path', {
    d,
    fill: 'none',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'vector-effect': 'non-scaling-stroke',
    ...paint,
  });
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
