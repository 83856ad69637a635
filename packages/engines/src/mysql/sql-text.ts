/** An identifier as MySQL reads it. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** A string literal as MySQL reads it while `NO_BACKSLASH_ESCAPES` is off, which every session of the server sees to. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
