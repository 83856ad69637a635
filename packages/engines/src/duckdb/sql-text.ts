/** An identifier as DuckDB reads it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A string literal as DuckDB reads it. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
