import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureExamples } from '../examples/examples.ts';
import { openRecords } from '../records/records.ts';
import { ensureUploads } from '../resources/database/embedded-databases.ts';
import { ensureSystemThemes } from '../resources/themes/system-themes.ts';
import { setUpRoles } from '../security/role-setup.ts';
import {
  type Answer,
  openTestApp,
  ownSchema,
  type PersonName,
  RECORD_KINDS,
  type TestApp,
} from '../testing/test-app.ts';
import { memberId } from '../testing/things.ts';

const AT_ONCE = 20;
const MAKERS: PersonName[] = ['admin', 'alpha', 'analyst', 'gamma'];
const unlike = (answers: Answer[], status: number) =>
  answers.filter((each) => each.status !== status).map(({ text }) => text);

describe.each(RECORD_KINDS)('F24: first things that are made at once, on new %s records', (kind) => {
  let house: TestApp;
  beforeEach(async () => {
    house = await openTestApp(kind);
  });
  afterEach(() => house.close());

  const all = (ask: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_each, index) => ask(index)));
  const maker = (index: number): PersonName => MAKERS[index % MAKERS.length] ?? 'admin';

  test(`F24: ${AT_ONCE} dashboards of four people, then a star and a tag on each`, async () => {
    const made = await all((index) =>
      house.as(maker(index), 'POST', '/api/v1/dashboard/', { body: { dashboard_title: `first ${index}` } }),
    );
    expect(unlike(made, 201)).toEqual([]);
    const ids = made.map(({ body }) => memberId(body));
    expect(
      unlike(
        await all((index) => house.as('admin', 'POST', `/api/v1/dashboard/${ids[index % 3]}/favorites/`)),
        200,
      ),
    ).toEqual([]);
    const body = { properties: { tags: ['one', 'two'] } };
    expect(
      unlike(
        await all((index) => house.as('admin', 'POST', `/api/v1/tag/dashboard/${ids[index]}/`, { body })),
        201,
      ),
    ).toEqual([]);
    const tags = await house.services.db.selectFrom('tags').select('name').orderBy('name').execute();
    const owners = MAKERS.map((who) => `owner:${house.ids[who]}`).sort();
    expect(tags.map(({ name }) => name)).toEqual(['one', ...owners, 'two', 'type:dashboard'].sort());
  });

  test(`F24: ${AT_ONCE} saved queries, ${AT_ONCE} datasets with a chart each, ${AT_ONCE} queries`, async () => {
    const { uploads } = house;
    const [queries, datasets] = await Promise.all([
      all((index) => {
        const body = { db_id: uploads, label: `q ${index}`, sql: 'SELECT 1' };
        return house.as('admin', 'POST', '/api/v1/saved_query/', { body });
      }),
      all((index) => {
        const body = { database: uploads, table_name: `d${index}`, sql: 'SELECT 1 AS a', schema: 'main' };
        return house.as('admin', 'POST', '/api/v1/dataset/', { body });
      }),
    ]);
    expect([...unlike(queries, 201), ...unlike(datasets, 201)]).toEqual([]);
    const charts = await all((index) => {
      const body = {
        slice_name: `c ${index}`,
        viz_type: 'table',
        datasource_id: memberId(datasets[index]?.body),
        datasource_type: 'table',
      };
      return house.as(index % 2 ? 'alpha' : 'admin', 'POST', '/api/v1/chart/', { body });
    });
    expect(unlike(charts, 201)).toEqual([]);
    const runs = await all((index) =>
      house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
        body: { database_id: uploads, sql: `SELECT ${index}`, client_id: `c${index}` },
      }),
    );
    expect(unlike(runs, 200)).toEqual([]);
  });
});

describe.each(RECORD_KINDS)('F24: servers that start at once on empty %s records', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-first-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('F24: each of them finds what it needs, made once', async () => {
    const store = kind === 'postgres' ? await ownSchema() : undefined;
    const url = store?.url ?? `sqlite://${join(folder, 'records.sqlite')}`;
    try {
      const starting = async () => {
        const records = await openRecords(url);
        await setUpRoles(records.db);
        await ensureExamples(records.db, { LOAD_EXAMPLES: true }, new Date());
        await ensureUploads(records.db, new Date());
        await ensureSystemThemes(
          records.db,
          { THEME_DEFAULT: { algorithm: 'default' }, THEME_DARK: { algorithm: 'dark' } },
          new Date(),
        );
        return records;
      };
      const servers = await Promise.all([starting(), starting(), starting(), starting()]);
      const [one] = servers;
      const kept = await Promise.all([
        one?.db.selectFrom('databases').select('database_name').orderBy('id').execute(),
        one?.db.selectFrom('themes').select('theme_name').orderBy('theme_name').execute(),
        one?.db.selectFrom('roles').select('name').orderBy('name').execute(),
      ]);
      for (const server of servers) await server.close();
      expect(kept).toEqual([
        [{ database_name: 'examples' }, { database_name: 'uploads' }],
        [{ theme_name: 'Chartroom dark' }, { theme_name: 'Chartroom light' }],
        ['Admin', 'Alpha', 'Gamma', 'Public', 'sql_lab'].map((name) => ({ name })),
      ]);
    } finally {
      await store?.drop();
    }
  });
});
