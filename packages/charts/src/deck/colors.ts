import { columnLabel, type DataRow } from '@chartroom/model';
import type { DrawInput } from '../chart-type.ts';
import { columnTypes, dimensionText } from '../draw/row-names.ts';
import { withAlpha } from '../format/channels.ts';
import { formColors } from '../format/label-colors.ts';
import { numberFormatter } from '../format/number.ts';
import { pickedColor } from '../format/picked-color.ts';
import type { MapLegend } from '../map/layers.ts';
import { columnsOf, listed, membersOf, numberOf, textOf } from '../question/read-form.ts';

/** Colours of a layer's marks, and what is told of them. */
export interface LayerColors {
  colorOf: (row: DataRow, amount: number | null) => string;
  legend: MapLegend | undefined;
}

const FIXED = [0, 122, 135] as const;
const GREY = [158, 158, 158] as const;

/** The colours that a form asks for: one for all, by the category of a row, or by the range that its amount is in. */
export function layerColors(input: DrawInput): LayerColors {
  const { form } = input;
  const categories = columnsOf(form.dimension).map(columnLabel);
  if (form.color_scheme_type === 'color_breakpoints') return breakpointColors(input);
  if (form.color_scheme_type === 'categorical_palette' && categories.length > 0)
    return categoryColors(input, categories);
  const fixed = pickedColor(form.color_picker, FIXED)(1);
  return { colorOf: () => fixed, legend: undefined };
}

/** The name of a row's category; undefined where the form asks for none. */
export function categoryNamer({ form, results }: DrawInput): (row: DataRow) => string | undefined {
  const [name] = columnsOf(form.dimension).map(columnLabel);
  if (name === undefined) return () => undefined;
  const type = columnTypes(results[0] ?? { colnames: [], coltypes: [] }).get(name);
  return (row) => dimensionText(row[name], type);
}

function categoryColors(input: DrawInput, [category = '']: readonly string[]): LayerColors {
  const { form, results } = input;
  const alpha = numberOf(membersOf(form.color_picker).a) ?? 1;
  const labelColor = input.colors ?? formColors(form);
  const nameOf = categoryNamer(input);
  const colorOf = (name: string) => withAlpha(labelColor(name), alpha);
  const names = [...new Set((results[0]?.data ?? []).map((row) => nameOf(row) ?? category))];
  const labels = names.map((text) => ({ text, color: colorOf(text) }));
  return { colorOf: (row) => colorOf(nameOf(row) ?? category), legend: labelsLegend(input, labels) };
}

/** Both ends belong to a range; of two that hold an amount it is the first. */
function breakpointColors(input: DrawInput): LayerColors {
  const { form } = input;
  const format = numberFormatter(textOf(form.legend_format));
  const otherwise = pickedColor(form.deafult_breakpoint_color, GREY)(1);
  const ranges = listed(form.color_breakpoints)
    .map(membersOf)
    .flatMap(({ color, minValue, maxValue }) => {
      const [least, most] = [numberOf(minValue), numberOf(maxValue)];
      return least === undefined || most === undefined
        ? []
        : [{ least, most, color: pickedColor(color, GREY)(1) }];
    });
  return {
    colorOf: (_, amount) =>
      ranges.find(({ least, most }) => amount !== null && amount >= least && amount <= most)?.color ??
      otherwise,
    legend: labelsLegend(
      input,
      ranges.map(({ least, most, color }) => ({ text: `${format(least)} - ${format(most)}`, color })),
    ),
  };
}

const CORNERS = ['tl', 'tr', 'bl', 'br'] as const;

/** In the corner that the form names; null is none. */
export function labelsLegend(
  { form }: DrawInput,
  labels: readonly { text: string; color: string }[],
): MapLegend | undefined {
  const corner = CORNERS.find((each) => each === form.legend_position);
  return corner && { kind: 'labels', corner, labels };
}
