import type { z } from 'zod';
import { beyondBound } from './bounds.ts';
import { ChartroomError } from './errors.ts';

/**
 * Reads what somebody sent by its schema. A list of very many mistakes is refused before each of them is written down.
 * @throws ChartroomError 400 for more entries than `mostEntries` in all its lists together
 */
export function safeRead<S extends z.ZodType>(schema: S, given: unknown, mostEntries: number): z.ZodSafeParseResult<z.output<S>> {
  requireEntries(given, mostEntries);
  try {
    return schema.safeParse(given);
  } catch (error) {
    // The schema library gathers what is wrong by calls that take only so many arguments.
    if (!(error instanceof RangeError)) throw error;
    throw new ChartroomError('Request is incorrect: more is wrong with it than can be told.', {
      status: 400,
      error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
      shape: 'message',
      cause: error,
    });
  }
}

/** Counts the entries of all lists, level by level: documents may be deep. */
function requireEntries(document: unknown, bound: number): void {
  let entries = 0;
  let level: unknown[] = [document];
  while (level.length > 0) {
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      const members: unknown[] = Array.isArray(each) ? each : Object.values(each);
      if (Array.isArray(each)) entries += each.length;
      if (entries > bound) throw beyondBound('Request is incorrect: the number of entries of all its lists', entries, bound);
      for (const member of members) if (typeof member === 'object' && member !== null) below.push(member);
    }
    level = below;
  }
}
