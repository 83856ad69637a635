import { columnLabel } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { measureOf } from '../../draw/measure.ts';
import { finiteOf, NULL_TEXT } from '../../draw/row-names.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { valueScale } from '../../draw/value-scale.ts';
import { hasShapes } from '../../map/shapes/index.ts';
import { columnsOf, metricsOf, textOf, uniqueBy } from '../../question/read-form.ts';
import { countryLabel } from './countries.ts';

/** The regions of a country, coloured by a metric. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results } = input;
  const country = textOf(form.select_country);
  const isDrawable = country !== undefined && hasShapes(country);
  const column = columnsOf(form.entity).map(columnLabel)[0] ?? '';
  const measure = measureOf(input, metricsOf(form.metric)[0]);
  const rows = (results[0]?.data ?? []).map((row) => ({
    row,
    region: String(row[column] ?? NULL_TEXT),
    amount: finiteOf(row[measure.column]),
  }));
  const values = uniqueBy(rows, ({ region }) => region.trim().toLowerCase());
  const shown = values.filter(({ amount }) => amount !== null);
  const scale = valueScale(
    form.linear_color_scheme,
    shown.flatMap(({ amount }) => amount ?? []),
    measure.format,
  );
  return {
    kind: 'map',
    shapes: isDrawable ? country : undefined,
    view: { kind: 'regions' },
    layers: [
      {
        kind: 'regions',
        marks: shown.map(({ region, amount }) => ({
          region,
          name: region,
          fill: scale?.colorOf(amount ?? 0) ?? '',
        })),
      },
    ],
    legend: scale?.legend,
    notes: [
      ...(isDrawable ? [] : [missing(country)]),
      ...(values.length === rows.length
        ? []
        : [`${rows.length - values.length} more rows of regions that have one already.`]),
    ],
    tooltip: ({ index }, name) => {
      const value = shown[index];
      return value === undefined
        ? ''
        : tooltipMarkup(name ?? value.region, [
            { name: measure.name, values: [measure.format(value.amount)] },
          ]);
    },
  };
}

function missing(country: string | undefined): string {
  return country === undefined
    ? 'Choose the country whose regions are shown.'
    : `There are no shapes of the regions of ${countryLabel(country)}.`;
}
