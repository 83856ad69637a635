import { type JsonValue, parseRison } from '@chartroom/model';
import type { z } from 'zod';
import { badRequest } from './errors.ts';
import { shapeProblem } from './q-words.ts';

/** The `q` parameter (contract/api.md §1.3): Rison, or JSON. Undefined when absent; throws 400 when it is neither. */
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

/** Rows of a page and how many to skip (contract/api.md §1.6). `most` undefined = unbounded. */
export function pageOf(
  query: { page?: number | undefined; page_size?: number | undefined },
  usual: number,
  most: number | undefined,
) {
  const asked = query.page_size ?? 0;
  const bounded = asked < 0 || (most !== undefined && asked > most) ? most : asked;
  const size = asked === 0 ? usual : bounded;
  const page = Math.max(0, query.page ?? 0);
  return { limit: size, offset: size === undefined ? 0 : Math.min(page * size, Number.MAX_SAFE_INTEGER) };
}
