import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { bytesText, genericOf, intervalText, timeText } from '../rows/values.ts';

type Parse = (text: string) => Cell;
interface TypeFacts {
  /** Names the reference's driver gives the types of a result; stored datasets hold them. */
  name: string;
  kind: ColumnKind;
  parse: Parse;
}

const asText: Parse = (text) => text;

function integer(text: string): Cell {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

function float(text: string): Cell {
  return Number(text);
}

function decimal(text: string): Cell {
  return text === 'NaN' || text.endsWith('Infinity') ? Number(text) : new Decimal(text);
}

/** The last moment of the clock, in epoch milliseconds; the first is as far from the epoch. */
const LATEST = 8.64e15;

const MOMENT =
  /^(\d+)-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?( BC)?$/;

/** Letters of `2024-01-31`, and of `2024-01-31 10:00:00`. */
const PLAIN = { day: 10, moment: 19 };
const [NOUGHT, HYPHEN, SPACE, COLON] = [48, 45, 32, 58];

/** Milliseconds since 1970 of the last date that was read: the moments of a column are often of few days, one after the other. */
const lastDay = { year: 0, month: 0, day: 0, ms: 0 };

function dayMs(year: number, month: number, day: number): number {
  if (lastDay.day !== day || lastDay.month !== month || lastDay.year !== year) {
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    lastDay.year = year;
    lastDay.month = month;
    lastDay.day = day;
    lastDay.ms = date.getTime();
  }
  return lastDay.ms;
}

/** Two digits as a number; NaN where one is none. */
function two(text: string, at: number): number {
  const [high, low] = [text.charCodeAt(at) - NOUGHT, text.charCodeAt(at + 1) - NOUGHT];
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : Number.NaN;
}

/** Epoch milliseconds of `2024-01-31`, or `2024-01-31 10:00:00`, as nearly all are written; undefined for any other text. */
function plainMoment(text: string): number | undefined {
  const isDay = text.length === PLAIN.day;
  if (!isDay && text.length !== PLAIN.moment) return undefined;
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined;
  const ms =
    dayMs(two(text, 0) * 100 + two(text, 2), two(text, 5), two(text, 8)) + (isDay ? 0 : clockMs(text));
  return Number.isNaN(ms) ? undefined : ms;
}

function clockMs(text: string): number {
  if (text.charCodeAt(10) !== SPACE || text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON)
    return Number.NaN;
  return ((two(text, 11) * 60 + two(text, 14)) * 60 + two(text, 17)) * 1_000;
}

/**
 * Epoch milliseconds of `2024-01-31 10:00:00.123456+02`; zones are resolved to UTC, ±infinity stays infinite. The engine
 * knows years beyond the clock of this language, which stay the text they are.
 */
function moment(text: string): Cell {
  const plain = plainMoment(text);
  if (plain !== undefined) return plain;
  if (text === 'infinity' || text === '-infinity')
    return text === 'infinity' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const match = MOMENT.exec(text);
  if (!match) return text;
  const [
    ,
    year,
    month,
    day,
    hours = '0',
    minutes = '0',
    seconds = '0',
    fraction = '',
    sign,
    zoneHours = '0',
    zoneMinutes = '0',
    zoneSeconds = '0',
    era,
  ] = match;
  const date = new Date(0);
  date.setUTCFullYear(era ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day));
  const clock =
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1_000 +
    Number(`0.${fraction}0`) * 1_000;
  const zone = Number(zoneHours) * 3_600_000 + Number(zoneMinutes) * 60_000 + Number(zoneSeconds) * 1_000;
  const time = date.getTime() + clock - (sign === '-' ? -zone : zone);
  return Math.abs(time) <= LATEST ? time : text;
}

const INTERVAL_PART = /(-?\d+) (year|mon|day)s?/g;
const INTERVAL_CLOCK = /(-)?(\d+):(\d\d):(\d\d)(?:\.(\d+))?/;

