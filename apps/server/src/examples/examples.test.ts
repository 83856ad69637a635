import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSetting } from '../records/settings.ts';
import { importFiles } from '../testing/bundle-calls.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { exampleBundles, exampleDatabases } from './example-bundles.ts';
import { ensureExamples } from './examples.ts';

describe('the database of the examples', () => {
  let house: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    house = await openTestApp('sqlite');
    other = await openTestApp('sqlite');
  });
  afterAll(async () => {
    await house.close();
    await other.close();
  });

  const named = ({ services: { db } }: TestApp) =>
    db.selectFrom('databases').selectAll().where('database_name', '=', 'examples').execute();

  test('is made before the examples are loaded, just as their bundles would make it', async () => {
    await ensureExamples(house.services.db, { LOAD_EXAMPLES: true }, new Date());
    const [early, ...more] = await named(house);
    expect(more).toEqual([]);
    for (const app of [house, other])
      for (const files of await exampleBundles())
        expect((await importFiles(app, 'dashboard', files)).status).toBe(200);
    expect(await named(house)).toEqual([early]);
    const [late] = await named(other);
    const own = {
      created_on: expect.anything(),
      changed_on: expect.anything(),
      created_by_id: null,
      changed_by_id: null,
    };
    expect({ ...late, ...own }).toEqual({ ...early, ...own });
    expect((await exampleDatabases()).map(({ uuid }) => uuid)).toEqual([early?.uuid]);
  });

  test('is not made where the examples are not wanted, were removed, or its name is taken', async () => {
    const empty = await openTestApp('sqlite');
    try {
      const { db } = empty.services;
      await ensureExamples(db, { LOAD_EXAMPLES: false }, new Date());
      expect(await named(empty)).toEqual([]);
      await writeSetting(db, 'examples', 'removed');
      await ensureExamples(db, { LOAD_EXAMPLES: true }, new Date());
      expect(await named(empty)).toEqual([]);
      await db.deleteFrom('settings').where('name', '=', 'examples').execute();
      const body = { database_name: 'examples', sqlalchemy_uri: 'duckdb:///mine.duckdb' };
      expect((await empty.as('admin', 'POST', '/api/v1/database/', { body })).status).toBe(201);
      const mine = await named(empty);
      await ensureExamples(db, { LOAD_EXAMPLES: true }, new Date());
      expect(await named(empty)).toEqual(mine);
    } finally {
      await empty.close();
    }
  });

  test('says that its tables are on their way', async () => {
    const [{ id } = { id: 0 }] = await named(house);
    const path = `/api/v1/database/${id}/schemas/`;
    expect(await house.as('admin', 'GET', path)).toMatchObject({
      status: 503,
      text: expect.stringContaining('The example data is not loaded yet.'),
    });
  });
});

test('a dataset that lies in several bundles, so that each is whole by itself, is the same in all of them', async () => {
  const documents = (await exampleBundles()).flatMap((files) => [...files]);
  const datasets = documents.filter(([path]) => path.startsWith('datasets/'));
  const texts = Map.groupBy(datasets, ([, text]) => /^uuid: (.+)$/m.exec(text)?.[1]);
  expect([...texts.values()].filter((copies) => new Set(copies.map(([, text]) => text)).size > 1)).toEqual(
    [],
  );
});
