import { channelsOf, type DrawTheme, type MapDrawing, type MapLayer } from '@chartroom/charts';
import { HeatmapLayer, ScreenGridLayer } from '@deck.gl/aggregation-layers';
import type { Color, LayersList } from '@deck.gl/core';
import {
  ArcLayer,
  GeoJsonLayer,
  PathLayer,
  PolygonLayer,
  ScatterplotLayer,
  TextLayer,
} from '@deck.gl/layers';
import type { Feature } from 'geojson';

type LayerOf<Kind extends MapLayer['kind']> = Extract<MapLayer, { kind: Kind }>;

/** Begins the names of layers that hold marks; their number follows. */
const MARKS = 'marks-';

/** Letters of a label; the whole text is told where somebody points at its mark. */
const LONGEST_LABEL = 20;
const UNSEEN: Color = [0, 0, 0, 1];
/** Nearly the colours themselves, so that they can be found again in the legend. */
const MATERIAL = { ambient: 0.85, diffuse: 0.3, shininess: 32 };

/**
 * The layers of a map as the library draws them, the land below them all.
 *
 * @param zoom how closely it is looked at, in whole steps
 * @param tiles what lies on the land
 */
export function deckLayers(
  { layers }: MapDrawing,
  land: readonly Feature[],
  theme: DrawTheme,
  { zoom, tiles }: { zoom: number; tiles: LayersList },
): LayersList {
  return [
    new GeoJsonLayer({
      id: 'land',
      data: [...land],
      getFillColor: colorOf(theme.colorSplit),
      getLineColor: colorOf(theme.colorBackground),
      lineWidthUnits: 'pixels',
      getLineWidth: 1,
    }),
    ...tiles,
    ...layers.flatMap((layer, index) => [
      marksLayer(layer, `${MARKS}${index}`, zoom),
      layer.kind === 'circles' && labels(layer, `labels-${index}`, theme),
    ]),
  ];
}

/** The number of the layer that a layer of the library draws. */
export function layerNumber(id: string | undefined): number | undefined {
  return id?.startsWith(MARKS) ? Number(id.slice(MARKS.length)) : undefined;
}

function marksLayer(layer: MapLayer, id: string, zoom: number) {
  if (layer.kind === 'circles') return circles(layer, id);
  if (layer.kind === 'paths') return paths(layer, id);
  if (layer.kind === 'heat') return heat(layer, id);
  if (layer.kind === 'screen-cells') return screenCells(layer, id);
  if (layer.kind === 'polygons') return polygons(layer, id);
  if (layer.kind === 'charts') return chartPlaces(layer, id, zoom);
  return layer.kind === 'arcs' ? arcs(layer, id) : undefined;
}

function circles({ marks, unit, bounds, stroke }: LayerOf<'circles'>, id: string) {
  return new ScatterplotLayer({
    id,
    data: [...marks],
    getPosition: ({ at: [longitude, latitude] }) => [longitude, latitude],
    getRadius: ({ radius }) => radius,
    radiusUnits: unit === 'pixels' ? 'pixels' : 'meters',
    radiusMinPixels: bounds?.[0] ?? 0,
    radiusMaxPixels: bounds?.[1] ?? Number.MAX_SAFE_INTEGER,
    getFillColor: ({ fill, opacity }) => colorOf(fill, opacity),
    stroked: stroke !== undefined,
    getLineColor: colorOf(stroke ?? '#000'),
    lineWidthUnits: 'pixels',
    pickable: true,
    updateTriggers: { getFillColor: marks, getRadius: marks },
  });
}

/** Where small charts stand, which are drawn above the map (`MapCharts`): nothing is seen of this, but it is pointed at. */
function chartPlaces({ marks, sizeAt }: LayerOf<'charts'>, id: string, zoom: number) {
  const { width, height } = sizeAt(zoom);
  return new ScatterplotLayer<LayerOf<'charts'>['marks'][number]>({
    id,
    data: [...marks],
    getPosition: ({ at: [longitude, latitude] }) => [longitude, latitude],
    getRadius: Math.min(width, height) / 2,
    radiusUnits: 'pixels',
    getFillColor: UNSEEN,
    pickable: true,
  });
}

