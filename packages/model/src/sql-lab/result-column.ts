import { z } from 'zod';

/** A column of the rows that a run brought. */
export const resultColumn = z.strictObject({
  column_name: z.string(),
  name: z.string(),
  type: z.string(),
  /** Nothing is told of types that have no rule. */
  type_generic: z.number().nullable(),
  is_dttm: z.boolean(),
});
export type ResultColumn = z.infer<typeof resultColumn>;
