/** What blocks of a calendar stand for. */
export const DOMAINS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type Domain = (typeof DOMAINS)[number];

/** What cells of a calendar stand for. */
export const SUBDOMAINS = ['min', 'hour', 'day', 'week', 'month'] as const;
export type Subdomain = (typeof SUBDOMAINS)[number];

type Unit = Domain | Subdomain;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The grain at which values are asked for. */
export const GRAINS: Readonly<Record<Subdomain, string>> = {
  min: 'PT1M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
};

/** The subdomain of form data; days where they name none. */
export function subdomainOf(value: unknown): Subdomain {
  return SUBDOMAINS.find((subdomain) => subdomain === value) ?? 'day';
}

/**
 * The domain of form data; months where they name none. It is larger than its cells, and not so large that there are more
 * minutes than can be drawn.
 */
export function domainOf(value: unknown, subdomain: Subdomain): Domain {
  const named = DOMAINS.find((domain) => domain === value) ?? 'month';
  if (subdomain === 'min' && named !== 'hour') return 'day';
  // Each subdomain stands at the place of the smallest domain that it is a part of.
  const at = Math.max(DOMAINS.indexOf(named), SUBDOMAINS.indexOf(subdomain));
  return DOMAINS[at] ?? named;
}

/** The moment, in UTC, at which the unit begins that another moment is in. */
export function startOf(unit: Unit, moment: number): number {
  const date = new Date(moment);
  switch (unit) {
    case 'min':
      return Math.floor(moment / MINUTE) * MINUTE;
    case 'hour':
      return Math.floor(moment / HOUR) * HOUR;
    case 'day':
      return Math.floor(moment / DAY) * DAY;
    case 'week':
      return Math.floor(moment / DAY) * DAY - weekday(moment) * DAY;
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth());
    case 'year':
      return utc(date.getUTCFullYear(), 0);
  }
}

/** The moment at which the next unit begins. */
export function nextOf(unit: Unit, start: number): number {
  const date = new Date(start);
  switch (unit) {
    case 'min':
      return start + MINUTE;
    case 'hour':
      return start + HOUR;
    case 'day':
      return start + DAY;
    case 'week':
      return start + 7 * DAY;
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth() + 1);
    case 'year':
      return utc(date.getUTCFullYear() + 1, 0);
  }
}

/** The first moment of a month; `Date.UTC` takes years below 100 for those of the last century. */
function utc(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

/** Days since Monday. */
export function weekday(moment: number): number {
  return (new Date(moment).getUTCDay() + 6) % 7;
}

/** Where a cell stands in its block: columns from the left, rows from the top. */
export interface Place {
  column: number;
  row: number;
}

/** Rows of cells that are counted through, column by column: minutes of an hour, hours of a day, others by month. */
const ROWS: Readonly<Partial<Record<`${Domain}/${Subdomain}`, number>>> = {
  'hour/min': 10,
  'day/hour': 6,
  'month/week': 6,
  'year/week': 7,
  'year/month': 3,
};

/**
 * The place of a cell in its block: days stand under their weekdays, hours and minutes in a column for each day and hour
 * where a block has several.
 *
 * @param index how many cells of the block come before it
 */
export function placeOf(
  domain: Domain,
  subdomain: Subdomain,
  start: number,
  cell: number,
  index: number,
): Place {
  const rows = ROWS[`${domain}/${subdomain}`];
  if (rows !== undefined) return { column: Math.floor(index / rows), row: index % rows };
  const days = Math.floor((startOf('day', cell) - startOf('day', start)) / DAY);
  if (subdomain === 'day') return { column: Math.floor((days + weekday(start)) / 7), row: weekday(cell) };
  if (subdomain === 'hour') return { column: days, row: new Date(cell).getUTCHours() };
  if (subdomain === 'min')
    return { column: Math.floor((cell - start) / HOUR), row: new Date(cell).getUTCMinutes() };
  return { column: index, row: 0 };
}
