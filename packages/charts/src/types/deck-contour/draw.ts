import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { aggregated } from '../../deck/aggregate.ts';
import { weightedRows } from '../../deck/cell-map.ts';
import { squareGrid } from '../../deck/cells.ts';
import { bandsBetween, type Field, fieldOf, linesAt } from '../../deck/contours.ts';
import { layerNotes } from '../../deck/notes.ts';
import { layerView } from '../../deck/view.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { channelsOf } from '../../format/channels.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { MapLayer, Place } from '../../map/layers.ts';
import { listed, membersOf, numberOf } from '../../question/read-form.ts';

const SIDE = 300;

/** A value along which a line is drawn, or two between which an area is filled. */
interface Contour {
  lower: number;
  upper: number | undefined;
  color: string;
  width: number;
  order: number;
}

/** What is drawn where a chart says nothing: two lines and a band. */
const USUAL = [
  { lowerThreshold: 4, color: { r: 255, g: 0, b: 255, a: 1 }, strokeWidth: 1, zIndex: 0 },
  { lowerThreshold: 5, color: { r: 0, g: 255, b: 0, a: 1 }, strokeWidth: 2, zIndex: 1 },
  { lowerThreshold: 6, upperThreshold: 10, color: { r: 0, g: 0, b: 255, a: 1 }, zIndex: 2 },
];

/** Lines and bands where what is counted has the same value. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results } = input;
  const { items, measure } = weightedRows(input);
  const { squares, placeAt } = squareGrid(items, Math.max(1, numberOf(form.cellSize) || SIDE));
  const field = fieldOf(
    squares.map(({ column, row, found }) => ({
      x: column,
      y: row,
      value: aggregated(
        form.aggregation,
        found.map(({ weight }) => weight),
      ),
    })),
  );
  // A value is that of the middle of its cell.
  const middle = ([x, y]: readonly [number, number]): Place => placeAt(x + 0.5, y + 0.5);
  const contours = contoursOf(form.contours);
  const layers = contours.map((contour) => layerOf(contour, field, middle));
  const textOf = ({ lower, upper }: Contour) =>
    upper === undefined ? measure.format(lower) : `${measure.format(lower)} - ${measure.format(upper)}`;
  return {
    kind: 'map',
    shapes: 'world',
    view: layerView(
      form,
      items.map(({ at }) => at),
      input,
    ),
    layers,
    notes: layerNotes(form, (results[0]?.data.length ?? 0) - items.length),
    tooltip: ({ layer }) => {
      const contour = contours[layer];
      return contour === undefined
        ? ''
        : tooltipMarkup('', [
            { name: measure.name || 'Weight', values: [textOf(contour)], color: contour.color },
          ]);
    },
  };
}

function contoursOf(value: unknown): Contour[] {
  const given = value === undefined || value === null ? USUAL : listed(value);
  return given
    .map(membersOf)
    .flatMap(({ lowerThreshold, upperThreshold, color, strokeWidth, zIndex }) => {
      const lower = numberOf(lowerThreshold);
      return lower === undefined
        ? []
        : [
            {
              lower,
              upper: numberOf(upperThreshold),
              color: pickedColor(color, [0, 122, 135])(1),
              width: Math.max(1, numberOf(strokeWidth) ?? 1),
              order: numberOf(zIndex) ?? 0,
            },
          ];
    })
    .toSorted((one, other) => one.order - other.order);
}

function layerOf(
  { lower, upper, color, width }: Contour,
  field: Field,
  middle: (point: readonly [number, number]) => Place,
): MapLayer {
  if (upper === undefined)
    return {
      kind: 'paths',
      width,
      unit: 'pixels',
      marks: linesAt(field, lower).map((ends) => ({ name: String(lower), points: ends.map(middle), color })),
    };
  return {
    kind: 'polygons',
    width: 1,
    unit: 'pixels',
    isRaised: false,
    marks: bandsBetween(field, lower, upper).map((ring) => ({
      name: `${lower} - ${upper}`,
      rings: [ring.map(middle)],
      fill: color,
      // Over the seams between pieces; where colours are seen through, twice the colour would be seen.
      stroke: channelsOf(color)[3] === 1 ? color : undefined,
    })),
  };
}
