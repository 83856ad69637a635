import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { weightedRows } from '../../deck/cell-map.ts';
import { layerNotes } from '../../deck/notes.ts';
import { layerView } from '../../deck/view.ts';
import { pickedColor } from '../../format/picked-color.ts';
import { sequentialScheme } from '../../format/sequential.ts';
import { numberOf, textOf } from '../../question/read-form.ts';

const RADIUS = 30;
const WIDEST = 500;

/** How dense what is counted lies; no single mark of it can be pointed at. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results } = input;
  const { items } = weightedRows(input);
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
        kind: 'heat',
        radius: Math.max(1, Math.min(WIDEST, numberOf(form.radius_pixels) || RADIUS)),
        intensity: Math.max(0, numberOf(form.intensity) ?? 1),
        isMean: form.aggregation === 'mean',
        colors: colorsOf(form),
        marks: items.map(({ at, weight }) => ({ at, weight, name: at.join(', ') })),
      },
    ],
    notes: layerNotes(form, (results[0]?.data.length ?? 0) - items.length),
    tooltip: () => '',
  };
}

/** From the last colour of the scheme to the first, as it was recorded. */
function colorsOf(form: DrawInput['form']): readonly string[] {
  return form.color_scheme_type === 'fixed_color'
    ? [pickedColor(form.color_picker, [0, 122, 135])(1)]
    : sequentialScheme(textOf(form.linear_color_scheme)).colors.toReversed();
}
