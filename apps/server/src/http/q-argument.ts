import { type JsonValue, parseRison } from '@chartroom/model';
import { z } from 'zod';
import { badRequest } from './errors.ts';
import { shapeProblem } from './q-words.ts';

/** The `q` parameter (contract §1.3): Rison, or JSON. Undefined when absent; throws 400 when it is neither. */
export function readQ(query: unknown): JsonValue | undefined {
  const text = typeof query === 'object' && query !== null && 'q' in query ? query.q : undefined;
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string')
    throw badRequest('Not a valid rison/json argument: q is given more than once');
  try {
    return parseRison(text);
  } catch (error) {
    try {
      const value: JsonValue = JSON.parse(text);
      return value;
    } catch {
      throw badRequest(
        `Not a valid rison/json argument: ${error instanceof Error ? error.message : 'unreadable'}`,
      );
    }
  }
}

/** `q` by its schema; an absent `q` is read as an empty object. Throws 400 naming what does not fit. */
export function parseQ<S extends z.ZodType>(schema: S, query: unknown): z.output<S> {
  const value = readQ(query) ?? {};
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw badRequest(`Not a valid rison schema ${shapeProblem(read.error.issues, value)}`);
}

/** `q` as a bare list of numbers, as bulk calls take it. */
export function parseIds(query: unknown): number[] {
  return parseQ(idsSchema, query);
}

/** `q` of calls about several things. */
export const idsSchema = z.array(z.number().int());

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const listOfScalars = z.array(z.union([scalar, z.null()]));

/** The parts of an answer that `keys` may ask for; `none` leaves all of them out. */
const keysOf = <K extends string>(...names: K[]) => z.array(z.enum([...names, 'none'])).optional();

export const listQuerySchema = z.object({
  filters: z
    .array(z.object({ col: z.string(), opr: z.string(), value: z.union([scalar, listOfScalars]) }))
    .optional(),
  order_column: z.string().optional(),
  order_direction: z.enum(['asc', 'desc']).optional(),
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
  columns: z.array(z.string()).optional(),
  select_columns: z.array(z.string()).optional(),
  keys: keysOf('list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title'),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export const itemQuerySchema = z.object({
  columns: z.array(z.string()).optional(),
  select_columns: z.array(z.string()).optional(),
  keys: keysOf('show_columns', 'description_columns', 'label_columns', 'show_title'),
});

export const infoQuerySchema = z.object({
  keys: keysOf('add_columns', 'edit_columns', 'filters', 'permissions', 'add_title', 'edit_title'),
  add_columns: z.record(z.string(), z.unknown()).optional(),
  edit_columns: z.record(z.string(), z.unknown()).optional(),
});

export const relatedQuerySchema = z.object({
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
  filter: z.string().optional(),
  include_ids: z.array(z.number().int()).optional(),
});

/** Rows of a page and how many to skip (contract §1.6). `most` undefined = unbounded. */
export function pageOf(
  query: { page?: number | undefined; page_size?: number | undefined },
  usual: number,
  most: number | undefined,
) {
  const asked = query.page_size ?? 0;
  const size = asked === 0 ? usual : asked < 0 || (most !== undefined && asked > most) ? most : asked;
  const page = Math.max(0, query.page ?? 0);
  return { limit: size, offset: size === undefined ? 0 : Math.min(page * size, Number.MAX_SAFE_INTEGER) };
}
