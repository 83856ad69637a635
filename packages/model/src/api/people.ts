import { z } from 'zod';

const FIELDS = { id: z.number(), username: z.string(), first_name: z.string(), last_name: z.string() };

/** Somebody by some of their fields; which are told depends on the answer. */
export function personWith<const Field extends keyof typeof FIELDS>(
  ...fields: Field[]
): z.ZodObject<Pick<typeof FIELDS, Field>, z.core.$strict>;
export function personWith(...fields: (keyof typeof FIELDS)[]): z.ZodObject {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field, FIELDS[field]])));
}
