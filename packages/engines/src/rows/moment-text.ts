const MOMENT =
  /^(-?\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * Epoch milliseconds of `2024-01-31 10:00:00.123456` or its ISO form, as its wall clock reads (fractions keep their
 * microseconds; a zone is not added). What is no moment stays as it is.
 */
export function momentOf(text: string): number | string {
  const match = MOMENT.exec(text);
  if (!match) return text;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const clock =
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1_000 +
    Number(`0.${fraction}0`) * 1_000;
  return date.getTime() + clock;
}
