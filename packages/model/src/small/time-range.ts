import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

/** What a range in words means now: ends as ISO texts, empty where there is none. */
const actualRange = z.strictObject({
  since: z.string(),
  until: z.string(),
  timeRange: z.string(),
  shift: z.string().nullable(),
});
export type ActualRange = z.infer<typeof actualRange>;

/** `/time_range/` (contract/api.md §2.18). */
export const timeRangeApi = {
  /** Asked for one range, or for several with shifts. */
  evaluate: endpoint({
    method: 'GET',
    path: '/api/v1/time_range/',
    q: z.union([z.string(), z.array(z.object({ timeRange: z.string(), shift: z.string().nullish() }))]),
    answer: z.strictObject({ result: z.array(actualRange) }),
  }),
};
