import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** What somebody with these rights may do. */
async function rightsOf(...rights: [permission: string, view: string][]) {
  const page = JSON.stringify({ user: { roles: { Readers: rights } } });
  vi.stubGlobal('document', { getElementById: () => ({ textContent: page }) });
  vi.resetModules();
  const { mayDrillBy, mayDrillToDetail } = await import('./may-drill.ts');
  return [mayDrillToDetail(), mayDrillBy()];
}
const INFO: [string, string] = ['can_get_drill_info', 'Dataset'];
const SAMPLES: [string, string] = ['can_samples', 'Datasource'];
const KEEP: [string, string] = ['can_write', 'ExploreFormDataRestApi'];

it.each([
  [
    [['can_drill', 'Dashboard'], INFO, SAMPLES, KEEP],
    [true, true],
  ],
  [
    [['can_explore', 'Superset'], INFO, SAMPLES],
    [true, false],
  ],
  [
    [['can_drill', 'Dashboard'], INFO, KEEP],
    [false, true],
  ],
  [
    [['can_drill', 'Dashboard'], SAMPLES, KEEP],
    [false, false],
  ],
  [
    [INFO, SAMPLES, KEEP],
    [false, false],
  ],
] satisfies [[string, string][], boolean[]][])('%j may %j', async (rights, may) => {
  expect(await rightsOf(...rights)).toEqual(may);
});
