import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeDataset } from '../testing/things.ts';
import { datasetReadable, placeGranted, readGrants } from './data-grants.ts';

/** Databases by name: their engine and whether they were opened to several catalogs. */
const DATABASES = {
  plain: { backend: 'postgresql', extra: '{}', sqlalchemy_uri: 'postgresql://h/house' },
  opened: {
    backend: 'postgresql',
    extra: '{"allow_multi_catalog": true}',
    sqlalchemy_uri: 'postgresql://h/house',
  },
  lake: { backend: 'trino', extra: '{}', sqlalchemy_uri: 'trino://h/house' },
  nameless: { backend: 'trino', extra: '{}', sqlalchemy_uri: 'trino://h' },
} as const;

const PLACES = [
  [null, 'sales'],
  ['house', 'sales'],
  ['other', 'sales'],
  [null, 'people'],
] as const;

describe.each(RECORD_KINDS)('grants on schemas, on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const { db } = house.services;
    const like = await db
      .selectFrom('databases')
      .selectAll()
      .where('id', '=', house.uploads)
      .executeTakeFirstOrThrow();
    const first = await makeDataset(house, 'first');
    const { id: __, ...dataset } = await db
      .selectFrom('datasets')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    for (const [database_name, own] of Object.entries(DATABASES)) {
      const { id: _, ...row } = like;
      const made = { ...row, uuid: randomUUID(), database_name, ...own };
      const { id } = await db.insertInto('databases').values(made).returning('id').executeTakeFirstOrThrow();
      const copies = PLACES.map(([catalog, schema]) => {
        const table_name = `${database_name}: ${catalog}.${schema}`;
        return { ...dataset, uuid: randomUUID(), database_id: id, catalog, schema, table_name };
      });
      await db.insertInto('datasets').values(copies).execute();
    }
    await db.deleteFrom('datasets').where('id', '=', first).execute();
  });
  afterAll(() => house.close());

  test.each([
    // A connection with one catalog: whether it is named or not, it is the same.
    ['[plain].[sales]', ['plain: null.sales', 'plain: house.sales', 'plain: other.sales']],
    ['[plain].[house].[sales]', ['plain: null.sales', 'plain: house.sales']],
    // One with several: without a name it is the one that the address names.
    ['[opened].[sales]', ['opened: null.sales', 'opened: house.sales']],
    ['[opened].[house].[sales]', ['opened: null.sales', 'opened: house.sales']],
    ['[opened].[other].[sales]', ['opened: other.sales']],
    ['[lake].[sales]', ['lake: null.sales', 'lake: house.sales']],
    ['[lake].[other].[sales]', ['lake: other.sales']],
    ['[lake].[third].[sales]', []],
    // One whose address names none.
    ['[nameless].[sales]', ['nameless: null.sales']],
    ['[nameless].[house].[sales]', ['nameless: house.sales']],
    ['[unheard of].[sales]', []],
  ])('%s opens the tables of that schema and no namesake of another catalog', async (view, expected) => {
    const { db } = house.services;
    const grants = await readGrants(db, [{ permission: 'schema_access', view }]);
    const datasets = await db
      .selectFrom('datasets')
      .select(['database_id', 'catalog', 'schema', 'table_name'])
      .orderBy('id')
      .execute();
    expect(
      datasets.filter((place) => placeGranted(grants, place)).map(({ table_name }) => table_name),
    ).toEqual(expected);
    const listed = await db
      .selectFrom('datasets as t')
      .select('table_name')
      .where(sql<boolean>`${datasetReadable(grants, undefined, 't')}`)
      .orderBy('id')
      .execute();
    expect(listed.map(({ table_name }) => table_name)).toEqual(expected);
  });
});
