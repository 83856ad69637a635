import { z } from 'zod';

/** Reading documents that were stored by old clients, or past the product: what is not as it has to be counts as not given. */

/** A member of a stored document. */
export function member<S extends z.ZodType>(schema: S) {
  return schema.optional().catch(undefined);
}

/** A list of which those items are left out that cannot be read. */
export function readableItems<S extends z.ZodType>(schema: S) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const read = schema.safeParse(item);
      return read.success ? [read.data] : [];
    }),
  );
}

/** A number, also one that was written as a text. */
export const storedNumber = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
);

/** Yes or no, also where it was written as a text. */
export const storedTruth = z.preprocess(
  (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
  z.boolean(),
);

/** A stored document before it is read: what its readers do not know stays in it. */
export type StoredDocument = Readonly<Record<string, unknown>>;
