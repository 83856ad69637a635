/** An identifier as ClickHouse reads it: a backslash has a meaning in names too. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('\\', '\\\\').replaceAll('"', '""')}"`;
}

/** A string literal as ClickHouse reads it. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
