import { utcFormat } from 'd3-time-format';

/** What the letters of a format of moments mean, as patterns of dates. */
const PATTERNS: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  YY: '%y',
  Q: '%q',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%-m',
  DDDD: '%j',
  DDD: '%-j',
  DD: '%d',
  D: '%-d',
  dddd: '%A',
  ddd: '%a',
  d: '%w',
  HH: '%H',
  H: '%-H',
  hh: '%I',
  h: '%-I',
  mm: '%M',
  m: '%-M',
  ss: '%S',
  s: '%-S',
  SSS: '%L',
  A: '%p',
  WW: '%V',
  W: '%-V',
  x: '%Q',
  X: '%s',
};
const TOKEN = /\[([^\]]*)\]|Do|YYYY|YY|Q|M{1,4}|D{1,4}|d{3,4}|d|HH?|hh?|mm?|ss?|SSS|A|a|ZZ?|WW?|x|X/g;

/** A moment in UTC by a format of letters (`YYYY-MM-DD [at] HH:mm`). */
export function momentText(moment: Date, format: string): string {
  return format.replace(TOKEN, (token, literal?: string) => {
    if (literal !== undefined) return literal;
    if (token === 'Do') return ordinal(moment.getUTCDate());
    if (token === 'a') return utcFormat('%p')(moment).toLowerCase();
    if (token === 'Z' || token === 'ZZ') return token === 'Z' ? '+00:00' : '+0000';
    return utcFormat(PATTERNS[token] ?? '')(moment);
  });
}

function ordinal(day: number): string {
  const isTeen = day > 10 && day < 20;
  const ending = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10];
  return `${day}${ending ?? 'th'}`;
}
