import { z } from 'zod';
import { beyondBound } from './bounds.ts';
import { ChartroomError } from './errors.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import {
  columnRefSchema,
  metricRefSchema,
  postProcessingSchema,
  type QueryContext,
  type QueryObject,
  queryContextSchema,
  queryFilterSchema,
} from './query-object.ts';

/**
 * Reads what somebody sent by its schema. A list of very many mistakes is refused before each of them is written down.
 * @throws ChartroomError 400 for more entries than `mostEntries` in all its lists together
 */
export function safeRead<S extends z.ZodType>(
  schema: S,
  given: unknown,
  mostEntries: number,
): z.ZodSafeParseResult<z.output<S>> {
  requireEntries(given, mostEntries);
  return read(schema, given);
}

function read<S extends z.ZodType>(schema: S, given: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(given);
  } catch (error) {
    // The schema library gathers what is wrong by calls that take only so many arguments.
    if (!(error instanceof RangeError)) throw error;
    throw incorrect('more is wrong with it than can be told', error);
  }
}

/** Mistakes in one list that are told. */
const MOST_MISTAKES = 100;

/** What the entries of the long lists of a question are. */
const ENTRIES = {
  columns: columnRefSchema,
  groupby: columnRefSchema,
  series_columns: columnRefSchema,
  metrics: metricRefSchema,
  orderby: z.tuple([z.union([metricRefSchema, columnRefSchema]), z.boolean()]),
  filters: queryFilterSchema,
  post_processing: postProcessingSchema.nullable(),
  time_offsets: z.string(),
} satisfies Partial<Record<keyof QueryObject, z.ZodType>>;
const ENTRY_SCHEMAS = Object.entries(ENTRIES);

/**
 * The body of a request for chart data. Its lists are looked through until they hold a hundred mistakes: to write down
 * each of some hundred thousand takes seconds.
 * @throws ChartroomError 400 as `safeRead` does
 */
export function readQuestion(given: JsonObject, mostEntries: number): z.ZodSafeParseResult<QueryContext> {
  requireEntries(given, mostEntries);
  for (const [place, query] of (Array.isArray(given.queries) ? given.queries : []).entries()) {
    if (!isJsonObject(query)) continue;
    for (const [name, schema] of ENTRY_SCHEMAS)
      requireFewMistakes(query[name], schema, () => `queries.${place}.${name}`);
    for (const filter of Array.isArray(query.filters) ? query.filters : [])
      if (isJsonObject(filter))
        requireFewMistakes(filter.val, plainValue, () => `queries.${place}.filters: the values`);
  }
  return read(queryContextSchema, given);
}

const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

function requireFewMistakes(list: unknown, schema: z.ZodType, name: () => string): void {
  if (!Array.isArray(list) || list.length <= MOST_MISTAKES) return;
  let mistakes = 0;
  for (const entry of list) {
    if (schema.safeParse(entry).success) continue;
    mistakes += 1;
    if (mistakes > MOST_MISTAKES)
      throw incorrect(`${name()}: more than ${MOST_MISTAKES} entries are not what is expected`);
  }
}

function incorrect(what: string, cause?: unknown): ChartroomError {
  return new ChartroomError(`Request is incorrect: ${what}`, {
    status: 400,
    error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    shape: 'message',
    cause,
  });
}

/** Counts the entries of all lists, level by level: documents may be deep. */
function requireEntries(document: unknown, bound: number): void {
  let entries = 0;
  const found: object[] = [];
  const keep = (member: unknown): void => {
    if (typeof member === 'object' && member !== null) found.push(member);
  };
  keep(document);
  // Grows while it is gone through.
  for (const each of found) {
    if (Array.isArray(each)) {
      entries += each.length;
      if (entries > bound)
        throw beyondBound('Request is incorrect: the number of entries of all its lists', entries, bound);
      each.forEach(keep);
      continue;
    }
    // Questions inside a body are read, and counted, each on its own.
    for (const [name, member] of Object.entries(each)) if (name !== 'query_context') keep(member);
  }
}
