import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';

/** How far the example data is. */
const examplesState = z.strictObject({
  state: z.enum(['absent', 'loading', 'ready', 'failed', 'removed']),
  /** 0 to 1 while loading. */
  progress: z.number(),
  /** What is being loaded, or what went wrong. */
  message: z.string().nullable(),
});
export type ExamplesState = z.infer<typeof examplesState>;

/** The example data: how far it is, and its removal for good. */
export const exampleApi = {
  show: endpoint({ method: 'GET', path: '/api/v1/examples/', answer: examplesState }),
  remove: endpoint({ method: 'DELETE', path: '/api/v1/examples/', answer: messageAnswer }),
};
