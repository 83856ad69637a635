import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';
import { text } from '../fields.ts';

/** What somebody looks at a dashboard with: filters in force and open tabs. */
const viewState = z.strictObject({
  dataMask: z.record(z.string(), z.unknown()),
  activeTabs: z.array(z.string()).max(1_000),
});
export type ViewState = z.infer<typeof viewState>;

/** A view of a dashboard under a name. */
const namedView = z.strictObject({
  id: z.number(),
  name: z.string(),
  /** Whether everybody who may open the dashboard finds it. */
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** Who made it. */
  owner: z.string(),
  state: viewState,
});
export type NamedView = z.infer<typeof namedView>;

const name = text(1, 200);
const BASE = '/api/v1/dashboard/:pk/views';

/** How people look at a dashboard: the caller's last filters and tabs, views of their own, and views that others share. */
export const dashboardViewsApi = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/`,
    answer: z.strictObject({ last: viewState.nullable(), result: z.array(namedView) }),
  }),
  keepLast: endpoint({
    method: 'PUT',
    path: `${BASE}/last`,
    body: z.strictObject({ state: viewState }),
    answer: messageAnswer,
  }),
  forgetLast: endpoint({ method: 'DELETE', path: `${BASE}/last`, answer: messageAnswer }),
  create: endpoint({
    method: 'POST',
    path: `${BASE}/`,
    body: z.strictObject({ name, is_shared: z.boolean().default(false), state: viewState }),
    answer: z.strictObject({ id: z.number() }),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${BASE}/:view`,
    body: z.strictObject({
      name: name.optional(),
      is_shared: z.boolean().optional(),
      state: viewState.optional(),
    }),
    answer: messageAnswer,
  }),
  remove: endpoint({ method: 'DELETE', path: `${BASE}/:view`, answer: messageAnswer }),
};
