import { columnsOf, textOf } from '@chartroom/charts';
import { columnLabel } from '@chartroom/model';
import world from 'world-countries';
import {
  type LegacyChart,
  labelsIn,
  legacyQuery,
  nameIn,
  sortedByMetric,
  unanswerable,
} from './legacy-chart.ts';

type Field = 'name' | 'cioc' | 'cca2' | 'cca3';
type Country = (typeof world.default)[number];
/** The package says that it has a default export; where it is loaded it is the list itself. */
const countries: readonly Country[] = Array.isArray(world) ? world : world.default;

const FIELDS: Readonly<Record<Field, (country: Country) => string[]>> = {
  name: ({ name, altSpellings }) => [name.common, name.official, ...altSpellings],
  cioc: ({ cioc }) => [cioc],
  cca2: ({ cca2 }) => [cca2],
  cca3: ({ cca3 }) => [cca3],
};

const known = new Map<Field, Map<string, Country>>();

/** Countries by one of their names or codes, in small letters; the first that bears one has it. */
function countriesBy(field: Field): Map<string, Country> {
  const index = known.get(field) ?? new Map<string, Country>();
  if (index.size === 0) {
    for (const country of countries)
      for (const text of FIELDS[field](country))
        if (text !== '' && !index.has(text.toLowerCase())) index.set(text.toLowerCase(), country);
    known.set(field, index);
  }
  return index;
}

function isField(text: string): text is Field {
  return Object.hasOwn(FIELDS, text);
}

/** Values of countries, found by name or code; what is none has the code XXX. */
export const worldMap: LegacyChart = {
  queries: (form) => {
    if (columnsOf(form.entity).length === 0)
      throw unanswerable('Pick a column that names the countries or regions.');
    return [legacyQuery(form, { columns: columnsOf(form.entity), ...sortedByMetric(form) })];
  },
  data: ([answer], form) => {
    const [entity = ''] = columnsOf(form.entity).map(columnLabel);
    const [metric = ''] = labelsIn(form, ['metric']);
    const [second] = labelsIn(form, ['secondary_metric']);
    const field = textOf(form.country_fieldtype) ?? 'cca2';
    if (!isField(field))
      throw unanswerable(`"${field}" is no way to name countries: use ${Object.keys(FIELDS).join(', ')}.`);
    const index = countriesBy(field);
    return (answer?.rows ?? []).map((row) => {
      const values = { m1: row[metric] ?? null, ...(second !== undefined && { m2: row[second] ?? null }) };
      const country = index.get(nameIn(row[entity]).trim().toLowerCase());
      if (!country) return { country: 'XXX', ...values };
      const [latitude, longitude] = country.latlng;
      return {
        country: country.cca3,
        ...values,
        code: row[entity] ?? null,
        name: country.name.common,
        latitude,
        longitude,
      };
    });
  },
};
