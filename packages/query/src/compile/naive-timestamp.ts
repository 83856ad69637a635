import { utcFormat } from 'd3-time-format';

/** `YYYY-MM-DD HH:MM:SS.ffffff` of a naive wall clock given as epoch milliseconds (fractions are microseconds). */
export function naiveTimestamp(ms: number): string {
  const whole = Math.floor(ms);
  const micros = Math.round((ms - whole) * 1000);
  const iso = new Date(whole).toISOString();
  return `${iso.slice(0, -1).replace('T', ' ')}${String(micros).padStart(3, '0')}`;
}

/** The moment in a strftime pattern (`%Y-%m-%d` …), as `python_date_format` of a column has it. */
export function formatMoment(ms: number, pattern: string): string {
  return utcFormat(pattern)(new Date(ms));
}
