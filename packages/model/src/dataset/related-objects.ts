import { z } from 'zod';

/** A list with its length. */
export function countedOf<Thing extends z.ZodType>(thing: Thing) {
  return z.strictObject({ count: z.number(), result: z.array(thing) });
}

const relatedChart = z.strictObject({
  id: z.number(),
  slice_name: z.string(),
  viz_type: z.string().nullable(),
});

const relatedDashboard = z.strictObject({
  id: z.number(),
  /** JSON text. */
  json_metadata: z.string().nullable(),
  slug: z.string().nullable(),
  title: z.string().nullable(),
});

/** Charts that stand on datasets and the dashboards that show them, as far as the caller sees them. */
export const relatedObjects = { charts: countedOf(relatedChart), dashboards: countedOf(relatedDashboard) };
export type RelatedObjects = z.infer<z.ZodObject<typeof relatedObjects>>;
