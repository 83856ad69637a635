import { GenericType } from '@chartroom/model';
import { columnOf } from './aggregate.ts';
import type { OperationOptions } from './operation-options.ts';
import { computed, numberOf, type ShapedTable, type TableColumn } from './table.ts';

const DIGITS = '0123456789bcdefghjkmnpqrstuvwxyz';
/** Characters of an encoded place: about four centimetres. */
const PRECISION = 12;
/** Reading or writing one is worth looking at this many values. */
const COST = 50;

/** `geohash_decode`: adds the middle of the cell that a geohash names. */
export function geohashDecode(table: ShapedTable, options: OperationOptions): ShapedTable {
  options.makesColumns(table, 2);
  const column = columnOf(table, options.text('geohash'), options);
  const places = options.work.map(column.values, COST, (cell) =>
    cell === null ? undefined : decode(String(cell), options),
  );
  const latitude = computed(
    [options.text('latitude')],
    places.map((place) => place?.latitude ?? Number.NaN),
  );
  const longitude = computed(
    [options.text('longitude')],
    places.map((place) => place?.longitude ?? Number.NaN),
  );
  return { ...table, columns: [...table.columns, latitude, longitude] };
}

/** `geohash_encode`: adds the geohash of two columns of degrees. */
export function geohashEncode(table: ShapedTable, options: OperationOptions): ShapedTable {
  options.makesColumns(table, 1);
  const latitudes = columnOf(table, options.text('latitude'), options).values;
  const longitudes = columnOf(table, options.text('longitude'), options).values;
  const values = options.work.map(latitudes, COST, (cell, row) => {
    const [latitude, longitude] = [numberOf(cell), numberOf(longitudes[row] ?? null)];
    return Number.isNaN(latitude) || Number.isNaN(longitude) ? null : encode(latitude, longitude);
  });
  const added: TableColumn = {
    kind: 'string',
    generic: GenericType.STRING,
    nativeType: '',
    parts: [options.text('geohash')],
    values,
  };
  return { ...table, columns: [...table.columns, added] };
}

/** The cell that a geohash names, in degrees; undefined for a text that is none. */
export function geohashCell(
  hash: string,
): { west: number; east: number; south: number; north: number } | undefined {
  const longitude = { low: -180, high: 180 };
  const latitude = { low: -90, high: 90 };
  if (hash === '') return undefined;
  let range = longitude;
  for (const character of hash.toLowerCase()) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) return undefined;
    for (let bit = 4; bit >= 0; bit--) {
      const middle = (range.low + range.high) / 2;
      if ((digit >> bit) & 1) range.low = middle;
      else range.high = middle;
      range = range === longitude ? latitude : longitude;
    }
  }
  return { west: longitude.low, east: longitude.high, south: latitude.low, north: latitude.high };
}

function decode(text: string, options: OperationOptions): { latitude: number; longitude: number } {
  const cell = geohashCell(text);
  if (!cell) throw options.recordedError('Invalid geohash string');
  return { latitude: (cell.south + cell.north) / 2, longitude: (cell.west + cell.east) / 2 };
}

function encode(latitude: number, longitude: number): string {
  const ranges = [
    { value: longitude, low: -180, high: 180 },
    { value: latitude, low: -90, high: 90 },
  ];
  let text = '';
  for (let bit = 0, digit = 0; text.length < PRECISION; bit++) {
    const range = ranges[bit % 2];
    if (!range) break;
    const middle = (range.low + range.high) / 2;
    const upper = range.value >= middle;
    if (upper) range.low = middle;
    else range.high = middle;
    digit = digit * 2 + Number(upper);
    if (bit % 5 !== 4) continue;
    text += DIGITS.charAt(digit);
    digit = 0;
  }
  return text;
}
