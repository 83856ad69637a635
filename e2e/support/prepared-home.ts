import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../bench/client.ts';
import { ADMIN, startProduct } from './product.ts';

/** A home with an administrator and the examples in it, from which journeys begin; made anew for each run. */
const PREPARED = join(import.meta.dirname, '..', '..', '.cache', 'prepared-home');

/** Makes the home once, before the first journey: to load the examples takes longer than to copy them. */
export async function setup(): Promise<void> {
  rmSync(PREPARED, { recursive: true, force: true });
  const product = await startProduct({ settings: ADMIN });
  try {
    await (await Client.signIn(product)).examplesReady();
    await product.stop();
    cpSync(product.home, `${PREPARED}.new`, { recursive: true });
    renameSync(`${PREPARED}.new`, PREPARED);
  } finally {
    await product.remove();
  }
}

/** A home of one's own with the administrator and the examples in it. */
export function copiedHome(): string {
  if (!existsSync(PREPARED))
    throw new Error(`${PREPARED} is missing: the journeys' own settings of the test runner make it`);
  const home = mkdtempSync(join(tmpdir(), 'chartroom-'));
  cpSync(PREPARED, home, { recursive: true });
  return home;
}
