import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

/** An installation for the tests of a block, and another hand on its file of records; what that began is undone after each test. */
export interface HeldRecords {
  house: TestApp;
  other: DatabaseSync;
}

/** Opens them before the tests of the block in which it is called: `held()` is known within its tests. */
export function holdRecords(settings: Record<string, string> = {}): () => HeldRecords {
  let held: HeldRecords | undefined;
  const known = (): HeldRecords => {
    if (!held) throw new Error('Records are held only within tests.');
    return held;
  };
  beforeAll(async () => {
    const house = await openTestApp('sqlite', { settings });
    held = { house, other: new DatabaseSync(join(house.services.config.HOME, 'records.sqlite')) };
  });
  afterEach(() => {
    const { other } = known();
    if (other.isTransaction) other.exec('ROLLBACK');
  });
  afterAll(async () => {
    const { house, other } = known();
    other.close();
    await house.close();
  });
  return known;
}
