import { z } from 'zod';
import { changedAnswerOf, itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { text } from '../fields.ts';

const body = z.strictObject({ name: text(1, 250), descr: z.string().nullish() });

const signer = personWith('first_name', 'last_name').nullable();

const item = z.strictObject({ id: z.number(), name: z.string(), descr: z.string().nullable() });

const row = item.extend({
  created_by: signer,
  changed_by: signer,
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
  created_on: z.string(),
});
export type AnnotationLayerRow = z.infer<typeof row>;

/** `/annotation_layer/` (contract/api.md §2.10). */
export const annotationLayerApi = resourceApi({
  path: 'annotation_layer',
  row,
  item,
  post: body,
  put: body.partial(),
  shown: itemAnswerOf(item),
  made: madeAnswerOf(body),
  changed: changedAnswerOf(body.partial().extend({ layer: z.number() })),
});
