import { columnLabel, metricLabel } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { bucketColors } from '../../deck/buckets.ts';
import { type LayerColors, layerColors } from '../../deck/colors.ts';
import { type LayerItem, layerMap } from '../../deck/layer-map.ts';
import { metricSource } from '../../deck/places.ts';
import { type Area, areasIn } from '../../deck/shapes.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { measureOf } from '../../draw/measure.ts';
import { finiteOf } from '../../draw/row-names.ts';
import { pickedColor } from '../../format/picked-color.ts';
import { columnsOf, membersOf, metricsOf, numberOf } from '../../question/read-form.ts';

/** Letters of a name: the points of an outline are a long one. */
const LETTERS = 60;
const BLUE = [0, 122, 135] as const;

interface Polygon extends LayerItem {
  rings: Area;
  amount: number | null;
  height: number;
}

/** Areas on the map, coloured by one metric and raised by another. */
export function draw(input: DrawInput): MapDrawing {
  const { form, selected } = input;
  const columns = columnsOf(form.line_column);
  const [metric] = metricsOf(form.metric).filter((each) => each !== '');
  const measure = measureOf(input, metric);
  const polygons = polygonsOf(input);
  const { colorOf, legend } = colorsOf(
    input,
    polygons.flatMap(({ amount }) => amount ?? []),
  );
  const stroke = pickedColor(form.stroke_color_picker, BLUE)(1);
  return layerMap(input, {
    // An area of several parts is one row.
    items: [...new Map(polygons.map((polygon) => [polygon.row, polygon])).values()],
    itemAt: ({ index }) => polygons[index],
    places: polygons.flatMap(({ rings }) => rings[0] ?? []),
    layers: [
      {
        kind: 'polygons',
        width: numberOf(form.line_width) ?? 1,
        unit: form.line_width_unit === 'meters' ? 'metres' : 'pixels',
        isRaised: Boolean(form.extruded),
        marks: polygons.map(({ row, rings, name, amount, height }) => ({
          rings,
          name,
          height,
          fill: form.filled === false ? 'rgba(0, 0, 0, 0)' : colorOf(row, amount),
          stroke: form.stroked ? stroke : undefined,
          opacity: selectionOpacity(name, selected),
        })),
      },
    ],
    legend,
    columns,
    told: ({ amount, height }) => [
      ...(metric === undefined ? [] : [{ name: measure.name, values: [measure.format(amount)] }]),
      ...(form.extruded && height > 0 ? [{ name: 'Elevation', values: [String(height)] }] : []),
    ],
  });
}

function polygonsOf({ form, results }: DrawInput): Polygon[] {
  const [column = ''] = columnsOf(form.line_column).map(columnLabel);
  const [metric] = metricsOf(form.metric).map(metricLabel);
  const [raising] = metricsOf(metricSource(form, 'point_radius_fixed')).map(metricLabel);
  const fixed = raising === undefined ? numberOf(membersOf(form.point_radius_fixed).value) : undefined;
  const reading = { type: form.line_type, isReversed: form.reverse_long_lat === true };
  const factor = numberOf(form.multiplier) || 1;
  return (results[0]?.data ?? []).flatMap((row) => {
    const height = raising === undefined ? fixed : finiteOf(row[raising]);
    return (areasIn(row[column], reading) ?? []).map((rings) => ({
      row,
      rings,
      name: String(row[column]).slice(0, LETTERS),
      amount: metric === undefined ? null : finiteOf(row[metric]),
      height: (height ?? 0) * factor,
    }));
  });
}

function colorsOf(input: DrawInput, amounts: readonly number[]): LayerColors {
  const { form } = input;
  if (form.color_scheme_type === 'color_breakpoints') return layerColors(input);
  if (form.color_scheme_type === 'linear_palette' && metricsOf(form.metric).length > 0)
    return bucketColors(input, amounts);
  const fill = pickedColor(form.fill_color_picker, BLUE)((numberOf(form.opacity) ?? 80) / 100);
  return { colorOf: () => fill, legend: undefined };
}
