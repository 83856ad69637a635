import world from 'world-countries';

export type Country = (typeof world.default)[number];
/** The package says that it has a default export; where it is loaded it is the list itself. */
export const countries: readonly Country[] = Array.isArray(world) ? world : world.default;

/** Countries of charts that are called otherwise than in the list, or of which a chart has several maps. */
const OTHERWISE: Readonly<Record<string, string>> = {
  aland: 'ALA',
  democratic_republic_of_the_congo: 'COD',
  france_overseas: 'FRA',
  france_regions: 'FRA',
  italy_regions: 'ITA',
  korea: 'KOR',
  macedonia: 'MKD',
  philippines_regions: 'PHL',
  republic_of_serbia: 'SRB',
  sao_tome_and_principe: 'STP',
  the_bahamas: 'BHS',
  timorleste: 'TLS',
  turkey: 'TUR',
  turkey_regions: 'TUR',
  uk: 'GBR',
  united_states_virgin_islands: 'VIR',
  usa: 'USA',
};

/** ISO 3166-1 alpha-3 of a country by the name that charts hold. */
export function alphaThreeOf(chartName: string): string {
  const words = chartName.replaceAll('_', ' ');
  const country = countries.find(({ name, altSpellings }) =>
    [name.common, name.official, ...altSpellings].some((each) => plainName(each) === words),
  );
  const code = OTHERWISE[chartName] ?? country?.cca3;
  if (code === undefined) throw new Error(`No country is called ${chartName}`);
  return code;
}

/** Letters that are no others with a mark on them. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', ə: 'a', ı: 'i' };

/** A name without what spellings differ in. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[łđøəı’'ʹ`]/g, (letter) => PLAIN[letter] ?? '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
