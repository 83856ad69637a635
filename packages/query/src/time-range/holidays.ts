import { createRequire } from 'node:module';
import { ownMember } from '@chartroom/model';
import type HolidayCalendar from 'date-holidays';
import { queryError } from '../query-error.ts';
import { naive } from './calendar.ts';

/** Countries people name by another code than the ISO one. */
const ALIASES: Readonly<Record<string, string>> = { UK: 'GB' };

const load = createRequire(import.meta.url);
let calendar: typeof HolidayCalendar | undefined;

/**
 * The date (naive epoch milliseconds) of the first public holiday of a year whose English name starts with
 * the text; days observed in place of a weekend do not count (contract/query.md §2.3).
 * @throws ChartroomError 400 for a country or a holiday nobody knows
 */
export function holidayDate(name: string, year: number, country: string): number {
  const days = new (calendarClass())(ownMember(ALIASES, country.toUpperCase()) ?? country.toUpperCase(), {
    languages: ['en'],
  });
  const holidays = days.getHolidays(year, 'en');
  if (holidays.length === 0) throw queryError(`Country ${country} not available`);
  const wanted = spelled(name);
  const found = holidays.find(
    (day) => day.type === 'public' && !day.substitute && spelled(day.name).startsWith(wanted),
  );
  if (!found) throw queryError(`Unable to find such a holiday: [${name}]`);
  const [y, m, d] = found.date.slice(0, 10).split('-').map(Number);
  return naive(y ?? year, (m ?? 1) - 1, d ?? 1);
}

/** The tables behind are large and few ranges name a holiday: they are read when the first one does. */
function calendarClass(): typeof HolidayCalendar {
  if (calendar) return calendar;
  const loaded: typeof HolidayCalendar = load('date-holidays');
  calendar = loaded;
  return loaded;
}

function spelled(name: string): string {
  return name.toLowerCase().replace('labour', 'labor');
}
