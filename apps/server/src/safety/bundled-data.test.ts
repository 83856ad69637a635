import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BundleFiles } from '../bundles/bundle-files.ts';
import { exportFiles, importFiles } from '../testing/bundle-calls.ts';
import { RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { expectNothing, metadataOn, openTwoDatasets, type TwoDatasets } from './two-datasets.ts';

/** What `ways-to-data.test.ts` tries through things of one's own, tried through bundles. */
describe.each(RECORD_KINDS)('S25: bundles on %s', (kind) => {
  let world: TwoDatasets;
  let house: TestApp;
  let shut: number;
  let shutChart: number;
  let mixed: number;
  beforeAll(async () => {
    world = await openTwoDatasets(kind);
    ({ house, shut, shutChart, mixed } = world);
  });
  afterAll(() => house.close());

  /** The same things under new uuids: of those of a folder. */
  const renewed = (files: BundleFiles, folder: string): BundleFiles =>
    new Map(
      [...files].map(([path, text]) => [
        path,
        path.startsWith(folder) ? text.replace(/^uuid: .{8}/m, 'uuid: abcdef01') : text,
      ]),
    );
  const idsNow = async () => {
    const { db } = house.services;
    return Promise.all([
      db.selectFrom('charts').select('id').execute(),
      db.selectFrom('dashboards').select('id').execute(),
    ]);
  };

  test('stand new charts and dashboards on nothing that their importer may not read', async () => {
    const before = await idsNow();
    const chart = renewed(await exportFiles(house, 'chart', [shutChart]), 'charts/');
    expect((await importFiles(house, 'chart', chart, { who: 'gamma' })).status).toBe(403);
    const board = renewed(await exportFiles(house, 'dashboard', [mixed]), 'dashboards/');
    expect((await importFiles(house, 'dashboard', board, { who: 'gamma' })).status).toBe(403);
    expect(await idsNow()).toEqual(before);
  });

  test('let a filter ask datasets by their uuid alone, and those that may be read', async () => {
    const own = await world.ownBoard({ dashboard_title: 'Sent away' });
    const bundle = await exportFiles(house, 'dashboard', [own], 'gamma');
    const { uuid } = await house.services.db
      .selectFrom('datasets')
      .select('uuid')
      .where('id', '=', shut)
      .executeTakeFirstOrThrow();
    const filter = (target: string) =>
      `metadata:\n  native_filter_configuration:\n    - id: NATIVE_FILTER-1\n      type: NATIVE_FILTER\n      targets:\n        - ${target}\n          column: { name: a }\n`;
    const withTarget = (target: string) =>
      new Map(
        [...bundle].map(([path, text]) => [
          path,
          path.startsWith('dashboards/')
            ? `${text.replace(/^metadata:\n(?: .*\n)*/m, '').replace(/^metadata: .*\n/m, '')}${filter(target)}`
            : text,
        ]),
      );
    const options = { who: 'gamma' as const, overwrite: true };
    expect((await importFiles(house, 'dashboard', withTarget(`datasetUuid: ${uuid}`), options)).status).toBe(
      403,
    );
    expect((await importFiles(house, 'dashboard', withTarget(`datasetId: ${shut}`), options)).status).toBe(
      200,
    );
    expectNothing(await world.askFilter(own));
  });

  test('tell nothing of data that their reader may not read', async () => {
    const board = await exportFiles(house, 'dashboard', [mixed]);
    expect([...board.keys()].join()).toContain('shut');
    const url = (ids: number[]) => `/api/v1/dashboard/export/?q=!(${ids.join(',')})`;
    expect((await house.as('gamma', 'GET', url([mixed]))).status).toBe(404);
    const own = await world.ownBoard({ dashboard_title: 'Filters' });
    await house.as('admin', 'PUT', `/api/v1/dashboard/${own}`, {
      body: { json_metadata: metadataOn(shut) },
    });
    const files = await exportFiles(house, 'dashboard', [own], 'gamma');
    expect([...files.keys()].join()).not.toContain('shut');
  });
});
