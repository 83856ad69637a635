import { z } from 'zod';

/** Text whose length has bounds, in the contract's words. */
export function text(least: number, most?: number) {
  const message =
    most === undefined
      ? `Shorter than minimum length ${least}.`
      : `Length must be between ${least} and ${most}.`;
  return z
    .string()
    .refine((value) => value.length >= least && (most === undefined || value.length <= most), message);
}

/** Text that a column of so many characters holds, which says so in words of its own. */
export const fitting = (most: number) =>
  z.string().refine((value) => value.length <= most, `Longer than maximum length ${most}.`);

/** A name that a column of so many characters holds. */
export const nameWithin = (most: number) =>
  fitting(most).refine((value) => value !== '', 'Shorter than minimum length 1.');

/** Text that must read as JSON. */
export const jsonText = z.string().refine(isJson, 'JSON not valid');

/** Ids of related things. */
export const ids = z.array(z.int());

const NO_MOMENT = 'Not a valid datetime.';

/** A moment as ISO text: a day and a time of it, with a zone or without. What is written otherwise reads differently from place to place. */
export const moment = z
  .string(NO_MOMENT)
  .refine(
    (value) =>
      /^\d{4}-\d\d?-\d\d?[T ]\d\d?:\d\d?(:\d\d?(\.\d+)?)?/.test(value) && Number.isFinite(Date.parse(value)),
    NO_MOMENT,
  );

export const uuidText = z
  .string('Not a valid UUID.')
  .regex(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i, 'Not a valid UUID.');

const YES = ['t', 'T', 'true', 'True', 'TRUE', 'on', 'On', 'ON', 'y', 'Y', 'yes', 'Yes', 'YES', '1'];
const NO = ['f', 'F', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF', 'n', 'N', 'no', 'No', 'NO', '0'];
const TRUTHS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[...YES, 1, true].map((form) => [form, true] as const),
  ...[...NO, 0, false].map((form) => [form, false] as const),
]);

/** What a switch says, in the forms that clients of the contract send; undefined for what is none. */
export function truthOf(value: unknown): boolean | undefined {
  return TRUTHS.get(value);
}

/** A switch in any of these forms. */
export const spelledSwitch = z.preprocess((value) => truthOf(value) ?? value, z.boolean());

function isJson(value: string): boolean {
  if (value.trim() === '') return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
