import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { changedAnswerOf, itemAnswerOf, madeAnswerOf, messageAnswer, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { text } from '../fields.ts';

/** Kinds of things that carry tags, by name or by number (contract/api.md §2.8). */
const objectKind = z.union([z.enum(['query', 'chart', 'dashboard', 'dataset']), z.int().min(1).max(4)], {
  error: 'Must be one of: query, chart, dashboard, dataset.',
});
const objectRef = z.tuple([objectKind, z.int()]);

/** Makes and changes a tag. */
const tagBody = z.strictObject({
  name: text(1),
  description: z.string().nullish(),
  objects_to_tag: z.array(objectRef).optional(),
});

const signer = personWith('first_name', 'last_name').nullable();

/** A tag in lists and as an item. */
const tagRow = z.strictObject({
  id: z.number(),
  name: z.string(),
  type: z.number(),
  description: z.string().nullable(),
  changed_by: signer,
  changed_on_delta_humanized: z.string(),
  created_on_delta_humanized: z.string(),
  created_by: signer,
});
export type TagRow = z.infer<typeof tagRow>;

/** A tag as things carry it; type 1 is one that people made. */
export const tagRef = z.strictObject({ id: z.number(), name: z.string(), type: z.number() });
export type TagRef = z.infer<typeof tagRef>;
/** Tags that people make; the others are kept by the server. */
export const CUSTOM_TAG = 1;

/** Whether people made a tag. Lists tell its type by number, tagged things by name. */
export function isCustomTag({ type }: { type: number | string }): boolean {
  return type === CUSTOM_TAG || type === 'TagType.custom';
}

const fullPerson = personWith('id', 'username', 'first_name', 'last_name');

/** A thing that carries a tag. */
const taggedObject = z.strictObject({
  id: z.number(),
  type: z.enum(['dashboard', 'chart', 'query']),
  name: z.string().nullable(),
  url: z.string(),
  changed_on: z.string(),
  created_by: fullPerson.nullable(),
  creator: z.string(),
  tags: z.array(z.strictObject({ id: z.number(), name: z.string(), type: z.string() })),
  owners: z.array(fullPerson),
});
export type TaggedObject = z.infer<typeof taggedObject>;

const references = z.array(z.tuple([z.string(), z.number()]));

/** `/tag/` (contract/api.md §2.8). */
export const tagApi = {
  ...resourceApi({
    path: 'tag',
    row: tagRow,
    item: tagRow,
    post: tagBody,
    put: tagBody,
    shown: itemAnswerOf(tagRow),
    made: madeAnswerOf(z.strictObject({})),
    changed: changedAnswerOf(tagBody),
  }),
  objects: endpoint({
    method: 'GET',
    path: '/api/v1/tag/get_objects/',
    query: z.object({ tagIds: z.string(), tags: z.string(), types: z.string() }).partial(),
    answer: z.strictObject({ result: z.array(taggedObject) }),
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/api/v1/tag/bulk_create',
    body: z.strictObject({ tags: z.array(tagBody) }),
    answer: z.strictObject({
      result: z.strictObject({ objects_tagged: references, objects_skipped: references }),
    }),
  }),
  addToObject: endpoint({
    method: 'POST',
    path: '/api/v1/tag/:object_type/:object_id/',
    body: z.strictObject({ properties: z.strictObject({ tags: z.array(text(1)) }) }),
    answer: z.strictObject({}),
    status: 201,
  }),
  removeFromObject: endpoint({
    method: 'DELETE',
    path: '/api/v1/tag/:object_type/:object_id/:tag/',
    answer: messageAnswer,
  }),
  /** Tags are removed by name, not by number. */
  removeByName: endpoint({
    method: 'DELETE',
    path: '/api/v1/tag/',
    q: z.array(z.string()).min(1),
    answer: messageAnswer,
  }),
};
