import {
  type FieldReasons,
  isJsonObject,
  type JsonObject,
  ownMember,
  safeRead,
  truthOf,
} from '@chartroom/model';
import { z } from 'zod';
import { badRequest, invalidFields, invalidPayload, listed, unprocessable } from './errors.ts';

/** How a body that does not fit is answered: the status of `{message: {field: [reasons]}}`, or the list with 422. */
export type Misfit = 400 | 422 | 'listed';

/**
 * Reads a body by its schema; numbers and switches may be written as texts. Throws 400: not an object → SIP-40, else
 * `{message: {field: [reasons]}}`, or as the contract says of a call.
 */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown, misfit: Misfit = 400): z.output<S> {
  return readBody(schema, body, { misfit, asMeant });
}

/** The same where anybody may call: every member is what the schema says, and nothing else (contract/safety.md 3). */
export function parseExactBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  return readBody(schema, body, { misfit: 400, asMeant: () => undefined });
}

interface Reading {
  misfit: Misfit;
  /** What a body that does not fit was meant to be. */
  asMeant(body: JsonObject, error: z.ZodError): JsonObject | undefined;
}

function readBody<S extends z.ZodType>(schema: S, body: unknown, { misfit, asMeant }: Reading): z.output<S> {
  if (!isJsonObject(body)) throw listed(400, 'INVALID_PAYLOAD_FORMAT_ERROR', 'Request is not JSON');
  const first = safeRead(schema, body, MOST_ENTRIES);
  if (first.success) return first.data;
  const meant = asMeant(body, first.error);
  const read = meant ? safeRead(schema, meant, MOST_ENTRIES) : first;
  if (read.success) return read.data;
  const { length } = read.error.issues;
  if (length > MOST_TOLD)
    throw badRequest(`Request is incorrect: ${length} of its values are not what is expected`);
  const reasons = reasonsByField(read.error, meant ?? body);
  if (misfit === 'listed') throw invalidPayload(reasons, body);
  throw misfit === 400 ? invalidFields(reasons) : unprocessable(reasons);
}

/** Mistakes, and unknown fields, that are told one by one: to write each of some ten thousand down takes long, and helps nobody. */
const MOST_TOLD = 1_000;
/** Entries that all lists of a body have together. */
const MOST_ENTRIES = 50_000;

/** A number or a switch that was written as a text, or a switch as 1 or 0; undefined for what is none. */
function spelledOut(expected: string, value: unknown): boolean | number | undefined {
  if (expected === 'boolean') return truthOf(value);
  if (typeof value !== 'string' || (expected !== 'number' && expected !== 'int')) return undefined;
  return /^[-+]?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}

/**
 * The body with its numbers and switches as what they say, where they were written as texts: clients of the contract send
 * `"12"` and `"true"`, too. Undefined when there are none.
 */
function asMeant(body: JsonObject, error: z.ZodError): JsonObject | undefined {
  let meant: JsonObject | undefined;
  for (const { code, path, ...issue } of error.issues) {
    const value =
      code === 'invalid_type' && 'expected' in issue
        ? spelledOut(issue.expected, valueAt(body, path))
        : undefined;
    if (value === undefined) continue;
    meant ??= structuredClone(body);
    const place = valueAt(meant, path.slice(0, -1));
    const name = path.at(-1);
    if (typeof place === 'object' && place !== null && name !== undefined) Reflect.set(place, name, value);
  }
  return meant;
}

/** Reasons per field in the words that clients of the contract compare; items of lists stand under their place. */
export function reasonsByField(error: z.ZodError, body: unknown): FieldReasons {
  const fields: FieldReasons = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      if (issue.keys.length > MOST_TOLD)
        throw badRequest(`Request is incorrect: ${issue.keys.length} of its fields are unknown`);
      for (const key of issue.keys) add(fields, [...issue.path, key], 'Unknown field.');
    } else if (issue.code === 'custom' && issue.params?.inside instanceof z.ZodError) {
      add(fields, issue.path, reasonsByField(issue.params.inside, issue.params.document));
    } else {
      const value = valueAt(body, issue.path);
      add(fields, placeOf(issue, value), reason(issue, value));
    }
  }
  return fields;
}

type Issue = z.core.$ZodIssue;

const EXPECTED: Record<string, string> = {
  string: 'Not a valid string.',
  // The check of a number comes before that of an integer; fields that take fractions bring their own words.
  number: 'Not a valid integer.',
  int: 'Not a valid integer.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  record: 'Not a valid mapping type.',
  tuple: 'Not a valid tuple.',
};

/** How the schema library begins the messages that nobody has worded. */
const UNWORDED = /^(Invalid|Too|Unrecognized)\b/;

/** A thing of named members that is none is refused as a whole, not as one of its members. */
const isNoObject = (issue: Issue) => issue.code === 'invalid_type' && issue.expected === 'object';

function placeOf(issue: Issue, value: unknown): PropertyKey[] {
  return isNoObject(issue) && value !== undefined && value !== null ? [...issue.path, '_schema'] : issue.path;
}

function reason(issue: Issue, value: unknown): string {
  if (value === undefined) return 'Missing data for required field.';
  if (value === null && issue.code !== 'custom') return 'Field may not be null.';
  if (!UNWORDED.test(issue.message)) return issue.message;
  if (isNoObject(issue) || (issue.code === 'invalid_type' && issue.path.length === 0))
    return 'Invalid input type.';
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected] ?? issue.message;
  if (issue.code === 'invalid_value') {
    return typeof value === 'string'
      ? `Must be one of: ${issue.values.map(String).join(', ')}.`
      : 'Not a valid string.';
  }
  return boundsOf(issue) ?? issue.message;
}

/** What is said of a bound where the schema has no words of its own. */
function boundsOf(issue: Issue): string | undefined {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  const ofNumbers = issue.origin === 'number' || issue.origin === 'int';
  if (issue.code === 'too_small')
    return ofNumbers
      ? `Must be greater than or equal to ${issue.minimum}.`
      : `Shorter than minimum length ${issue.minimum}.`;
  return ofNumbers
    ? `Must be less than or equal to ${issue.maximum}.`
    : `Longer than maximum length ${issue.maximum}.`;
}

function add(fields: FieldReasons, path: PropertyKey[], text: string | FieldReasons): void {
  const [name = '_schema', ...inside] = path.map(String);
  const present = ownMember(fields, name);
  if (inside.length > 0) {
    const within: FieldReasons = typeof present === 'object' && !Array.isArray(present) ? present : {};
    if (present === undefined) fields[name] = within;
    // Reasons against the whole field say more than those against its parts.
    add(within, inside, text);
    return;
  }
  const reasons = Array.isArray(present) ? present : [];
  if (!reasons.includes(text)) reasons.push(text);
  fields[name] = reasons;
}

function valueAt(body: unknown, path: PropertyKey[]): unknown {
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
