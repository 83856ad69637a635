import { z } from 'zod';

/** A table that a query names. */
export const queryTable = z.strictObject({
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table: z.string(),
});
export type QueryTable = z.infer<typeof queryTable>;
