import { isJsonObject, type JsonValue } from '@chartroom/model';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Numbers are whole ones; the schema of another one says so itself. */
const TYPES: Record<string, string> = { number: 'integer', int: 'integer', record: 'object' };

/**
 * The first thing to say of a `q` that has the wrong shape, in the words of JSON schema (contract/api.md §1.3): what stands
 * highest, and among those the last one, as the recorded answers have it.
 */
export function shapeProblem(issues: readonly Issue[], value: JsonValue): string {
  const told = issues.map((issue) => ({ issue, path: placeOf(issue, value) }));
  const [first] = told.sort((a, b) => a.path.length - b.path.length || (comesLater(a.path, b.path) ? -1 : 1));
  return first ? words(first.issue, value) : '';
}

/** Where JSON schema sees a problem: what is missing is missing in the object around it. */
function placeOf(issue: Issue, value: JsonValue): PropertyKey[] {
  return at(value, issue.path) === undefined ? issue.path.slice(0, -1) : issue.path;
}

function comesLater(a: readonly PropertyKey[], b: readonly PropertyKey[]): boolean {
  const place = a.findIndex((step, index) => step !== b[index]);
  const [mine, other] = [a[place] ?? '', b[place] ?? ''];
  return typeof mine === 'number' && typeof other === 'number' ? mine > other : String(mine) > String(other);
}

function words(issue: Issue, value: JsonValue): string {
  const wrong = at(value, issue.path);
  if (wrong === undefined) return `${written(String(issue.path.at(-1) ?? 'q'))} is a required property`;
  if (issue.code === 'invalid_type' && !issue.message.startsWith('Invalid input'))
    return `${written(wrong)} ${issue.message}`;
  if (issue.code === 'invalid_type')
    return `${written(wrong)} is not of type '${TYPES[issue.expected] ?? issue.expected}'`;
  if (issue.code === 'invalid_value')
    return `${written(wrong)} is not one of [${issue.values.map((each) => written(String(each))).join(', ')}]`;
  if (issue.code === 'invalid_union') return `${written(wrong)} is not valid under any of the given schemas`;
  return bound(issue, written(wrong)) ?? `${issue.path.join('.') || 'q'}: ${issue.message}`;
}

function bound(issue: Issue, wrong: string): string | undefined {
  if (issue.code === 'too_small')
    return issue.origin === 'number'
      ? `${wrong} is less than the minimum of ${issue.minimum}`
      : `${wrong} is too short`;
  if (issue.code === 'too_big')
    return issue.origin === 'number'
      ? `${wrong} is greater than the maximum of ${issue.maximum}`
      : `${wrong} is too long`;
  return undefined;
}

function at(value: JsonValue | undefined, path: readonly PropertyKey[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isJsonObject(inner) ? inner[String(step)] : undefined;
  }, value);
}

/** A value as clients of the contract know it from messages: `'a'`, `True`, `None`, `{'a': [1]}`. */
export function written(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([key, below]) => `${written(key)}: ${written(below)}`)
    .join(', ')}}`;
}
