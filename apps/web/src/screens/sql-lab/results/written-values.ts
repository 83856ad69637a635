import { GenericType, type ResultColumn } from '@chartroom/model';

/** How values of a column are written in the way of a language; undefined for those that are shown as they come. */
export function writtenBy(
  column: Pick<ResultColumn, 'type_generic' | 'is_dttm'>,
  language: string,
): ((value: unknown) => string) | undefined {
  if (column.is_dttm) return momentsOf(language);
  return column.type_generic === GenericType.NUMERIC ? numbersOf(language) : undefined;
}

/** Digits stay as many as there are, also those beyond what a number holds. */
function numbersOf(language: string): (value: unknown) => string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  return (value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return format.format(value);
    if (typeof value === 'string' && /^-?\d+$/.test(value)) return format.format(BigInt(value));
    return String(value);
  };
}

/** As the engine has them: in no zone of the page. */
function momentsOf(language: string): (value: unknown) => string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return (value) => {
    const text = String(value);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
    const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(\+00:00)?$/.test(text);
    if (!isDay && !isMoment) return text;
    const at = new Date(isDay || text.endsWith('+00:00') ? text : `${text}Z`);
    return (isDay ? day : moment).format(at);
  };
}
