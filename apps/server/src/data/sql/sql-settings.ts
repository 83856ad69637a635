import { engineById } from '@chartroom/engines';
import type { Dialect, SqlBounds } from '@chartroom/query';

/** What an operator says of SQL of people: functions that are closed and opened beside what the installation knows, by engine, lower case, and bounds. */
export interface SqlSettings {
  disallowed_functions?: Record<string, string[]>;
  allowed_functions?: Record<string, string[]>;
  bounds?: SqlBounds | undefined;
}

/** A dialect as the operator has set it; functions that are closed stay closed. */
export function withSqlSettings(
  plain: Dialect,
  { disallowed_functions = {}, allowed_functions = {}, bounds }: SqlSettings,
): Dialect {
  const dialect = bounds ? { ...plain, sqlBounds: bounds } : plain;
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
  return Object.entries(settings).flatMap(([name, functions]) =>
    engineById(name)?.dialect.id === dialect.id ? functions : [],
  );
}
