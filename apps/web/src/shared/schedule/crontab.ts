export const EVERY = ['hour', 'day', 'week', 'month'] as const;
export type Every = (typeof EVERY)[number];

/** A schedule that the picker can say. */
export interface Simple {
  every: Every;
  minute: number;
  hour: number;
  weekday: number;
  day: number;
}

const NUMBER = /^\d{1,2}$/;

/** A crontab as the picker says it; undefined where it says more than that. */
export function simpleOf(crontab: string): Simple | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = crontab.trim().split(/\s+/);
  if (more.length > 0 || month !== '*' || !NUMBER.test(minute)) return undefined;
  const at = { minute: Number(minute), hour: 0, weekday: 1, day: 1 };
  const isEvery = (part: string) => part === '*';
  if (isEvery(hour) && isEvery(day) && isEvery(weekday)) return { ...at, every: 'hour' };
  if (!NUMBER.test(hour)) return undefined;
  const timed = { ...at, hour: Number(hour) };
  if (isEvery(day) && isEvery(weekday)) return { ...timed, every: 'day' };
  if (isEvery(day) && /^[0-6]$/.test(weekday)) return { ...timed, every: 'week', weekday: Number(weekday) };
  if (NUMBER.test(day) && isEvery(weekday)) return { ...timed, every: 'month', day: Number(day) };
  return undefined;
}

/** The crontab of what the picker says. */
export function crontabOf({ every, minute, hour, weekday, day }: Simple): string {
  if (every === 'hour') return `${minute} * * * *`;
  if (every === 'day') return `${minute} ${hour} * * *`;
  return every === 'week' ? `${minute} ${hour} * * ${weekday}` : `${minute} ${hour} ${day} * *`;
}
