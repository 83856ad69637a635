import { GenericType } from '@chartroom/model';
import { columnOf } from './aggregate.ts';
import type { OperationOptions } from './operation-options.ts';
import { computed, numberOf, type ShapedTable, type TableColumn } from './table.ts';

const DIGITS = '0123456789bcdefghjkmnpqrstuvwxyz';
/** Characters of an encoded place: about four centimetres. */
const PRECISION = 12;

/** `geohash_decode`: adds the middle of the cell that a geohash names. */
export function geohashDecode(table: ShapedTable, options: OperationOptions): ShapedTable {
  const column = columnOf(table, options.text('geohash'), options);
  const places = column.values.map((cell) => (cell === null ? undefined : decode(String(cell), options)));
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
  const latitudes = columnOf(table, options.text('latitude'), options).values;
  const longitudes = columnOf(table, options.text('longitude'), options).values;
  const values = latitudes.map((cell, row) => {
    const [latitude, longitude] = [numberOf(cell), numberOf(longitudes[row] ?? null)];
    return Number.isNaN(latitude) || Number.isNaN(longitude) ? null : encode(latitude, longitude);
  });
  const added: TableColumn = { kind: 'string', generic: GenericType.STRING, nativeType: '', parts: [options.text('geohash')], values };
  return { ...table, columns: [...table.columns, added] };
}

function decode(text: string, options: OperationOptions): { latitude: number; longitude: number } {
  const [latitude, longitude] = [
    [-90, 90],
    [-180, 180],
  ].map(([low = 0, high = 0]) => ({ low, high }));
  if (!latitude || !longitude || text === '') throw options.recordedError('Invalid geohash string');
  let even = true;
  for (const character of text.toLowerCase()) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) throw options.recordedError('Invalid geohash string');
    for (let bit = 4; bit >= 0; bit--) {
      const range = even ? longitude : latitude;
      const middle = (range.low + range.high) / 2;
      if ((digit >> bit) & 1) range.low = middle;
      else range.high = middle;
      even = !even;
    }
  }
  return { latitude: (latitude.low + latitude.high) / 2, longitude: (longitude.low + longitude.high) / 2 };
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
