import { z } from 'zod';
import { text } from '../fields.ts';

/** Kinds of things that carry tags, by name or by number (contract/api.md §2.8). */
const objectKind = z.union([z.enum(['query', 'chart', 'dashboard', 'dataset']), z.int().min(1).max(4)], {
  error: 'Must be one of: query, chart, dashboard, dataset.',
});
const objectRef = z.tuple([objectKind, z.int()]);

const tagFields = {
  name: text(1),
  description: z.string().nullish(),
  objects_to_tag: z.array(objectRef).optional(),
};

/** `POST /tag/` and `PUT /tag/{pk}`. */
export const tagSchema = z.strictObject(tagFields);
export const tagBulkSchema = z.strictObject({ tags: z.array(z.strictObject(tagFields)) });
/** `POST /tag/{object_type}/{object_id}/`. */
export const objectTagsSchema = z.strictObject({ properties: z.strictObject({ tags: z.array(text(1)) }) });
export type TagBody = z.infer<typeof tagSchema>;
