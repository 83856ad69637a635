import { columnLabel, type DataRow } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { type LayerItem, layerMap } from '../../deck/layer-map.ts';
import { parsedJson } from '../../deck/shapes.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { MapLayer } from '../../map/layers.ts';
import { columnsOf, membersOf, numberOf, textOf } from '../../question/read-form.ts';
import { type Pieces, piecesOf } from './features.ts';

/** Letters of a name: the text itself is a long one. */
const LETTERS = 60;
const BLUE = [0, 122, 135] as const;
const CLEAR = 'rgba(0, 0, 0, 0)';
/** What features say of their own colours. */
const FILLS = ['fillColor', 'fill', 'fill-color', 'color'];
const STROKES = ['strokeColor', 'stroke', 'stroke-color', 'color'];
/** Points are no smaller and no larger than that, in pixels. */
const POINT_BOUNDS = [3, 100] as const;

interface Piece<Kind extends keyof Pieces> {
  item: LayerItem;
  piece: Pieces[Kind][number];
}

/** Areas, lines and points of GeoJSON. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results, selected } = input;
  const columns = columnsOf(form.geojson);
  const [column = ''] = columns.map(columnLabel);
  const rows = (results[0]?.data ?? []).map((row) => ({ row, pieces: piecesIn(row[column]) }));
  const found = rows.filter(({ pieces }) => Object.values(pieces).some((list) => list.length > 0));
  const items = found.map(({ row, pieces }) => ({
    row,
    pieces,
    name: String(row[column]).slice(0, LETTERS),
  }));
  const all = {
    areas: items.flatMap((item) => item.pieces.areas.map((piece) => ({ item, piece }))),
    lines: items.flatMap((item) => item.pieces.lines.map((piece) => ({ item, piece }))),
    points: items.flatMap((item) => item.pieces.points.map((piece) => ({ item, piece }))),
  };
  return layerMap<LayerItem>(input, {
    items,
    itemAt: ({ layer, index }) => [all.areas, all.lines, all.points][layer]?.[index]?.item,
    places: [
      ...all.areas.flatMap(({ piece }) => piece.rings[0] ?? []),
      ...all.lines.flatMap(({ piece }) => piece.points),
      ...all.points.map(({ piece }) => piece.at),
    ],
    layers: layersOf(form, all, (name) => selectionOpacity(name, selected)),
    columns,
    told: ({ row }) => {
      const [first] = all.areas.filter(({ item }) => item.row === row);
      const piece = first ?? [...all.lines, ...all.points].find(({ item }) => item.row === row);
      return Object.entries(piece?.piece.properties ?? {})
        .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
        .map(([name, value]) => ({ name, values: [String(value)] }));
    },
  });
}

function piecesIn(cell: DataRow[string] | undefined): Pieces {
  return piecesOf(typeof cell === 'string' ? parsedJson(cell) : cell);
}

function layersOf(
  form: DrawInput['form'],
  { areas, lines, points }: { areas: Piece<'areas'>[]; lines: Piece<'lines'>[]; points: Piece<'points'>[] },
  opacityOf: (name: string) => number,
): MapLayer[] {
  const fillOf = (own: Record<string, unknown>) =>
    form.filled === false ? CLEAR : colorOf(form.fill_color_picker, own, FILLS);
  const strokeOf = (own: Record<string, unknown>) => colorOf(form.stroke_color_picker, own, STROKES);
  const width = numberOf(form.line_width) ?? 1;
  const unit = form.line_width_unit === 'meters' ? 'metres' : 'pixels';
  return [
    {
      kind: 'polygons',
      width,
      unit,
      isRaised: Boolean(form.extruded),
      marks: areas.map(({ item: { name }, piece: { rings, properties } }) => ({
        name,
        rings,
        fill: fillOf(properties),
        stroke: form.stroked ? strokeOf(properties) : undefined,
        height: numberOf(properties.elevation) ?? 0,
        opacity: opacityOf(name),
      })),
    },
    {
      kind: 'paths',
      width,
      unit,
      marks: lines.map(({ item: { name }, piece }) => ({
        name,
        points: piece.points,
        color: strokeOf(piece.properties),
        opacity: opacityOf(name),
      })),
    },
    {
      kind: 'circles',
      unit: 'metres',
      bounds: POINT_BOUNDS,
      marks: points.map(({ item: { name }, piece: { at, properties } }) => ({
        name,
        at,
        radius: numberOf(form.point_radius_scale) ?? 1,
        fill: fillOf(properties),
        opacity: opacityOf(name),
      })),
    },
  ];
}

/** The picked colour; one that is not to be seen leaves features their own. */
function colorOf(picked: unknown, own: Record<string, unknown>, names: readonly string[]): string {
  if (numberOf(membersOf(picked).a) !== 0) return pickedColor(picked, BLUE)(1);
  return names.map((name) => textOf(own[name])).find((color) => color !== undefined) ?? CLEAR;
}
