import type { EChartsOption } from 'echarts';

/** Where something is, in degrees. */
export type Place = readonly [longitude: number, latitude: number];

/** Width of the earth at zoom 0, in pixels. */
export const EARTH_PIXELS = 512;
/** Where a square map of the earth ends, in degrees. */
export const POLE = 85.05;

/** One mark of a map, by its layer and its place in it. */
export interface MapMark {
  layer: number;
  index: number;
  /** All that are drawn as one with it, itself among them; absent where it is drawn alone. */
  together?: readonly number[];
}

/** What every mark has: how it is called, and how strongly it is drawn (1 unless told otherwise). */
interface Mark {
  name: string;
  opacity?: number;
}

/** A region of the map's shapes in a colour of its own. */
interface RegionMark extends Mark {
  /** Its code, or its name, as the shapes have it. */
  region: string;
  fill: string;
}

interface CircleMark extends Mark {
  at: Place;
  radius: number;
  fill: string;
  label?: MarkLabel | undefined;
}

/** A text in the middle of a mark. */
export interface MarkLabel {
  text: string;
  /** Of its letters, in pixels. */
  size: number;
  color: string;
  /** Pixels below the middle. */
  below?: number;
}

interface PathMark extends Mark {
  points: readonly Place[];
  color: string;
}

interface ArcMark extends Mark {
  from: Place;
  to: Place;
  color: string;
  /** At its end. */
  endColor: string;
}

interface PolygonMark extends Mark {
  /** Its outline and the holes in it. */
  rings: readonly (readonly Place[])[];
  fill: string;
  stroke?: string | undefined;
  /** How far it stands out of the map, in metres. */
  height?: number | undefined;
}

/** A small chart. */
export interface ChartMark extends Mark {
  at: Place;
  /** Its picture in so many pixels; undefined for one that shows nothing. */
  picture: (size: { width: number; height: number }) => EChartsOption | undefined;
}

interface WeightMark extends Mark {
  at: Place;
  weight: number;
}

export type MapLayer =
  | { kind: 'regions'; marks: readonly RegionMark[] }
  | {
      kind: 'circles';
      marks: readonly CircleMark[];
      /** What radii are given in; those in metres grow with the map, within the bounds. */
      unit: 'pixels' | 'metres';
      /** The smallest and the largest radius in pixels. */
      bounds?: readonly [least: number, most: number];
      /** The line around each. */
      stroke?: string;
    }
  | {
      kind: 'polygons';
      marks: readonly PolygonMark[];
      /** Of the lines around them. */
      width: number;
      unit: 'pixels' | 'metres';
      /** Whether they stand out of a map that is tilted. */
      isRaised: boolean;
    }
  /** Cells of the picture, from wherever the map is looked at, in the colours from the least weight to the most. */
  | {
      kind: 'screen-cells';
      marks: readonly WeightMark[];
      /** Pixels. */
      side: number;
      colors: readonly string[];
    }
  /** How dense what is counted lies, in the colours from thin to dense. */
  | {
      kind: 'heat';
      marks: readonly WeightMark[];
      /** Pixels around each mark in which it fades out. */
      radius: number;
      /** Times as dense. */
      intensity: number;
      isMean: boolean;
      colors: readonly string[];
    }
  /** Small charts, the middle of each at its place. */
  | {
      kind: 'charts';
      marks: readonly ChartMark[];
      /** Pixels of each, by how closely the map is looked at. */
      sizeAt: (zoom: number) => { width: number; height: number };
      /** What is behind them. */
      fill: string;
      /** How round its corners are: a part of its sides, half of them makes an ellipse. */
      corner: number;
    }
  | { kind: 'paths'; marks: readonly PathMark[]; width: number; unit: 'pixels' | 'metres' }
  /** Seen from above they are straight. */
  | { kind: 'arcs'; marks: readonly ArcMark[]; width: number };

/** A place in the middle of the picture; at zoom 0 the earth is 512 pixels wide, and each step doubles it. */
export interface PlaceView {
  kind: 'place';
  centre: Place;
  zoom: number;
  bearing: number;
  pitch: number;
}

/** How the map is looked at. */
export type MapView =
  /** All countries on one picture of the earth. */
  | { kind: 'world' }
  /** The shapes of the map fill the picture. */
  | { kind: 'regions' }
  | PlaceView;

/** What the colours of a map stand for. */
export type MapLegend =
  /** From one value to another. */
  | { kind: 'range'; colors: readonly string[]; from: string; to: string }
  /** One by one. */
  | {
      kind: 'labels';
      corner: 'tl' | 'tr' | 'bl' | 'br';
      labels: readonly { color: string; text: string }[];
    };
