import rows from './shapes/countries.table.json' with { type: 'json' };

/** A country of the world. */
export interface Country {
  /** ISO 3166-1 alpha-3. */
  code: string;
  name: string;
  /** Where its largest part has its middle. */
  middle: readonly [longitude: number, latitude: number];
}

/** By what of a country a column names it. */
export const COUNTRY_FIELDS = ['name', 'cioc', 'cca2', 'cca3'] as const;
export type CountryField = (typeof COUNTRY_FIELDS)[number];

const indexes = new Map<CountryField, Map<string, Country>>();

/** The country that a value names by its code or name, in whatever letters; undefined when it names none. */
export function countryNamed(value: unknown, field: CountryField): Country | undefined {
  const index = indexes.get(field) ?? indexOf(field);
  indexes.set(field, index);
  return index.get(String(value).trim().toLowerCase());
}

function indexOf(field: CountryField): Map<string, Country> {
  const index = new Map<string, Country>();
  for (const [code, cca2, cioc, longitude, latitude, name, others] of rows) {
    const country: Country = { code, name, middle: [longitude, latitude] };
    const texts = { name: [name, ...others], cioc: [cioc], cca2: [cca2], cca3: [code] }[field];
    // Where two countries bear a name, it is the first one's.
    for (const text of texts.map((each) => each.toLowerCase()))
      if (text !== '' && !index.has(text)) index.set(text, country);
  }
  return index;
}
