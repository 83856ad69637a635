import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { changed, exportFiles, type ImportCall, importFiles } from '../testing/bundle-calls.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeBoard, makeChart, makeDataset, member, memberId } from '../testing/things.ts';
import { type BundleFiles, readZip } from './bundle-files.ts';

/** Archives that the recorded installation has made. */
const RECORDED = resolve(import.meta.dirname, '../../../../conformance/bundles');

const LIMITS = { bytes: 10_000_000, ratio: 1_000 };

/** What the archive of a name holds: path of the API, table of the records, folder in the archive. */
function partOf(name: string) {
  if (name.startsWith('saved'))
    return { kind: 'saved_query', table: 'saved_queries', folder: 'queries' } as const;
  if (name.startsWith('chart')) return { kind: 'chart', table: 'charts', folder: 'charts' } as const;
  if (name.startsWith('dashboard'))
    return { kind: 'dashboard', table: 'dashboards', folder: 'dashboards' } as const;
  if (name.startsWith('dataset')) return { kind: 'dataset', table: 'datasets', folder: 'datasets' } as const;
  return { kind: 'database', table: 'databases', folder: 'databases' } as const;
}

describe.each(RECORD_KINDS)('bundles on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const exported = (path: string, ids: number[], who?: PersonName) => exportFiles(house, path, ids, who);
  const imported = (path: string, files: BundleFiles, options?: ImportCall) =>
    importFiles(house, path, files, options);

  test('a saved query travels with its database and comes back as it was', async () => {
    const body = {
      label: 'Totals / year',
      schema: 'main',
      sql: 'select 1 as total',
      db_id: house.uploads,
      description: 'd',
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/saved_query/', { body })).body);
    const twin = memberId((await house.as('admin', 'POST', '/api/v1/saved_query/', { body })).body);
    const files = await exported('saved_query', [id, twin]);
    expect([...files.keys()].sort()).toEqual([
      'databases/uploads.yaml',
      'metadata.yaml',
      'queries/uploads/main/Totals_year.yaml',
      'queries/uploads/main/Totals_year_2.yaml',
    ]);
    expect(files.get('metadata.yaml')).toContain('type: SavedQuery');
    expect((await house.as('admin', 'DELETE', `/api/v1/saved_query/${id}`)).status).toBe(200);
    expect((await house.as('admin', 'DELETE', `/api/v1/saved_query/${twin}`)).status).toBe(200);
    expect(await imported('saved_query', files)).toMatchObject({ status: 200, body: { message: 'OK' } });
    const list = await house.as(
      'admin',
      'GET',
      `/api/v1/saved_query/?q=${encodeURIComponent("(filters:!((col:label,opr:eq,value:'Totals / year')))")}`,
    );
    expect(member(list.body, 'count')).toBe(2);
    expect(member(list.body, 'result', 0)).toMatchObject({
      schema: 'main',
      sql: 'select 1 as total',
      description: 'd',
      db_id: house.uploads,
    });
  });

  test('who sends no archive is told under which name it is expected', async () => {
    const message = async (path: string) =>
      member((await house.as('admin', 'POST', `/api/v1/${path}/import/`)).body, 'errors', 0, 'message');
    expect(await message('chart')).toContain('"formData"');
    expect(await message('assets')).toContain('"bundle"');
  });

  test('what is there is replaced when that is said, and by its owner alone', async () => {
    const body = { label: 'mine', sql: 'select 1', db_id: house.uploads };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/saved_query/', { body })).body);
    const files = changed(await exported('saved_query', [id]), 'select 1', 'select 2');
    const again = await imported('saved_query', files);
    expect(again).toMatchObject({
      status: 422,
      body: { errors: [{ message: 'Error importing saved_queries' }] },
    });
    expect(JSON.stringify(again.body)).toContain('already exists and `overwrite=true` was not passed');
    expect((await imported('saved_query', files, { overwrite: true })).status).toBe(200);
    expect(member((await house.as('admin', 'GET', `/api/v1/saved_query/${id}`)).body, 'result', 'sql')).toBe(
      'select 2',
    );
    const stranger = await imported('saved_query', files, { who: 'analyst', overwrite: true });
    expect(stranger.status).toBe(422);
    expect(stranger.text).toContain('belongs to somebody else');
    expect((await imported('theme', files)).body).toMatchObject({
      errors: [{ extra: { 'metadata.yaml': { type: ['Must be equal to Theme.'] } } }],
    });
    const elsewhere = changed(files, 'database_uuid: ', 'database_uuid: not-');
    expect((await imported('saved_query', elsewhere, { overwrite: true })).status).toBe(422);
  });

  test('a dashboard brings its charts, datasets and theme', async () => {
    const chart = await makeChart(house, await makeDataset(house, 'travels'), 'Traveller');
    const theme = { theme_name: 'Night', json_data: '{"token":{"colorPrimary":"#123456"}}' };
    const theme_id = memberId((await house.as('admin', 'POST', '/api/v1/theme/', { body: theme })).body);
    const position = {
      CHART: { type: 'CHART', id: 'CHART', children: [], meta: { chartId: chart, width: 4, height: 50 } },
    };
    const made = {
      dashboard_title: 'Journey',
      slug: 'journey',
      position_json: JSON.stringify(position),
      theme_id,
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body: made })).body);
    const files = await exported('dashboard', [id]);
    expect(files.get('themes/Night.yaml')).toContain('colorPrimary: "#123456"');
    expect((await house.as('admin', 'DELETE', `/api/v1/dashboard/${id}`)).status).toBe(200);
    expect((await house.as('admin', 'DELETE', `/api/v1/theme/${theme_id}`)).status).toBe(200);
    expect(await imported('dashboard', files)).toMatchObject({ status: 200 });
    const shown = member((await house.as('admin', 'GET', '/api/v1/dashboard/journey')).body, 'result');
    expect(shown).toMatchObject({
      dashboard_title: 'Journey',
      charts: ['Traveller'],
      theme: { theme_name: 'Night' },
    });
  });

  test('tags come along with charts and dashboards, and those of other things stay', async () => {
    const chart = await makeChart(house, await makeDataset(house, 'marked'), 'Marked');
    const tag = { name: 'finance', description: 'money', objects_to_tag: [['chart', chart]] };
    expect((await house.as('admin', 'POST', '/api/v1/tag/', { body: tag })).status).toBe(201);
    const files = await exported('chart', [chart]);
    expect(parse(files.get('tags.yaml') ?? '')).toEqual({
      tags: [{ tag_name: 'finance', description: 'money' }],
    });
    const renamed = changed(files, 'finance', 'sales');
    expect((await imported('chart', renamed, { overwrite: true })).status).toBe(200);
    const tags = member((await house.as('admin', 'GET', `/api/v1/chart/${chart}`)).body, 'result', 'tags');
    expect(Array.isArray(tags) && tags.map((each: unknown) => member(each, 'name'))).toContain('sales');
    expect(JSON.stringify(tags)).not.toContain('finance');
  });

  test('a name that another database has is told, not stumbled over', async () => {
    const files = changed(
      await exported('database', [house.uploads]),
      'database_name: uploads',
      'database_name: taken',
    );
    const twin = changed(
      files,
      String(parse(files.get('databases/uploads.yaml') ?? '').uuid),
      '00000000-0000-4000-8000-00000000000a',
    );
    expect((await imported('database', twin)).status).toBe(200);
    const again = changed(twin, '-00000000000a', '-00000000000b');
    expect(await imported('database', again)).toMatchObject({
      status: 422,
      body: { errors: [{ extra: { 'databases/uploads.yaml': { database_name: [expect.anything()] } } }] },
    });
  });

  /** Documents by kind and uuid, without what is the installation's own: ids, times, and the forms of nothing. */
  function documentsOf(files: BundleFiles): Map<string, unknown> {
    const plain = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(plain);
      if (typeof value !== 'object' || value === null) return value === '' ? null : value;
      const own = ['timestamp', 'chartId', 'chartsInScope', 'slice_id', 'datasource'];
      const members = Object.entries(value)
        .filter(([name]) => !own.includes(name))
        .map(
          ([name, each]) =>
            [name, name === 'query_context' && typeof each === 'string' ? JSON.parse(each) : each] as const,
        );
      return Object.fromEntries(
        members.map(([name, each]) => [/^\d+$/.test(name) ? 'id' : name, name === 'id' ? null : plain(each)]),
      );
    };
    return new Map(
      [...files].map(([path, text]) => {
        const document: unknown = parse(text);
        return [`${path.split('/')[0]} ${String(member(document, 'uuid') ?? '')}`, plain(document)];
      }),
    );
  }

  const recorded = readdirSync(RECORDED).filter((name) => name.endsWith('.zip'));
  test.each(recorded)('S64: %s comes in and goes out as it was', async (name) => {
    const files = await readZip(readFileSync(resolve(RECORDED, name)), LIMITS);
    const { kind, table, folder } = partOf(name);
    expect(await imported(kind, changed(files, 'XXXXXXXXXX', 'secret'), { overwrite: true })).toMatchObject({
      status: 200,
    });
    const uuids = [...files].flatMap(([path, text]) =>
      path.startsWith(`${folder}/`) ? [String(parse(text).uuid)] : [],
    );
    const rows = await house.services.db.selectFrom(table).select('id').where('uuid', 'in', uuids).execute();
    const again = documentsOf(
      await exported(
        kind,
        rows.map(({ id }) => id),
      ),
    );
    const wanted = documentsOf(files);
    for (const [key, document] of wanted) expect(again.get(key), key).toEqual(document);
    expect([...again.keys()].sort()).toEqual([...wanted.keys()].sort());
  });

  test('overwriting leaves what the bundle says and nothing else', async () => {
    const id = await makeBoard(house, 'Exact', 'exact');
    const files = await exported('dashboard', [id]);
    const more = await makeChart(house, await makeDataset(house, 'more'), 'More');
    const { position_json } = await house.services.db
      .selectFrom('dashboards')
      .select('position_json')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const position = {
      ...JSON.parse(position_json ?? '{}'),
      MORE: { type: 'CHART', id: 'MORE', children: [], meta: { chartId: more } },
    };
    const body = { position_json: JSON.stringify(position), css: 'a {}', certified_by: 'changed' };
    expect((await house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body })).status).toBe(200);
    const tag = { name: 'later', objects_to_tag: [['dashboard', id]] };
    expect((await house.as('admin', 'POST', '/api/v1/tag/', { body: tag })).status).toBe(201);
    expect((await imported('dashboard', files, { overwrite: true })).status).toBe(200);
    expect(documentsOf(await exported('dashboard', [id]))).toEqual(documentsOf(files));
    const dataset = await makeDataset(house, 'folded');
    const documents = await exported('dataset', [dataset]);
    const column = () =>
      house.services.db
        .selectFrom('dataset_columns')
        .select('uuid')
        .where('dataset_id', '=', dataset)
        .where('column_name', '=', 'a');
    const { uuid } = await column().executeTakeFirstOrThrow();
    expect(
      (await imported('dataset', changed(documents, 'column_name: b', 'column_name: c'), { overwrite: true }))
        .status,
    ).toBe(200);
    const columns = await house.services.db
      .selectFrom('dataset_columns')
      .select('column_name')
      .where('dataset_id', '=', dataset)
      .orderBy('id')
      .execute();
    expect(columns.map(({ column_name }) => column_name)).toEqual(['a', 'c']);
    // Folders of the dataset know its columns by their uuids.
    expect(await column().executeTakeFirst()).toEqual({ uuid });
  });

  test('unknown fields, other versions and tunnels are refused by name, never dropped', async () => {
    const files = await exported('database', [house.uploads]);
    const add = (text: string) => changed(files, 'database_name: uploads', `${text}\ndatabase_name: uploads`);
    expect((await imported('database', add('colour: red'), { overwrite: true })).body).toMatchObject({
      errors: [{ extra: { 'databases/uploads.yaml': { colour: ['Unknown field.'] } } }],
    });
    const older = new Map(files).set('metadata.yaml', 'version: 0.9.0\ntype: Database');
    expect((await imported('database', older)).body).toMatchObject({
      errors: [{ extra: { 'metadata.yaml': { version: ['Must be equal to 1.0.0.'] } } }],
    });
    expect(
      await imported('database', add('ssh_tunnel: {server_address: a}'), { overwrite: true }),
    ).toMatchObject({
      status: 400,
      body: { message: 'SSH Tunneling is not enabled' },
    });
  });

  test('a theme comes back with its tokens; archives that are none are refused', async () => {
    const theme = { theme_name: 'Day', json_data: '{"algorithm":"default"}' };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/theme/', { body: theme })).body);
    const files = await exported('theme', [id]);
    const lighter = changed(files, 'algorithm: default', 'algorithm: compact');
    expect((await imported('theme', lighter)).status).toBe(422);
    expect((await imported('theme', lighter, { overwrite: true })).status).toBe(200);
    const shown = member((await house.as('admin', 'GET', `/api/v1/theme/${id}`)).body, 'result', 'json_data');
    expect(JSON.parse(String(shown))).toEqual({ algorithm: 'compact' });
    expect((await imported('theme', new Map())).status).toBe(400);
    expect((await house.as('admin', 'GET', '/api/v1/theme/export/?q=!(99999999)')).status).toBe(404);
  });
});
