import { LRUCache } from 'lru-cache';

const MOMENT =
  /^([+-]?\d{1,6})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?(?::\d\d)?|[A-Za-z_]+(?:\/[\w+-]+)+))?$/;
const OFFSET = /^([+-])(\d\d):?(\d\d)?(?::(\d\d))?$/;

/**
 * Epoch milliseconds of `2024-01-31 10:00:00.123456`, with or without a zone (`Z`, `+02:00`, `Europe/Rome`): zones are
 * resolved to UTC, a moment without one is read as UTC. Text that is no moment stays as it is.
 */
export function momentOf(text: string): number | string {
  const match = MOMENT.exec(text);
  if (!match) return text;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', zone] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const clock =
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1_000 +
    Number(`0.${fraction}0`) * 1_000;
  const wall = date.getTime() + clock;
  if (zone === undefined || zone === 'Z' || zone === 'UTC' || zone === 'GMT') return wall;
  const offset = OFFSET.exec(zone) ? fixedOffset(zone) : namedOffset(wall, zone);
  return offset === undefined ? text : wall - offset;
}

function fixedOffset(zone: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(zone) ?? [];
  const size = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return sign === '-' ? -size : size;
}

/** Clocks of zones by their names, and names of no zone: whatever texts an engine sends, not too many. */
const formats = new LRUCache<string, { format: Intl.DateTimeFormat | undefined }>({ max: 500 });

/** Offset of a named zone at a wall clock; undefined for a zone that nobody knows. */
function namedOffset(wall: number, zone: string): number | undefined {
  const format = formatOf(zone);
  if (!format) return undefined;
  const guess = offsetAt(format, wall);
  // Near a change of the clock the offset of the moment itself counts, not that of the same hour in UTC.
  return offsetAt(format, wall - guess);
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known) return known.format;
  let format: Intl.DateTimeFormat | undefined;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    // RangeError: no such zone. The text is shown as the engine wrote it.
  }
  formats.set(zone, { format });
  return format;
}

function offsetAt(format: Intl.DateTimeFormat, ms: number): number {
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const offset = name.replace('GMT', '');
  return offset === '' ? 0 : fixedOffset(offset);
}
