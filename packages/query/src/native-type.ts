import { GenericType } from '@chartroom/model';
import type { Dialect } from './dialect.ts';

/** The rules all engines share (contract/query.md §3.6); an engine's own come first. */
const COMMON: readonly (readonly [RegExp, GenericType])[] = [
  [/^(string|n?char|n?varchar|character|text|ntext|tinytext|mediumtext|longtext)/i, GenericType.STRING],
  [/^interval/i, GenericType.TEMPORAL],
  [/^(small|big)?serial/i, GenericType.NUMERIC],
  [/^(smallint|int|bigint|long(?!blob)|decimal|numeric|float|double|real|money)/i, GenericType.NUMERIC],
  [/^(timestamp|datetime|date|time)/i, GenericType.TEMPORAL],
  [/^bool/i, GenericType.BOOLEAN],
];

/** Whether moments of a type belong to a zone, by the names engines give such types. */
export function hasZone(nativeType: string): boolean {
  return /with time zone|timestamp_?l?tz|datetimetz/i.test(nativeType);
}

/**
 * Kind of a column by the name its engine gives the type, e.g. `NUMERIC(10,2)`. Undefined when no rule
 * knows it. Arrays are text whatever they hold.
 */
export function genericTypeOf(
  nativeType: string,
  dialect: Pick<Dialect, 'nativeTypes'>,
): GenericType | undefined {
  for (const rules of [dialect.nativeTypes, COMMON]) {
    for (const [pattern, generic] of rules) if (pattern.test(nativeType)) return generic;
  }
  return undefined;
}
