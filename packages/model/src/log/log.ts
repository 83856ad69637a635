import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';

/** A line that somebody writes: who and when are not theirs to say. */
const body = z.strictObject({
  action: z.string().min(1).max(512),
  json: z.string().nullish(),
  slice_id: z.int().nullish(),
  dashboard_id: z.int().nullish(),
  duration_ms: z.int().nullish(),
  referrer: z.string().max(1_024).nullish(),
});

/** Lines tell no id of their own: the ids of a page stand beside them. */
const row = z.strictObject({
  user: personWith('first_name', 'last_name', 'username').nullable(),
  user_id: z.number().nullable(),
  action: z.string(),
  dttm: z.string(),
  json: z.string().nullable(),
  slice_id: z.number().nullable(),
  dashboard_id: z.number().nullable(),
  duration_ms: z.number().nullable(),
  referrer: z.string().nullable(),
});
export type LogRow = z.infer<typeof row>;

/** A chart or dashboard that the caller has looked at. */
const recentActivity = z.strictObject({
  action: z.string(),
  item_type: z.enum(['dashboard', 'slice']),
  item_url: z.string(),
  item_title: z.string(),
  /** Epoch milliseconds. */
  time: z.number(),
  time_delta_humanized: z.string(),
});
export type RecentActivity = z.infer<typeof recentActivity>;

/** `/log/` (contract/api.md §2.17), and what pages report (§2.19). */
export const logApi = {
  ...resourceApi({
    path: 'log',
    row,
    item: row,
    post: body,
    put: z.never(),
    shown: itemAnswerOf(row),
    made: madeAnswerOf(body),
    changed: z.never(),
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/v1/log/recent_activity/',
    q: z.object({
      page: z.number().int().optional(),
      page_size: z.number().int().optional(),
      actions: z.array(z.string()).optional(),
      distinct: z.boolean().optional(),
    }),
    answer: z.strictObject({ result: z.array(recentActivity) }),
  }),
  /** Events as a form carries them (`events` = a list in JSON), or as JSON. */
  report: endpoint({
    method: 'POST',
    path: '/superset/log/',
    query: z.object({ dashboard_id: z.string(), explode: z.string() }).partial(),
    answer: 'nothing',
  }),
};
