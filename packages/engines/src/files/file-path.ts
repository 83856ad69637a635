import { basename, isAbsolute, relative, resolve } from 'node:path';
import { ChartroomError } from '@chartroom/model';
import { parseUri } from '../uri.ts';

/** Databases in memory have no file. */
export const IN_MEMORY = ':memory:';

/**
 * The file behind an embedded engine's address (`duckdb:///sales.duckdb`): a path below `home`, or memory. Anything
 * outside is refused (400), because a path is a right to read the server's files.
 */
export function databaseFile(uri: string, home: string): string {
  const name = parseUri(uri).database ?? '';
  if (name === '' || name === IN_MEMORY) return IN_MEMORY;
  const path = resolve(home, name);
  const inside = relative(resolve(home), path);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside))
    throw refused(`The database file "${name}" is outside the folder for database files.`);
  // Engines read such a beginning as an address, and what follows as a path of its own.
  if (/^\w+:/.test(basename(path))) throw refused(`The database file "${name}" has a colon in its name.`);
  if (OWN_FILES.test(inside))
    throw refused(`The file "${name}" belongs to the product itself and is no database to ask.`);
  return path;
}

/** What the product keeps in its home for itself: its records with the accounts, and its key. */
const OWN_FILES = /^(records\.sqlite|secret\.key)/i;

function refused(message: string): ChartroomError {
  return new ChartroomError(message, { status: 400, error_type: 'CONNECTION_ACCESS_DENIED_ERROR' });
}
