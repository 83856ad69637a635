const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz';
const BITS = [16, 8, 4, 2, 1];

/** The corners of the cell that a geohash names, the first one again at the end; undefined for a text that is none. */
export function geohashCell(hash: string): [number, number][] | undefined {
  const numbers = [...hash.toLowerCase()].map((letter) => LETTERS.indexOf(letter));
  if (numbers.length === 0 || numbers.includes(-1)) return undefined;
  let [west, east, south, north] = [-180, 180, -90, 90];
  numbers
    .flatMap((number) => BITS.map((bit) => (number & bit) !== 0))
    .forEach((isUpper, index) => {
      // Longitudes and latitudes are halved by turns.
      if (index % 2 === 0) [west, east] = isUpper ? [(west + east) / 2, east] : [west, (west + east) / 2];
      else [south, north] = isUpper ? [(south + north) / 2, north] : [south, (south + north) / 2];
    });
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
}
