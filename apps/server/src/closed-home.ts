import { chmod, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';
import type { Config } from './base/config.ts';

/** What the installation keeps in its home: files of these names, with what stands beside them while they are written, and folders. */
const FILES = /^(records\.sqlite|examples\.|uploads\.duckdb|secret\.key|server\.(lock|pid|id)$)/;
const FOLDERS: ReadonlySet<string> = new Set(['results', 'pictures', 'incoming', 'received', 'outgoing']);
/** Rights of the group and of everybody else. */
const OTHERS = 0o077;

/**
 * Closes what the installation keeps to other accounts of the machine: a home that was made beforehand, or files that were put
 * there, may be open to them. What cannot be closed is told in a line each. (New files are made closed: see `main.ts`.)
 */
export async function closeHome(
  { HOME, RECORDS_URL }: Pick<Config, 'HOME' | 'RECORDS_URL'>,
  say: (line: string) => void,
): Promise<void> {
  if (process.platform === 'win32') return;
  const paths = [HOME];
  for (const entry of await readdir(HOME, { withFileTypes: true })) {
    const isOwn = entry.isFile() ? FILES.test(entry.name) : entry.isDirectory() && FOLDERS.has(entry.name);
    if (isOwn) paths.push(join(HOME, entry.name));
  }
  const records = RECORDS_URL.startsWith('sqlite:') ? RECORDS_URL.replace(/^sqlite:\/\//, '') : undefined;
  if (records !== undefined) paths.push(records, `${records}-wal`, `${records}-shm`);
  for (const path of new Set(paths)) await closePath(path, say);
}

async function closePath(path: string, say: (line: string) => void): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found || (found.mode & OTHERS) === 0) return;
  const mode = (found.mode & 0o7777).toString(8);
  if (found.isDirectory() && isShared(path, found.mode)) {
    say(
      `${path} (mode ${mode}) is open to other accounts of this machine and holds more than this installation; better give it a home of its own.`,
    );
    return;
  }
  try {
    await chmod(path, found.mode & 0o7700);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(
      `${path} (mode ${mode}) can be reached by other accounts of this machine, and that cannot be changed: ${why}`,
    );
  }
}

/** Folders that are not the installation's alone, whatever the settings say: to close them would shut out others. */
function isShared(path: string, mode: number): boolean {
  const isSticky = (mode & 0o1000) !== 0;
  return isSticky || path === homedir() || path === process.cwd() || path === parse(path).root;
}
