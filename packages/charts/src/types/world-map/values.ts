import { columnLabel, type DataRow, type MetricRef } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { type Measure, measureOf } from '../../draw/measure.ts';
import { dimensionText, finiteOf, listedNames } from '../../draw/row-names.ts';
import { COUNTRY_FIELDS, type Country, countryNamed } from '../../map/countries.ts';
import { columnsOf, metricsOf, uniqueBy } from '../../question/read-form.ts';

/** A country and what a row of the answer says of it. */
export interface CountryValue {
  country: Country;
  row: DataRow;
  amount: number | null;
  /** How large its bubble is. */
  second: number | null;
}

export interface WorldData {
  values: readonly CountryValue[];
  first: Measure;
  /** What bubbles are about; undefined without a metric of their own. */
  second: Measure | undefined;
  /** What is left out, in sentences. */
  notes: string[];
}

/** The countries of an answer, each once. */
export function worldData({ form, results, datasource }: DrawInput): WorldData {
  const measure = (metric: MetricRef | undefined) =>
    measureOf({ form: { ...form, number_format: form.y_axis_format }, datasource }, metric);
  const first = measure(metricsOf(form.metric)[0]);
  const [bubbles] = metricsOf(form.secondary_metric).filter((metric) => metric !== '');
  const second = bubbles === undefined ? undefined : measure(bubbles);
  const column = columnsOf(form.entity).map(columnLabel)[0] ?? '';
  const field = COUNTRY_FIELDS.find((each) => each === form.country_fieldtype) ?? 'cca2';
  const rows = (results[0]?.data ?? []).map((row) => ({ row, country: countryNamed(row[column], field) }));
  const found = rows.flatMap(({ row, country }) =>
    country === undefined
      ? []
      : [
          {
            country,
            row,
            amount: finiteOf(row[first.column]),
            second: finiteOf(row[(second ?? first).column]),
          },
        ],
  );
  const values = uniqueBy(found, ({ country }) => country.code);
  const strangers = rows.filter(({ country }) => country === undefined).map(({ row }) => row[column]);
  return {
    values,
    first,
    second,
    notes: [
      ...(strangers.length === 0
        ? []
        : [`No country: ${listedNames(strangers.map((value) => dimensionText(value, undefined)))}.`]),
      ...(values.length === found.length
        ? []
        : [`${found.length - values.length} more rows of countries that have one already.`]),
    ],
  };
}
