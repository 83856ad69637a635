import { engineById } from '@chartroom/engines';
import type { Dialect } from '@chartroom/query';

/** What an operator closes and opens beside what the house knows, by engine, lower case. */
export interface FunctionSettings {
  disallowed_functions?: Record<string, string[]>;
  allowed_functions?: Record<string, string[]>;
}

/** A dialect with the functions that the operator has closed and opened; what is closed stays closed. */
export function withFunctionSettings(dialect: Dialect, { disallowed_functions = {}, allowed_functions = {} }: FunctionSettings): Dialect {
  const closed = namedFor(dialect, disallowed_functions);
  const opened = namedFor(dialect, allowed_functions);
  if (closed.length === 0 && opened.length === 0) return dialect;
  const { allowedFunctions, disallowedFunctions } = dialect;
  return {
    ...dialect,
    disallowedFunctions: new Set([...disallowedFunctions, ...closed]),
    allowedFunctions:
      allowedFunctions === 'any'
        ? 'any'
        : {
            ...allowedFunctions,
            values: new Set([...allowedFunctions.values, ...opened]),
            rows: new Set([...allowedFunctions.rows, ...opened]),
          },
  };
}

/** Engines of one dialect know the same functions, and what is known of a statement is kept by its dialect. */
function namedFor(dialect: Dialect, settings: Record<string, string[]>): string[] {
  return Object.entries(settings).flatMap(([name, functions]) => (engineById(name)?.dialect.id === dialect.id ? functions : []));
}
