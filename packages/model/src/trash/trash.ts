import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';

/** What can be taken out of the trash again. */
export const TRASH_KINDS = ['dashboard', 'chart', 'dataset', 'saved_query'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

/** A thing that was deleted. */
const trashedThing = z.strictObject({
  id: z.number(),
  kind: z.enum(TRASH_KINDS),
  /** The id that it had, and has again. */
  object_id: z.number(),
  name: z.string(),
  deleted_on: z.string(),
  deleted_by: personWith('id', 'first_name', 'last_name').nullable(),
  /** When it is gone for good. */
  ends_on: z.string(),
});
export type TrashedThing = z.infer<typeof trashedThing>;

const restored = z.strictObject({ kind: z.enum(TRASH_KINDS), object_id: z.number(), name: z.string() });

const ONE = '/api/v1/trash/:pk';

/** What was deleted, for those who deleted or owned it, and administrators. */
export const trashApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/trash/',
    answer: z.strictObject({ count: z.number(), result: z.array(trashedThing) }),
  }),
  /** Puts a thing back, a dashboard with those of its charts that were deleted, too. */
  restore: endpoint({
    method: 'POST',
    path: `${ONE}/restore`,
    answer: z.strictObject({
      result: z.array(restored),
      /** What could not be put back with it, in words. */
      left_out: z.array(z.string()),
    }),
  }),
  remove: endpoint({ method: 'DELETE', path: ONE, answer: messageAnswer }),
};
