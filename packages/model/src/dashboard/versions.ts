import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { personWith } from '../api/people.ts';
import { boardDocument } from './board/board.ts';

/** A version of a dashboard: who saved it when, and what changed. */
const dashboardVersion = z.strictObject({
  /** Counts the versions of one dashboard from 1. */
  number: z.number(),
  changed_on: z.string(),
  changed_by: personWith('id', 'first_name', 'last_name').nullable(),
  summary: z.string(),
});
export type DashboardVersion = z.infer<typeof dashboardVersion>;

const BASE = '/api/v1/dashboard/:pk/versions';

/** What a dashboard was after each save, newest first; for those who may change it. */
export const dashboardVersionsApi = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    answer: z.strictObject({ count: z.number(), result: z.array(dashboardVersion) }),
  }),
  show: endpoint({
    method: 'GET',
    path: `${BASE}/:number`,
    answer: z.strictObject({ result: dashboardVersion.extend({ document: boardDocument }) }),
  }),
  /** Makes the dashboard what it was: a new version. Who may see it, and its address, stay as they are. */
  restore: endpoint({
    method: 'POST',
    path: `${BASE}/:number/restore`,
    answer: z.strictObject({
      result: dashboardVersion,
      /** Ids of charts on it that are no longer there. */
      missing_charts: z.array(z.number()),
    }),
  }),
};
