/** An identifier as PostgreSQL reads it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A string literal as PostgreSQL reads it, whatever `standard_conforming_strings` says. */
export function quoteText(text: string): string {
  const quoted = text.replaceAll("'", "''");
  return text.includes('\\') ? `E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`;
}
