import { queryError } from '../query-error.ts';
import { type Unit, unitOf } from './calendar.ts';
import { readNatural } from './natural-time.ts';

/** The moment that words name, seen from another (naive epoch milliseconds); words nobody understands move nothing. */
export function pastOrFuture(text: string, from: number): number {
  return readNatural(text, from)?.ms ?? from;
}

/** Milliseconds from a moment to the one the words name: `1 day` is a day, `1 day ago` minus a day. */
export function humanDelta(text: string, from: number): number {
  return pastOrFuture(text, from) - from;
}

/**
 * Milliseconds a shift goes back: `1 year`, `1 year ago` and `-1 year` are the same (contract/query.md
 * §2.5). The sign stands before the first quantity only.
 */
export function pastDelta(text: string, from: number): number {
  const signed = text.startsWith('-') ? text : `-${text}`;
  // A sign is read before digits only: `-one week` is not understood, and `tomorrow` needs none.
  if (/^-\s*[a-z]/i.test(signed))
    return -humanDelta(/\d|\b(?:a|an|one)\b/i.test(signed) ? signed : signed.slice(1), from) + 0;
  return -humanDelta(signed, from) + 0;
}

/** A signed number of calendar units. */
export interface CalendarShift {
  count: number;
  unit: Unit;
}

/**
 * The shift that `1 year ago` or `2 days later` says.
 * @internal only the recorded facts are played against it
 * @throws ChartroomError 400 when it does not say both the unit and the direction
 */
export function calendarShift(text: string): CalendarShift {
  const match = /^\s*(\d+)\s+([a-z]+)\s+(ago|later)\s*$/i.exec(text);
  const unit = match && unitOf(match[2] ?? '');
  if (!unit) throw queryError(`Time delta is ambiguous. Please specify [${text} ago] or [${text} later].`);
  return { count: Number(match[1]) * (match[3]?.toLowerCase() === 'ago' ? -1 : 1), unit };
}
