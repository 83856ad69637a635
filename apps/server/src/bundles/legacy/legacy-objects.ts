import { isJsonObject } from '@chartroom/model';
import type { z } from 'zod';
import { reasonsByField } from '../../http/validation.ts';
import type { Problems } from '../import-problems.ts';
import type { Document } from '../parse-bundle.ts';

export type Mapping = Record<string, unknown>;

/** What reading an old document works with. */
export interface LegacyReading {
  /** Name of the document, with which the paths of what it holds begin. */
  file: string;
  /** What stands in the way of the import, by path. */
  problems: Problems;
  /** Notes what a thing says and this installation does not take over. */
  leaveOut(path: string, reason: string): void;
  /** A new uuid: old documents have none. */
  uuid(): string;
}

/** What the installation that wrote a document knew about its own records; it means nothing elsewhere. */
const HOUSEKEEPING = new Set([
  ...[
    'id',
    'created_on',
    'changed_on',
    'created_by_fk',
    'changed_by_fk',
    'last_saved_at',
    'last_saved_by_fk',
    'perm',
    'schema_perm',
  ],
  ...[
    'catalog_perm',
    'table_id',
    'database_id',
    'datasource_id',
    'datasource_type',
    'datasource_name',
    'is_featured',
    'is_sqllab_view',
  ],
]);

/** The members of an object that says of which type it is: `{"__Slice__": {…}}`. Only the type that belongs here is read. */
export function unwrapped(
  value: unknown,
  type: string,
  path: string,
  { problems }: LegacyReading,
): Mapping | undefined {
  const held = isJsonObject(value) ? value[`__${type}__`] : undefined;
  if (isJsonObject(held)) return held;
  const [name] = isJsonObject(value) ? Object.keys(value).filter((key) => /^__\w+__$/.test(key)) : [];
  problems[path] =
    `A thing of the type __${type}__ is expected here${name === undefined ? '' : `, not ${name}`}`;
  return undefined;
}

/** Those members that a schema knows. Others are told as left out, but for what was housekeeping. */
export function known(
  given: Mapping,
  shape: z.ZodRawShape,
  used: readonly string[],
  path: string,
  { leaveOut }: LegacyReading,
): Mapping {
  const members = Object.entries(given);
  const foreign = members.filter(
    ([name, value]) => !(name in shape) && !used.includes(name) && !HOUSEKEEPING.has(name) && isSaid(value),
  );
  if (foreign.length > 0)
    leaveOut(path, `Nothing here has these members: ${foreign.map(([name]) => name).join(', ')}`);
  return Object.fromEntries(members.filter(([name]) => name in shape));
}

const isSaid = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false;

/** A document of a bundle of today, or undefined and a problem. */
export function checked<S extends z.ZodType>(
  value: Mapping,
  schema: S,
  path: string,
  { problems }: LegacyReading,
): Document<z.output<S>>[] {
  const read = schema.safeParse(value);
  if (read.success) return [{ path, content: read.data }];
  problems[path] = reasonsByField(read.error, value);
  return [];
}

/** A mapping that may be written as JSON text; an empty one for everything else. */
export function mappingOf(value: unknown): Mapping {
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return {};
  try {
    const read: unknown = JSON.parse(value);
    return isJsonObject(read) ? read : {};
  } catch {
    // The schema of the document tells of it, by the name of the field.
    return {};
  }
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number, also where it is written as text. */
export function numberOf(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isSafeInteger(read) ? read : undefined;
}
