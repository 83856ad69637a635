import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { changed, exportFiles, type ImportCall, importFiles } from '../testing/bundle-calls.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeBoard, member } from '../testing/things.ts';
import type { BundleFiles } from './bundle-files.ts';

describe.each(RECORD_KINDS)('what imports do and tell on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const exported = (path: string, ids: number[]) => exportFiles(house, path, ids);
  const imported = (path: string, files: BundleFiles, options?: ImportCall) =>
    importFiles(house, path, files, options);

  /** Everything that imports write, so that it can be seen whether anything has changed. */
  async function recordsNow(): Promise<string> {
    const tables = [
      'databases',
      'datasets',
      'dataset_columns',
      'dataset_metrics',
      'charts',
      'dashboards',
      'dashboard_charts',
      'saved_queries',
      'themes',
      'tags',
      'tagged_objects',
      'views',
      'permission_views',
    ] as const;
    const rows = [];
    for (const table of tables) rows.push(await house.services.db.selectFrom(table).selectAll().execute());
    return JSON.stringify(rows);
  }

  test('S63: an import that fails at its last thing changes nothing', async () => {
    const files = new Map(await exported('dashboard', [await makeBoard(house, 'Whole', 'whole')]));
    const uuids = [...files.values()].flatMap((text) => {
      const uuid = member(parse(text), 'uuid');
      return typeof uuid === 'string' ? [uuid] : [];
    });
    // New uuids all over, so that everything would be made, and a query at the end that refers to nothing.
    let fresh = uuids.reduce(
      (all, uuid, at) => changed(all, uuid, `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`),
      files as BundleFiles,
    );
    fresh = changed(
      changed(fresh, 'database_name: uploads', 'database_name: uploads too'),
      'slug: whole',
      'slug: whole-too',
    );
    const query = {
      sql: 'select 1',
      label: 'lost',
      uuid: '00000000-0000-4000-a000-000000000000',
      version: '1.0.0',
      database_uuid: 'nowhere',
    };
    const before = await recordsNow();
    const refused = await imported(
      'dashboard',
      new Map([...fresh, ['queries/x/lost.yaml', JSON.stringify(query)]]),
    );
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ extra: { 'queries/x/lost.yaml': { database_uuid: [expect.anything()] } } }] },
    });
    expect(await recordsNow()).toBe(before);
    // Without the last thing the same archive comes in: it was that one which failed.
    expect((await imported('dashboard', fresh)).status).toBe(200);
    expect(await recordsNow()).not.toBe(before);
  });

  test('a report tells what has changed and what was left out', async () => {
    const id = await makeBoard(house, 'Told', 'told');
    const files = await exported('dashboard', [id]);
    const without = new Map([...files].filter(([path]) => !path.startsWith('charts/')));
    const answer = await imported('dashboard', new Map([...without, ['notes/read.yaml', 'a: 1']]), {
      overwrite: true,
      fields: { report: 'true' },
    });
    expect(answer.body).toEqual({
      message: 'OK',
      result: {
        changes: expect.arrayContaining([
          expect.objectContaining({
            path: 'databases/uploads.yaml',
            type: 'database',
            id: house.uploads,
            change: 'kept',
          }),
          expect.objectContaining({ type: 'dataset', change: 'kept' }),
          expect.objectContaining({ type: 'dashboard', id, change: 'replaced' }),
        ]),
        converted: [],
        left_out: [
          { path: 'notes/read.yaml', reason: expect.stringContaining('not read') },
          { path: expect.stringMatching(/^dashboards\//), reason: expect.stringContaining('Chart of Told') },
        ],
      },
    });
    const quiet = await imported('dashboard', files, { overwrite: true });
    expect(quiet.body).toEqual({ message: 'OK' });
  });

  test('a sparse bundle of everything refers to what is here, others do not', async () => {
    const id = await makeBoard(house, 'Sparse', 'sparse');
    const files = await exported('dashboard', [id]);
    const metadata = (files.get('metadata.yaml') ?? '').replace('type: Dashboard', 'type: assets');
    const pick = (folder: string) =>
      new Map([['metadata.yaml', metadata], ...[...files].filter(([path]) => path.startsWith(folder))]);
    const shown = async () =>
      member((await house.as('admin', 'GET', `/api/v1/dashboard/${id}`)).body, 'result', 'charts');
    expect((await imported('assets', pick('dashboards/'), { fields: { sparse: 'true' } })).status).toBe(200);
    expect(await shown()).toEqual(['Chart of Sparse']);
    expect((await imported('assets', pick('charts/'), { fields: { sparse: 'true' } })).status).toBe(200);
    const refused = await imported('assets', pick('charts/'));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('with sparse=true one that is here is taken');
  });
});
