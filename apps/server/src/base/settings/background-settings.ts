import { z } from 'zod';
import { flag, whole } from './setting-kinds.ts';

/** Settings of what goes on while nobody waits: jobs, their results, and the events that tell of them (contract/api.md §4, §6). */
export const BACKGROUND_SETTINGS = {
  /** Jobs of one kind that one process does at a time. */
  JOBS_AT_ONCE: whole(1).default(4),
  /** Where rows of SQL Lab runs wait that nobody waited for: files of the home, or nowhere. */
  RESULTS_BACKEND: z.enum(['files', 'none']).default('files'),
  SQLLAB_ASYNC_TIME_LIMIT_SEC: whole(1)
    .max(2_000_000, 'must be less than 24 days')
    .default(6 * 3_600),
  /** Every run of SQL Lab is one that nobody waits for, whatever its database allows. */
  SQLLAB_FORCE_RUN_ASYNC: flag.default(false),
  /** Charts whose answer is not kept are answered by a job and an event. */
  GLOBAL_ASYNC_QUERIES: flag.default(false),
  /** How pages hear of events. */
  GLOBAL_ASYNC_QUERIES_TRANSPORT: z.enum(['polling', 'ws']).default('polling'),
  /** Milliseconds between two questions for events. */
  GLOBAL_ASYNC_QUERIES_POLLING_DELAY: whole(50).default(500),
  /** Where pages find the socket; absent = `/ws` of this installation. */
  GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: z
    .string()
    .regex(/^wss?:\/\//, 'must begin with ws:// or wss://')
    .optional(),
  GLOBAL_ASYNC_QUERIES_JWT_COOKIE_NAME: z
    .string()
    .regex(/^[\w-]+$/, 'must be letters, digits, - and _')
    .refine((name) => name !== 'session', 'is the name of another cookie')
    .default('async-token'),
  GLOBAL_ASYNC_QUERIES_JWT_COOKIE_SECURE: flag.default(false),
  GLOBAL_ASYNC_QUERIES_JWT_COOKIE_SAMESITE: z.enum(['lax', 'strict', 'none']).default('lax'),
  GLOBAL_ASYNC_QUERIES_JWT_COOKIE_DOMAIN: z.string().min(1).optional(),
  /** Signs the cookie; absent = derived from the secret key. */
  GLOBAL_ASYNC_QUERIES_JWT_SECRET: z
    .string()
    .refine((key) => Buffer.byteLength(key) >= 32, 'must have at least 32 bytes')
    .optional(),
  GLOBAL_ASYNC_QUERIES_REDIS_STREAM_PREFIX: z.string().min(1).default('async-events-'),
  /** Events of one channel that are kept. */
  GLOBAL_ASYNC_QUERIES_REDIS_STREAM_LIMIT: whole(1).default(1_000),
  /** Events of all channels that are kept in Redis. */
  GLOBAL_ASYNC_QUERIES_REDIS_STREAM_LIMIT_FIREHOSE: whole(1).default(1_000_000),
} as const;
