import { z } from 'zod';

const sign = z.string().max(20);
const names = (count: number) => z.array(z.string().min(1).max(100)).length(count);

/** How an installation writes numbers: members of a definition of d3-format; what is absent is as in the language. */
export const numberFormatsSchema = z.strictObject({
  decimal: sign.min(1).optional(),
  thousands: sign.optional(),
  /** Digits of each group, from the right. */
  grouping: z.array(z.int().min(1).max(20)).min(1).max(20).optional(),
  /** What stands before a currency's number, and behind it. */
  currency: z.tuple([sign, sign]).optional(),
  numerals: names(10).optional(),
  percent: sign.optional(),
  minus: sign.min(1).optional(),
  nan: sign.optional(),
});

/** How an installation writes moments: members of a definition of d3-time-format. */
export const timeFormatsSchema = z.strictObject({
  dateTime: z.string().max(100).optional(),
  date: z.string().max(100).optional(),
  time: z.string().max(100).optional(),
  periods: names(2).optional(),
  /** From Sunday. */
  days: names(7).optional(),
  shortDays: names(7).optional(),
  months: names(12).optional(),
  shortMonths: names(12).optional(),
});

/** How numbers and moments are written: as in a language, but for what the installation says of its own. */
export interface Formats {
  /** The tag of the language (BCP 47). */
  language: string;
  numbers?: z.infer<typeof numberFormatsSchema>;
  times?: z.infer<typeof timeFormatsSchema>;
}

/** Whether a text is the tag of a language whose formats are known here. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag]).length > 0;
  } catch {
    return false;
  }
}
