import { channelsOf, type DrawTheme, type MapDrawing, type MapLayer } from '@chartroom/charts';
import type { Color, LayersList } from '@deck.gl/core';
import { GeoJsonLayer, ScatterplotLayer } from '@deck.gl/layers';
import type { Feature } from 'geojson';

type CirclesLayer = Extract<MapLayer, { kind: 'circles' }>;

/** Begins the names of layers that hold marks; their number follows. */
const MARKS = 'marks-';

/** The layers of a map as the library draws them, the land below them all. */
export function deckLayers({ layers }: MapDrawing, land: readonly Feature[], theme: DrawTheme): LayersList {
  return [
    new GeoJsonLayer({
      id: 'land',
      data: [...land],
      getFillColor: colorOf(theme.colorSplit),
      getLineColor: colorOf(theme.colorBackground),
      lineWidthUnits: 'pixels',
      getLineWidth: 1,
    }),
    ...layers.flatMap((layer, index) => (layer.kind === 'circles' ? [circles(layer, index)] : [])),
  ];
}

/** The number of the layer that a layer of the library draws. */
export function layerNumber(id: string | undefined): number | undefined {
  return id?.startsWith(MARKS) ? Number(id.slice(MARKS.length)) : undefined;
}

function circles({ marks, unit, bounds, stroke }: CirclesLayer, index: number) {
  return new ScatterplotLayer({
    id: `${MARKS}${index}`,
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

function colorOf(color: string, opacity = 1): Color {
  const [red, green, blue, alpha] = channelsOf(color);
  return [red, green, blue, Math.round(alpha * opacity * 255)];
}
