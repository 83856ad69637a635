import { type Cron, parseCron } from './cron.ts';

const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A schedule in words, e.g. `At 09:00 AM, only on Monday`; the text itself when it is none. */
export function cronInWords(text: string): string {
  const cron = parseCron(text);
  if (!cron) return text;
  return [timeWords(cron), dayWords(cron), weekdayWords(cron), monthWords(cron)]
    .filter((words) => words !== '')
    .join(', ');
}

function timeWords({ minutes, hours }: Cron): string {
  const everyHour = hours.length === 24;
  if (minutes.length === 60) return everyHour ? 'Every minute' : `Every minute, ${hoursWords(hours)}`;
  const step = stepOf(minutes, 60);
  if (step > 1) return everyHour ? `Every ${step} minutes` : `Every ${step} minutes, ${hoursWords(hours)}`;
  if (everyHour || stepOf(hours, 24) > 1 || minutes.length * hours.length > 4) {
    const past =
      minutes.length === 1 && minutes[0] === 0
        ? ''
        : `At ${listed(minutes.map(String))} minutes past the hour`;
    if (everyHour) return past || 'Every hour';
    return past ? `${past}, ${hoursWords(hours)}` : capitalised(hoursWords(hours));
  }
  return `At ${listed(hours.flatMap((hour) => minutes.map((minute) => clock(hour, minute))))}`;
}

function hoursWords(hours: number[]): string {
  const step = stepOf(hours, 24);
  if (step > 1) return `every ${step} hours`;
  const [first = 0] = hours;
  const last = hours.at(-1) ?? first;
  if (hours.length > 1 && last - first === hours.length - 1)
    return `between ${clock(first, 0)} and ${clock(last, 59)}`;
  return `at ${listed(hours.map((hour) => clock(hour, 0)))}`;
}

/** Step of three values and more that divide a whole evenly from 0 on; 0 when they do not. */
function stepOf(values: number[], whole: number): number {
  const [first, second] = values;
  if (
    values.length < 3 ||
    first !== 0 ||
    second === undefined ||
    whole % second !== 0 ||
    values.length !== whole / second
  )
    return 0;
  return values.every((value, place) => value === place * second) ? second : 0;
}

function dayWords({ days, lastDay }: Cron): string {
  if (days === null) return '';
  const words = [
    ...(days.length > 0 ? [`day ${listed(days.map(String))}`] : []),
    ...(lastDay ? ['the last day'] : []),
  ];
  return `on ${words.join(' and ')} of the month`;
}

function weekdayWords({ weekdays, nthWeekdays, days }: Cron): string {
  if (weekdays === null) return '';
  const nths = nthWeekdays.map(
    ({ weekday, nth }) => `the ${ORDINALS[nth - 1]} ${WEEKDAY_NAMES[weekday]} of the month`,
  );
  const ascending = [...weekdays].sort((a, b) => a - b);
  const [first = 0] = ascending;
  const isRange = ascending.length > 2 && (ascending.at(-1) ?? first) - first === ascending.length - 1;
  const nameOf = (day: number) => WEEKDAY_NAMES[day] ?? '';
  const plain = isRange ? ranged(ascending, nameOf) : listed(weekdays.map(nameOf));
  const words = [...(plain === '' ? [] : [plain]), ...nths].join(' and ');
  if (days !== null) return `or on ${words}`;
  if (plain === '') return `on ${words}`;
  return isRange ? words : `only on ${words}`;
}

function monthWords({ months }: Cron): string {
  if (months.length === 12) return '';
  const words = ranged(months, (month) => MONTH_NAMES[month - 1] ?? '');
  return words.includes(' through ') ? words : `only in ${words}`;
}

/** Names one after another, or from the first through the last when none is left out. */
function ranged(values: number[], nameOf: (value: number) => string): string {
  const [first = 0] = values;
  const last = values.at(-1) ?? first;
  if (values.length > 2 && last - first === values.length - 1)
    return `${nameOf(first)} through ${nameOf(last)}`;
  return listed(values.map(nameOf));
}

function listed(words: string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  return `${words.slice(0, -1).join(', ')} and ${last}`;
}

function clock(hour: number, minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
