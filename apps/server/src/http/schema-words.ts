import { isJsonObject, type JsonValue } from '@chartroom/model';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A value as messages of the contract write it: texts in single quotes, `None`, `True`, lists and mappings in brackets. */
export function literal(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", String.raw`\'`)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (isJsonObject(value))
    return `{${Object.entries(value)
      .map(([name, each]) => `${literal(name)}: ${literal(each)}`)
      .join(', ')}}`;
  return String(value);
}

/** Numbers are whole ones; the schema of another one says so itself. */
const TYPES: Record<string, string> = { number: 'integer', int: 'integer', record: 'object' };

/** What is wrong with a document, in the words of JSON Schema. Of several things the outermost is told, and of these the last. */
export function schemaReason({ issues }: z.ZodError, document: JsonValue): string {
  const told = issues.reduce((best, issue) => (issue.path.length <= best.path.length ? issue : best));
  const missing = told.path.at(-1);
  const value = valueAt(document, told.path);
  if (value === undefined && typeof missing === 'string') return `${literal(missing)} is a required property`;
  return `${literal(value)} ${complaint(told)}`;
}

function complaint(issue: Issue): string {
  if (issue.code === 'invalid_type' && !issue.message.startsWith('Invalid input')) return issue.message;
  if (issue.code === 'invalid_type') return `is not of type '${TYPES[issue.expected] ?? issue.expected}'`;
  if (issue.code === 'invalid_value') return `is not one of ${literal(issue.values.map(String))}`;
  if (issue.code === 'invalid_union') return 'is not valid under any of the given schemas';
  if (issue.code === 'too_small') return issue.origin === 'number' ? `is less than the minimum of ${issue.minimum}` : 'is too short';
  if (issue.code === 'too_big') return issue.origin === 'number' ? `is greater than the maximum of ${issue.maximum}` : 'is too long';
  return `does not fit: ${issue.message}`;
}

function valueAt(document: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step];
    else if (isJsonObject(value)) value = value[String(step)];
    else return undefined;
  }
  return value;
}
