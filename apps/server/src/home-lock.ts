import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SettingError } from './base/config.ts';

/** Milliseconds for which a server that has just been told to stop may still have the home. */
const PATIENCE = 1_000;
/** Nothing is ever written here: whoever holds the lock on it has the home. Not the records themselves, whose locks are their own. */
const LOCK = 'server.lock';
/** Who holds it, for people. It may be left over; the lock never is, since the system takes it back from a process that is gone. */
const HOLDER = 'server.pid';

/** By what other servers that share the records know the one of this home, from one start to the next. */
const ID = 'server.id';

/** A home that is this process's alone. */
export interface HomeLock {
  /** The server of this home, whichever process it is. */
  id: string;
  release(): Promise<void>;
}

/**
 * Takes the home for this process: a second server on it would take away files that are being received and end queries
 * that run. Rejects with SettingError naming the process that has it, and has changed nothing then.
 */
export async function lockHome(home: string): Promise<HomeLock> {
  const path = join(home, LOCK);
  const lock = new DatabaseSync(path, { timeout: PATIENCE });
  try {
    // Nothing is written, so that nothing has to be taken back by a journal of its own.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isHeld(error))
      throw new SettingError(
        `CHARTROOM_HOME: ${path} cannot be locked: ${error instanceof Error ? error.message : error}`,
      );
    const holder = (await readFile(join(home, HOLDER), 'utf8').catch(() => '')).trim();
    throw new SettingError(
      `The home ${home} is in use by ${holder || 'another server'}. Stop that server first, or give this one a home of its own (CHARTROOM_HOME).`,
    );
  }
  await writeFile(
    join(home, HOLDER),
    `process ${process.pid}, which has run since ${new Date().toISOString()}\n`,
    { mode: 0o600 },
  );
  return {
    id: await keptId(join(home, ID)),
    release: async () => {
      await rm(join(home, HOLDER), { force: true });
      lock.close();
    },
  };
}

async function keptId(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (kept.trim() !== '') return kept.trim();
  const made = randomUUID();
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}

function isHeld(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    [5, 6].includes(error.errcode & 0xff)
  );
}
