import {
  columnsOf,
  geohashSteps,
  membersOf,
  metricSource,
  metricsOf,
  numberOf,
  placeColumns,
  placeOf,
  textOf,
  uniqueBy,
} from '@chartroom/charts';
import {
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  type DataRow,
  type JsonValue,
} from '@chartroom/model';
import { geohashCell } from '@chartroom/query';
import polyline from '@googlemaps/polyline-codec';
import { DEEPEST, isTooDeep } from '../../base/json-depth.ts';
import {
  type Answered,
  type LegacyChart,
  labelsIn,
  legacyQuery,
  numberIn,
  TIME,
  unanswerable,
} from './legacy-chart.ts';

/** Makes what one row shows; undefined for a row without a place. */
type Feature = (row: DataRow, form: ChartFormData) => Record<string, unknown> | undefined;

interface Layer {
  /** Keys of the form that say where things are. */
  places?: readonly string[];
  /** Whether its shapes come from one column. */
  line?: boolean;
  /** Keys of the metrics that are asked. */
  metrics?: readonly string[];
  /** Whether a time grain makes it a series. */
  timed?: boolean;
  feature: Feature;
}

/** Columns and metrics of a layer: each row looks at all of them. */
const MOST_COLUMNS = 100;

/** A layer of deck.gl: `{features, mapboxApiKey, metricLabels}` (contract/charts.md §3.31). */
function layer({
  places = [],
  line = false,
  metrics = ['size'],
  timed = false,
  feature,
}: Layer): LegacyChart {
  const asked = (form: ChartFormData) => [
    ...places.flatMap((key) => placeColumns(form, key)),
    ...(line ? lineColumn(form) : []),
  ];
  return {
    queries: (form) => {
      const located = asked(form);
      if (located.length === 0) throw unanswerable('Bad spatial key');
      const named = uniqueBy(
        [...located, ...columnsOf(form.dimension), ...columnsOf(form.js_columns)],
        columnLabel,
      );
      const columns = named.toSorted((one, other) => (columnLabel(one) < columnLabel(other) ? -1 : 1));
      const sizes = metrics.flatMap((key) => metricsOf(metricSource(form, key)));
      if (columns.length + sizes.length > MOST_COLUMNS)
        throw unanswerable(`A layer is made of at most ${MOST_COLUMNS} columns and metrics.`);
      const [by] = sizes;
      const nulls = form.filter_nulls === false ? [] : located.map((col) => ({ col, op: 'IS NOT NULL' }));
      const base = legacyQuery(form, { columns, metrics: sizes.length > 0 ? sizes : null });
      return [
        {
          ...base,
          is_timeseries:
            timed &&
            textOf(form.time_grain_sqla) !== undefined &&
            textOf(form.granularity_sqla) !== undefined,
          filters: [...(base.filters ?? []), ...nulls],
          ...(by === undefined ? {} : { orderby: [[by, form.order_desc === false]] }),
          post_processing: places.flatMap((key) => geohashSteps(form, key)),
        },
      ];
    },
    data: ([answer], form) => ({
      features: features(answer, form, feature),
      mapboxApiKey: '',
      metricLabels: labelsOfLayer(form, metrics),
    }),
  };
}

function features(answer: Answered | undefined, form: ChartFormData, feature: Feature): object[] {
  const extra = columnsOf(form.js_columns).map(columnLabel);
  return (answer?.rows ?? []).flatMap((row) => {
    const shown = feature(row, form);
    if (!shown) return [];
    return [
      {
        ...shown,
        ...(extra.length > 0 && {
          extraProps: Object.fromEntries(extra.map((name) => [name, row[name] ?? null])),
        }),
      },
    ];
  });
}

function labelsOfLayer(form: ChartFormData, metrics: readonly string[]): string[] {
  const given = Object.fromEntries(metrics.map((key) => [key, metricSource(form, key)]));
  return labelsIn({ ...form, ...given }, metrics);
}

function lineColumn(form: ChartFormData): ColumnRef[] {
  return columnsOf(form.line_column).concat(columnsOf(form.geojson));
}

function colour(row: DataRow, form: ChartFormData): Record<string, unknown> {
  const [dimension] = columnsOf(form.dimension).map(columnLabel);
  return { cat_color: dimension === undefined ? null : (row[dimension] ?? null) };
}

const scatter: Feature = (row, form) => {
  const position = placeOf(row, form, 'spatial');
  if (!position) return undefined;
  const [metric] = labelsOfLayer(form, ['point_radius_fixed']);
  const value = metric === undefined ? null : (row[metric] ?? null);
  const radius = metric === undefined ? membersOf(form.point_radius_fixed).value : value;
  return { position, metric: value, radius: radius ?? null, ...colour(row, form), [TIME]: row[TIME] ?? null };
};