function interval(text: string): Cell {
  const parts = { year: 0, mon: 0, day: 0 };
  for (const [, count, unit] of text.matchAll(INTERVAL_PART)) {
    if (unit === 'year' || unit === 'mon' || unit === 'day') parts[unit] = Number(count);
  }
  const [, sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = INTERVAL_CLOCK.exec(text) ?? [];
  const micros =
    BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1_000_000n +
    BigInt(fraction.padEnd(6, '0') || '0');
  return intervalText({
    months: parts.year * 12 + parts.mon,
    days: parts.day,
    micros: sign ? -micros : micros,
  });
}

function bytes(text: string): Cell {
  return bytesText(Buffer.from(text.slice(2), 'hex'));
}

/** JSON text of an array literal such as `{1,NULL,"a,b",{2}}`. */
function arrayParser(item: (text: string) => string): Parse {
  return (text) => {
    let at = text.indexOf('{');
    const list = (): string => {
      const items: string[] = [];
      at += 1;
      while (at < text.length && text[at] !== '}') {
        if (text[at] === ',') at += 1;
        else if (text[at] === '{') items.push(list());
        else if (text[at] === '"') items.push(item(quoted()));
        else items.push(bare());
      }
      at += 1;
      return `[${items.join(', ')}]`;
    };
    const quoted = (): string => {
      let value = '';
      for (at += 1; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === '\\') at += 1;
        value += text[at] ?? '';
      }
      at += 1;
      return value;
    };
    const bare = (): string => {
      const start = at;
      while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
      const value = text.slice(start, at);
      return value === 'NULL' ? 'null' : item(value);
    };
    return list();
  };
}

const jsonString = (text: string): string => JSON.stringify(text);
const jsonNumber = (text: string): string => (Number.isFinite(Number(text)) ? text : 'null');
const jsonBoolean = (text: string): string => (text === 't' ? 'true' : 'false');

function array(name: string, item: (text: string) => string): TypeFacts {
  return { name, kind: 'json', parse: arrayParser(item) };
}

const TEXT: TypeFacts = { name: 'STRING', kind: 'string', parse: asText };
const INTEGER: TypeFacts = { name: 'INTEGER', kind: 'int', parse: integer };
const FLOAT: TypeFacts = { name: 'FLOAT', kind: 'float', parse: float };
const TIME: TypeFacts = { name: 'TIME', kind: 'time', parse: timeText };
const STRINGS = array('STRINGARRAY', jsonString);

/** By the type's number in `pg_type`. */
const TYPES: Readonly<Record<number, TypeFacts>> = {
  16: { name: 'BOOLEAN', kind: 'bool', parse: (text) => text === 't' },
  17: { name: 'BINARY', kind: 'bytes', parse: bytes },
  20: { name: 'LONGINTEGER', kind: 'int', parse: integer },
  21: INTEGER,
  23: INTEGER,
  26: INTEGER,
  114: { name: 'JSON', kind: 'json', parse: asText },
  700: FLOAT,
  701: FLOAT,
  1000: array('BOOLEANARRAY', jsonBoolean),
  1005: array('INTEGERARRAY', jsonNumber),
  1007: array('INTEGERARRAY', jsonNumber),
  1009: STRINGS,
  1015: STRINGS,
  1016: array('LONGINTEGERARRAY', jsonNumber),
  1021: array('FLOATARRAY', jsonNumber),
  1022: array('FLOATARRAY', jsonNumber),
  1002: STRINGS,
  1003: STRINGS,
  1014: STRINGS,
  1082: { name: 'DATE', kind: 'date', parse: moment },
  1083: TIME,
  1114: { name: 'DATETIME', kind: 'timestamp', parse: moment },
  1115: array('DATETIMEARRAY', jsonString),
  1182: array('DATEARRAY', jsonString),
  1184: { name: 'DATETIMETZ', kind: 'timestamp', parse: moment },
  1185: array('DATETIMETZARRAY', jsonString),
  1186: { name: 'INTERVAL', kind: 'interval', parse: interval },
  1231: array('DECIMALARRAY', jsonNumber),
  1266: TIME,
  1700: { name: 'DECIMAL', kind: 'decimal', parse: decimal },
  2950: { ...TEXT, kind: 'uuid' },
  2951: array('UUIDARRAY', jsonString),
  3802: { name: 'JSONB', kind: 'json', parse: asText },
};

/** How a column of a result is described. `oid` = the type's number in `pg_type`; unknown types are text. */
export function describeColumn(name: string, oid: number): ResultColumn {
  const facts = TYPES[oid] ?? TEXT;
  return { name, kind: facts.kind, generic: genericOf(facts.kind), nativeType: facts.name };
}

/** Reader of the text form of a type. */
export function parserOf(oid: number): (text: string) => Cell {
  return (TYPES[oid] ?? TEXT).parse;
}
