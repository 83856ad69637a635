import { columnLabel } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { type Weighted, weightedRows } from '../../deck/cell-map.ts';
import { layerNotes } from '../../deck/notes.ts';
import { placeColumns } from '../../deck/places.ts';
import { cellFilter } from '../../deck/point.ts';
import { layerView } from '../../deck/view.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { categoricalScheme } from '../../format/label-colors.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { MapMark } from '../../map/layers.ts';
import { numberOf, textOf } from '../../question/read-form.ts';

const SIDE = 20;
/** From pale yellow to dark red. */
const RAMP = ['#ffffb2', '#fed976', '#feb24c', '#fd8d3c', '#f03b20', '#bd0026'];

/** Cells of the picture by what lies in them. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results } = input;
  const { items, measure } = weightedRows(input);
  const columns = placeColumns(form, 'spatial');
  const within = ({ index, together }: MapMark): Weighted[] =>
    (together ?? [index]).flatMap((each) => items[each] ?? []);
  return {
    kind: 'map',
    shapes: 'world',
    view: layerView(
      form,
      items.map(({ at }) => at),
      input,
    ),
    layers: [
      {
        kind: 'screen-cells',
        side: Math.max(1, numberOf(form.grid_size) || SIDE),
        colors: colorsOf(form),
        marks: items.map(({ at, weight }) => ({ at, weight, name: at.join(', ') })),
      },
    ],
    notes: layerNotes(form, (results[0]?.data.length ?? 0) - items.length),
    tooltip: (mark) => {
      const found = within(mark);
      if (found.length === 0) return '';
      const total = sum(found.map(({ weight }) => weight));
      return tooltipMarkup('', [
        { name: measure.name || 'Weight', values: [measure.format(total)] },
        { name: 'Rows', values: [String(found.length)] },
      ]);
    },
    pointAt: (mark) => {
      const found = within(mark);
      if (found.length === 0) return undefined;
      const rows = found.map(({ row }) => row);
      const key = found.map(({ at }) => at.join(', ')).join('; ');
      return { crossFilter: cellFilter(rows, columns.map(columnLabel), key), detail: [] };
    },
  };
}

function colorsOf(form: DrawInput['form']): readonly string[] {
  if (form.color_scheme_type === 'fixed_color') return [pickedColor(form.color_picker, [0, 122, 135])(1)];
  if (form.color_scheme_type === 'categorical_palette')
    return categoricalScheme(textOf(form.color_scheme)).colors;
  return RAMP;
}
