import { type ChartFormData, columnLabel, type DataRow } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { aggregated } from '../../deck/aggregate.ts';
import { layerNotes } from '../../deck/notes.ts';
import { earthlyPlace, placeColumns } from '../../deck/places.ts';
import { layerView } from '../../deck/view.ts';
import { columnTypes, dimensionText, finiteOf } from '../../draw/row-names.ts';
import { type TooltipRow, tooltipMarkup } from '../../draw/tooltip.ts';
import { withAlpha } from '../../format/channels.ts';
import { laterNumbers } from '../../format/number.ts';
import { type Cluster, clustered } from '../../map/clusters.ts';
import type { MapLayer, Place } from '../../map/layers.ts';
import { METRES_PER_MILE, pixelsPerMetre } from '../../map/scale.ts';
import { numberOf, textOf } from '../../question/read-form.ts';
import { HOME, placedForm, pointColumns, USUAL_COLOR } from './form.ts';
import { circleLabel, thinnedLabels } from './labels.ts';

/** Pixels that the largest circle of several points is wide at most, from its middle; a point is a sixth of it. */
const LARGEST = 60;
const SMALLEST = 12;
const POINT_SHARE = 1 / 6;
/** The largest circle, as a part of the shorter side of the picture. */
const SHARE = 1 / 6;
/** A point may be as large as its column says, within these pixels. */
const BOUNDS = [1, 2000] as const;
const CLUSTERING = 60;
/** From nearer every point is drawn by itself. */
const SINGLE_ZOOM = 17;
const FARTHEST_ZOOM = 22;
/** The map shines through circles of several points. */
const CLUSTER_ALPHA = 0.85;

const UNITS: Readonly<Record<string, { metres: number; name: string }>> = {
  Kilometers: { metres: 1000, name: 'km' },
  Miles: { metres: METRES_PER_MILE, name: 'mi' },
};
/** What the names of the form are called elsewhere. */
const WAYS: Readonly<Record<string, string>> = { std: 'deviation', var: 'variance' };

interface Point {
  row: DataRow;
  at: Place;
  /** What its column says; undefined where it says none. */
  radius: number | undefined;
}

type Circle = Extract<MapLayer, { kind: 'circles' }>['marks'][number];

interface DrawnCluster {
  cluster: Cluster<Point>;
  mark: Circle;
  /** Whether its radius is one on the ground. */
  isGround: boolean;
  /** Its radius in the picture. */
  pixels: number;
}

const format = laterNumbers('SMART_NUMBER');

/** Points of a map, those that lie close together as one. */
export function draw(input: DrawInput): MapDrawing {
  return drawnAt(input, undefined);
}

/** @param given how closely it is looked at; as the form says unless told */
function drawnAt(input: DrawInput, given: number | undefined): MapDrawing {
  const { form, results } = input;
  const rows = results[0]?.data ?? [];
  const points = pointsOf(rows, form);
  const view = layerView(
    viewForm(form),
    points.map(({ at }) => at),
    roomInside(input),
  );
  const zoom = given ?? view.zoom;
  const radius = zoom >= SINGLE_ZOOM ? 0 : (numberOf(form.clustering_radius) ?? CLUSTERING);
  const drawn = drawnClusters(input, clustered(points, { zoom, radius }), zoom);
  const layers = [false, true].map((isGround) => drawn.filter((each) => each.isGround === isGround));
  const tell = teller(input);
  return {
    kind: 'map',
    shapes: 'world',
    view,
    layers: layers.map((each, index) => ({
      kind: 'circles',
      unit: index === 0 ? 'pixels' : 'metres',
      bounds: BOUNDS,
      marks: each.map(({ mark }) => mark),
    })),
    notes: layerNotes(form, rows.length - points.length),
    atZoom: (nearer) => drawnAt(input, nearer),
    tooltip: ({ layer, index }) => {
      const found = layers[layer]?.[index];
      return found ? tell(found.cluster) : '';
    },
  };
}

function pointsOf(rows: readonly DataRow[], form: ChartFormData): Point[] {
  const located = placedForm(form);
  const { radius } = pointColumns(form);
  return rows.flatMap((row): Point[] => {
    const at = earthlyPlace(row, located, 'spatial');
    const size = radius === undefined ? null : finiteOf(row[columnLabel(radius)]);
    return at ? [{ row, at, radius: size !== null && size > 0 ? size : undefined }] : [];
  });
}

/** All points are looked at until somebody has said from where. */
function viewForm(form: ChartFormData): ChartFormData {
  const [longitude, latitude, zoom] = [
    numberOf(form.viewport_longitude),
    numberOf(form.viewport_latitude),
    numberOf(form.viewport_zoom),
  ];
  if (longitude === undefined || latitude === undefined || zoom === undefined)
    return { ...form, viewport: HOME, autozoom: true };
  const isHome = longitude === HOME.longitude && latitude === HOME.latitude && zoom === HOME.zoom;
  const viewport = {
    longitude: Number.isFinite(longitude) ? longitude : 0,
    latitude: Math.max(-90, Math.min(90, latitude)),
    zoom: Math.max(0, Math.min(FARTHEST_ZOOM, zoom)),
  };
  return { ...form, viewport, autozoom: isHome };
}

