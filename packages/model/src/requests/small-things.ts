import { z } from 'zod';
import { fitting } from '../fields.ts';

/** `POST /saved_query/` (contract/api.md §2.7); changes have the same form. */
export const savedQuerySchema = z.strictObject({
  db_id: z.int().nullish(),
  label: fitting(256).nullish(),
  description: z.string().nullish(),
  catalog: fitting(256).nullish(),
  schema: fitting(128).nullish(),
  sql: z.string().nullish(),
  template_parameters: z.string().nullish(),
  extra_json: z.string().nullish(),
});
export type SavedQueryBody = z.infer<typeof savedQuerySchema>;