const weighted: Feature = (row, form) => {
  const position = placeOf(row, form, 'spatial');
  if (!position) return undefined;
  const [metric] = labelsOfLayer(form, ['size']);
  return {
    position,
    weight: (metric === undefined ? null : numberIn(row[metric])) ?? 1,
    ...colour(row, form),
  };
};

const timedWeight: Feature = (row, form) => {
  const shown = weighted(row, form);
  return shown && { ...shown, [TIME]: row[TIME] ?? null };
};

const arc: Feature = (row, form) => {
  const [sourcePosition, targetPosition] = [
    placeOf(row, form, 'start_spatial'),
    placeOf(row, form, 'end_spatial'),
  ];
  return sourcePosition && targetPosition
    ? { sourcePosition, targetPosition, ...colour(row, form), [TIME]: row[TIME] ?? null }
    : undefined;
};

const path: Feature = (row, form) => {
  const points = pointsOf(row, form);
  return points && { path: points, ...colour(row, form), [TIME]: row[TIME] ?? null };
};

const polygon: Feature = (row, form) => {
  const points = pointsOf(row, form);
  if (!points) return undefined;
  const { type, value } = membersOf(form.point_radius_fixed);
  const [metric] = labelsOfLayer(form, ['point_radius_fixed']);
  const measured = metric === undefined ? undefined : numberIn(row[metric]);
  const elevation = type === 'fix' ? numberOf(value) : measured;
  return { ...row, polygon: points, ...(elevation === undefined ? {} : { elevation }) };
};

const geojson: Feature = (row, form) => {
  const value = parsed(row[lineColumn(form).map(columnLabel)[0] ?? '']);
  const members = membersOf(value);
  return Object.keys(members).length > 0 ? members : undefined;
};

/** The points of a shape: JSON, an encoded polyline or a geohash, whose cell it is then. */
function pointsOf(row: DataRow, form: ChartFormData): unknown[] | undefined {
  const cell = row[lineColumn(form).map(columnLabel)[0] ?? ''];
  if (cell === null || cell === undefined) return undefined;
  const type = textOf(form.line_type) ?? 'json';
  const points = pointsIn(cell, type);
  const list = Array.isArray(points) ? points : membersOf(membersOf(points).geometry).coordinates;
  if (!Array.isArray(list)) return undefined;
  return form.reverse_long_lat === true
    ? list.map((point) => (Array.isArray(point) ? [point[1], point[0]] : point))
    : list;
}

function parsed(cell: JsonValue | undefined): unknown {
  if (typeof cell !== 'string') return cell;
  if (isTooDeep(cell))
    throw unanswerable(`"${cell.slice(0, 60)}…" nests lists and objects more than ${DEEPEST} levels deep.`);
  try {
    const value: unknown = JSON.parse(cell);
    return value;
  } catch {
    throw unanswerable(
      `"${cell.slice(0, 60)}" is not JSON. Choose another column, or another way in which it is written.`,
    );
  }
}

/** The four corners of the cell that a geohash names, and the first again. */
function cellOf(hash: string): [number, number][] {
  const cell = geohashCell(hash);
  if (!cell) throw unanswerable(`"${hash.slice(0, 60)}" is not a geohash.`);
  const { west, east, south, north } = cell;
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
}

const SPATIAL = ['spatial'];

/** The layers of deck.gl by viz type. */
export const DECK_LAYERS: Readonly<Record<string, LegacyChart>> = {
  deck_scatter: layer({ places: SPATIAL, metrics: ['point_radius_fixed'], timed: true, feature: scatter }),
  deck_screengrid: layer({ places: SPATIAL, timed: true, feature: timedWeight }),
  deck_grid: layer({ places: SPATIAL, feature: weighted }),
  deck_hex: layer({ places: SPATIAL, feature: weighted }),
  deck_heatmap: layer({ places: SPATIAL, feature: weighted }),
  deck_contour: layer({ places: SPATIAL, feature: weighted }),
  deck_arc: layer({ places: ['start_spatial', 'end_spatial'], metrics: [], timed: true, feature: arc }),
  deck_path: layer({ line: true, metrics: [], timed: true, feature: path }),
  deck_polygon: layer({
    line: true,
    metrics: ['metric', 'point_radius_fixed'],
    timed: true,
    feature: polygon,
  }),
  deck_geojson: layer({ line: true, metrics: [], feature: geojson }),
};

/** The points of a line or an area as it is written. */
function pointsIn(cell: JsonValue | undefined, type: unknown): unknown {
  if (type === 'polyline') return polyline.decode(String(cell));
  return type === 'geohash' ? cellOf(String(cell)) : parsed(cell);
}
