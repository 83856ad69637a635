import { ownMember } from '@chartroom/model';
import { columnOf } from './aggregate.ts';
import type { OperationOptions } from './operation-options.ts';
import { computed, type ShapedTable } from './table.ts';

/** Degrees, with minutes and seconds and a direction where they are written. */
const ANGLE =
  /^\s*([+-]?\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*['′m]\s*)?(?:(\d+(?:\.\d+)?)\s*(?:["″s]|'')\s*)?([NSEWnsew])?\s*[,;\s]?/;
const ALTITUDE = /^\s*([+-]?\d+(?:\.\d+)?)\s*(km|m|mi|ft|nm)?\s*$/;

/** Kilometres of the units of height. */
const KILOMETRES: Readonly<Record<string, number>> = {
  km: 1,
  m: 0.001,
  mi: 1.609344,
  ft: 0.0003048,
  nm: 1.852,
};

/** Reading a point is worth looking at this many values. */
const COST = 50;

interface Point {
  latitude: number;
  longitude: number;
  altitude: number;
}

/** `geodetic_parse`: adds latitude, longitude and altitude (km, 0 when not written) of points in text. */
export function geodeticParse(table: ShapedTable, options: OperationOptions): ShapedTable {
  options.makesColumns(table, 3);
  const points = options.work.map(columnOf(table, options.text('geodetic'), options).values, COST, (cell) =>
    cell === null ? undefined : pointOf(String(cell), options),
  );
  const add = (name: string, part: (point: Point) => number) =>
    computed(
      [name],
      points.map((point) => (point ? part(point) : Number.NaN)),
    );
  const added = [
    add(options.text('latitude'), ({ latitude }) => latitude),
    add(options.text('longitude'), ({ longitude }) => longitude),
    add(options.optionalText('altitude') ?? 'altitude', ({ altitude }) => altitude),
  ];
  return { ...table, columns: [...table.columns, ...added] };
}

function pointOf(text: string, options: OperationOptions): Point {
  const latitude = ANGLE.exec(text);
  const afterFirst = text.slice(latitude?.[0].length ?? 0);
  const longitude = latitude && ANGLE.exec(afterFirst);
  const rest = afterFirst.slice(longitude?.[0].length ?? 0).replace(/^[\s,;]+/, '');
  const altitude = rest.trim() === '' ? undefined : ALTITUDE.exec(rest);
  if (!latitude || !longitude || altitude === null) throw options.recordedError('Invalid geodetic string');
  return {
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    altitude: altitude ? Number(altitude[1]) * (ownMember(KILOMETRES, altitude[2] ?? 'km') ?? 1) : 0,
  };
}

function degrees([, whole = '0', minutes = '0', seconds = '0', direction = '']: RegExpExecArray): number {
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const negative = whole.startsWith('-') !== /[sw]/i.test(direction);
  return negative ? -size : size;
}
