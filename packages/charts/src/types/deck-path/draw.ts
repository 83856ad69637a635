import { columnLabel } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { type LayerItem, layerMap } from '../../deck/layer-map.ts';
import { lineIn } from '../../deck/shapes.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { Place } from '../../map/layers.ts';
import { columnsOf, numberOf } from '../../question/read-form.ts';

/** Letters of a name: the points of a line are a long one. */
const LETTERS = 60;

interface Line extends LayerItem {
  points: readonly Place[];
}

/** Lines on the map. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results, selected } = input;
  const columns = columnsOf(form.line_column);
  const [column = ''] = columns.map(columnLabel);
  const reading = { type: form.line_type, isReversed: form.reverse_long_lat === true };
  const lines = (results[0]?.data ?? []).flatMap((row): Line[] => {
    const points = lineIn(row[column], reading);
    return points ? [{ row, points, name: String(row[column]).slice(0, LETTERS) }] : [];
  });
  const color = pickedColor(form.color_picker, [0, 122, 135])(1);
  return layerMap(input, {
    items: lines,
    places: lines.flatMap(({ points }) => points),
    layers: [
      {
        kind: 'paths',
        width: numberOf(form.line_width) ?? 1,
        unit: form.line_width_unit === 'meters' ? 'metres' : 'pixels',
        marks: lines.map(({ points, name }) => ({
          points,
          name,
          color,
          opacity: selectionOpacity(name, selected),
        })),
      },
    ],
    columns,
    told: ({ points }) => [
      { name: 'Points', values: [String(points.length)] },
      { name: 'From', values: [points[0]?.join(', ') ?? ''] },
      { name: 'To', values: [points.at(-1)?.join(', ') ?? ''] },
    ],
  });
}
