import { z } from 'zod';
import { notFinite } from './not-finite.ts';
import { resultColumn } from './result-column.ts';

const name = z.string().max(256).nullish();

/** A statement that somebody is writing. */
export const liveBody = z.strictObject({
  database_id: z.int(),
  catalog: name,
  schema: name,
  /** The statement at the caret. */
  sql: z.string(),
  /** The common table expression whose rows are wanted; absent = those of the statement. */
  cte: name,
  /** JSON text. */
  templateParams: z.string().nullish(),
  /** The tab that it is written in: a later statement of the same tab ends this one. */
  tab: z.string().max(64),
});
export type LiveQuestion = z.output<typeof liveBody>;

/**
 * What is shown beside the editor. `rows`: the first ones, of the whole data or, where that took too long, of a sample.
 * `refused`: it is none of the statements that run while they are written. `problem`: it cannot be read, or the engine
 * refuses it; line and column count from 1 within the statement. `late`: not even a sample was there in time, `budget`
 * milliseconds. `replaced`: a later statement of the tab has ended this one.
 */
export const liveAnswer = z.union([
  z.strictObject({
    state: z.literal('rows'),
    columns: z.array(resultColumn),
    data: z.array(z.record(z.string(), z.unknown())),
    notFinite,
    /** There are more rows than these. */
    isCut: z.boolean(),
    /** So many first rows of each table were looked at; null = all of them. */
    sampled: z.number().nullable(),
    budget: z.number(),
  }),
  z.strictObject({ state: z.literal('refused'), message: z.string() }),
  z.strictObject({
    state: z.literal('problem'),
    message: z.string(),
    line: z.number().nullable(),
    column: z.number().nullable(),
  }),
  z.strictObject({ state: z.literal('late'), budget: z.number() }),
  z.strictObject({ state: z.literal('replaced') }),
]);
export type LiveAnswer = z.infer<typeof liveAnswer>;
