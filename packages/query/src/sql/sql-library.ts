import type { Dialect } from '../dialect.ts';

/** The library that reads SQL. */
export type Library = typeof import('@polyglot-sql/sdk');

/** The library's own name of the dialect. */
export function parserDialect(
  library: Library,
  { parser }: Pick<Dialect, 'parser'>,
): (typeof library.Dialect)[keyof typeof library.Dialect] {
  const name = parser === 'postgres' ? 'postgresql' : parser;
  return Object.values(library.Dialect).find((known) => known === name) ?? library.Dialect.Generic;
}
