import type { Dialect } from '@chartroom/query';

/** Names in double quotes, text in single ones, each doubled inside: the SQL standard. */
export const STANDARD_QUOTING: Pick<Dialect, 'quoteIdentifier' | 'quoteString'> = {
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteString: (text) => `'${text.replaceAll("'", "''")}'`,
};