/** Texts of circles, which are what is pointed at. */
function labels({ marks }: LayerOf<'circles'>, id: string, { fontFamily }: DrawTheme) {
  const data = marks.flatMap(({ at, label }) =>
    label ? [{ at, ...label, text: cutLabel(label.text) }] : [],
  );
  if (data.length === 0) return undefined;
  return new TextLayer<(typeof data)[number]>({
    id,
    data,
    getPosition: ({ at: [longitude, latitude] }) => [longitude, latitude],
    getText: ({ text }) => text,
    getSize: ({ size }) => size,
    getPixelOffset: ({ below = 0 }) => [0, below],
    getColor: ({ color }) => colorOf(color),
    fontFamily,
    characterSet: 'auto',
    updateTriggers: { getText: marks, getSize: marks, getColor: marks },
  });
}

function cutLabel(text: string): string {
  const letters = [...text];
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join('')}…` : text;
}

function paths({ marks, width, unit }: LayerOf<'paths'>, id: string) {
  return new PathLayer<LayerOf<'paths'>['marks'][number]>({
    id,
    data: [...marks],
    getPath: ({ points }) => points.map((place): [number, number] => [place[0], place[1]]),
    getColor: ({ color, opacity }) => colorOf(color, opacity),
    getWidth: width,
    widthUnits: unit === 'pixels' ? 'pixels' : 'meters',
    widthMinPixels: 1,
    capRounded: true,
    jointRounded: true,
    pickable: true,
    updateTriggers: { getColor: marks },
  });
}

function heat({ marks, radius, intensity, isMean, colors }: LayerOf<'heat'>, id: string) {
  return new HeatmapLayer<LayerOf<'heat'>['marks'][number]>({
    id,
    data: [...marks],
    getPosition: ({ at: [longitude, latitude] }) => [longitude, latitude],
    getWeight: ({ weight }) => weight,
    radiusPixels: radius,
    intensity,
    aggregation: isMean ? 'MEAN' : 'SUM',
    colorRange: colors.map((color) => colorOf(color)),
    updateTriggers: { getWeight: marks },
  });
}

function screenCells({ marks, side, colors }: LayerOf<'screen-cells'>, id: string) {
  return new ScreenGridLayer<LayerOf<'screen-cells'>['marks'][number]>({
    id,
    data: [...marks],
    // Only what is counted here can tell what lies in a cell.
    gpuAggregation: false,
    getPosition: ({ at: [longitude, latitude] }) => [longitude, latitude],
    getWeight: ({ weight }) => weight,
    cellSizePixels: side,
    colorRange: colors.map((color) => colorOf(color)),
    colorScaleType: 'quantize',
    pickable: true,
    updateTriggers: { getWeight: marks },
  });
}

function polygons({ marks, width, unit, isRaised }: LayerOf<'polygons'>, id: string) {
  return new PolygonLayer<LayerOf<'polygons'>['marks'][number]>({
    id,
    data: [...marks],
    getPolygon: ({ rings }) =>
      rings.map((ring) => ring.map((place): [number, number] => [place[0], place[1]])),
    getFillColor: ({ fill, opacity }) => colorOf(fill, opacity),
    stroked: marks.some(({ stroke }) => stroke !== undefined),
    getLineColor: ({ stroke, opacity }) => (stroke === undefined ? [0, 0, 0, 0] : colorOf(stroke, opacity)),
    getLineWidth: width,
    lineWidthUnits: unit === 'pixels' ? 'pixels' : 'meters',
    lineWidthMinPixels: 1,
    extruded: isRaised,
    getElevation: ({ height }) => height ?? 0,
    material: MATERIAL,
    pickable: true,
    updateTriggers: { getFillColor: marks, getLineColor: marks, getElevation: marks },
  });
}

function arcs({ marks, width }: LayerOf<'arcs'>, id: string) {
  return new ArcLayer({
    id,
    data: [...marks],
    getSourcePosition: ({ from: [longitude, latitude] }) => [longitude, latitude],
    getTargetPosition: ({ to: [longitude, latitude] }) => [longitude, latitude],
    getSourceColor: ({ color, opacity }) => colorOf(color, opacity),
    getTargetColor: ({ endColor, opacity }) => colorOf(endColor, opacity),
    getWidth: width,
    pickable: true,
    updateTriggers: { getSourceColor: marks, getTargetColor: marks },
  });
}

function colorOf(color: string, opacity = 1): Color {
  const [red, green, blue, alpha] = channelsOf(color);
  return [red, green, blue, Math.round(alpha * opacity * 255)];
}
