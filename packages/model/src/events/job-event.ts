import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';
import { ERROR_TYPES, type ErrorType } from '../errors.ts';

const errorType = z.custom<ErrorType>((value) => typeof value === 'string' && value in ERROR_TYPES);

/** An error as it travels in lists of them (contract/api.md §1.7). */
const toldError = z.strictObject({
  message: z.string(),
  error_type: errorType,
  level: z.enum(['info', 'warning', 'error']),
  extra: z.record(z.string(), z.json().optional()).nullable(),
});

/** What is told of a question that was left to a job (contract/api.md §4). */
export const jobEvent = z.strictObject({
  channel_id: z.string(),
  job_id: z.string(),
  user_id: z.number(),
  status: z.enum(['pending', 'running', 'done', 'error']),
  errors: z.array(z.union([toldError, z.strictObject({ message: z.string() })])),
  /** Where the answer is, when the job is done. */
  result_url: z.string().nullable(),
});
export type JobEvent = z.infer<typeof jobEvent>;

/** An event that has been told: `id` is `<milliseconds>-<number>`, later ones are greater. */
const toldEvent = z.strictObject({ id: z.string(), ...jobEvent.shape });
export type ToldEvent = z.infer<typeof toldEvent>;

/** `/async_event/` (contract/api.md §4). */
export const eventApi = {
  /** Events after one, the earliest first. */
  after: endpoint({
    method: 'GET',
    path: '/api/v1/async_event/',
    query: z.object({ last_id: z.string() }).partial(),
    answer: z.strictObject({ result: z.array(toldEvent) }),
  }),
  /** Stops a job of the caller's own. */
  stop: endpoint({ method: 'DELETE', path: '/api/v1/async_event/:job_id', answer: messageAnswer }),
};