function largestRadius({ width, height }: Pick<DrawInput, 'width' | 'height'>): number {
  return Math.min(LARGEST, Math.min(width, height) * SHARE);
}

/** Circles at the edges are seen whole. */
function roomInside({ width, height }: Pick<DrawInput, 'width' | 'height'>) {
  const edge = largestRadius({ width, height });
  return { width: width - edge, height: height - edge };
}

/** The larger ones below, so that they hide none. */
function drawnClusters(input: DrawInput, clusters: readonly Cluster<Point>[], zoom: number): DrawnCluster[] {
  const { form, theme } = input;
  const room = largestRadius(input);
  const color = colorOf(form);
  const opacity = Math.max(0, Math.min(1, numberOf(form.global_opacity) ?? 1));
  const amounts = new Map(clusters.map((cluster) => [cluster, amountOf(form, cluster)]));
  const most = clusters.reduce(
    (highest, cluster) =>
      cluster.points.length > 1 ? Math.max(highest, amounts.get(cluster) ?? 0) : highest,
    0,
  );
  const drawn = clusters.map((cluster): DrawnCluster => {
    const { at, points } = cluster;
    const [only] = points.length === 1 ? points : [];
    const alpha = only ? 1 : CLUSTER_ALPHA;
    const unit = only?.radius === undefined ? undefined : UNITS[String(form.point_radius_unit)];
    const amount = amounts.get(cluster) ?? 0;
    const radius = only
      ? (only.radius ?? room * POINT_SHARE) * (unit?.metres ?? 1)
      : Math.max(Math.min(SMALLEST, room), most > 0 ? room * Math.sqrt(Math.max(0, amount) / most) : 0);
    const pixels = unit ? radius * pixelsPerMetre(zoom, at[1]) : radius;
    const text = only ? pointText(form, only, unit?.name) : format(amount);
    return {
      cluster,
      isGround: unit !== undefined,
      pixels,
      mark: {
        at,
        name: at.join(', '),
        radius,
        fill: withAlpha(color, alpha),
        opacity,
        label: circleLabel(text, { radius: pixels, color, alpha: alpha * opacity }, theme),
      },
    };
  });
  const sorted = drawn.toSorted((one, other) => other.pixels - one.pixels);
  const marks = thinnedLabels(
    sorted.map(({ mark }) => mark),
    zoom,
  );
  return sorted.map((each, index) => ({ ...each, mark: marks[index] ?? each.mark }));
}

/** The numbers of several points as one; how many they are where there is none. */
function amountOf(form: ChartFormData, { points }: Cluster<Point>): number {
  const { label } = pointColumns(form);
  if (label === undefined) return points.length;
  const numbers = points.flatMap(({ row }) => finiteOf(row[columnLabel(label)]) ?? []);
  const way = textOf(form.pandas_aggfunc) ?? '';
  return numbers.length === 0 ? points.length : aggregated(WAYS[way] ?? way, numbers);
}

/** What stands on a point that is alone. */
function pointText(form: ChartFormData, { row, radius }: Point, unit: string | undefined): string {
  const { label } = pointColumns(form);
  const value = label === undefined ? null : (row[columnLabel(label)] ?? null);
  if (value === null) return radius === undefined || unit === undefined ? '' : `${format(radius)}${unit}`;
  const number = finiteOf(value);
  if (number !== null) return format(number);
  return typeof value === 'number' ? '' : dimensionText(value, undefined);
}

function colorOf(form: ChartFormData): string {
  const color = textOf(form.mapbox_color) ?? '';
  return /^rgba?\((\s*\d{1,3}\s*,){2}\s*\d{1,3}\s*(,\s*[\d.]+\s*)?\)$|^#([\da-f]{3}){1,2}$/i.test(color)
    ? color
    : USUAL_COLOR;
}

/** What is told of a circle: of a point all that was asked, of several how many and what they are together. */
function teller({ form, results, datasource }: DrawInput): (cluster: Cluster<Point>) => string {
  const { groups, label, radius } = pointColumns(form);
  const places = new Set(placeColumns(placedForm(form), 'spatial').map(columnLabel));
  const types = columnTypes(results[0] ?? { colnames: [], coltypes: [] });
  const nameOf = (column: string) => datasource.verbose_map[column] ?? column;
  const told = [...new Set([...groups, label ?? [], radius ?? []].flat().map(columnLabel))];
  return (cluster) => {
    const { at, points } = cluster;
    const [only] = points.length === 1 ? points : [];
    if (!only) {
      const rows: TooltipRow[] =
        label === undefined
          ? []
          : [
              {
                name: `${textOf(form.pandas_aggfunc) ?? 'sum'} of ${nameOf(columnLabel(label))}`,
                values: [format(amountOf(form, cluster))],
              },
            ];
      return tooltipMarkup(`${points.length} points`, rows);
    }
    return tooltipMarkup('', [
      { name: 'Longitude and Latitude', values: [at.join(', ')] },
      ...told
        .filter((column) => !places.has(column))
        .map((column) => ({
          name: nameOf(column),
          values: [dimensionText(only.row[column], types.get(column))],
        })),
    ]);
  };
}
