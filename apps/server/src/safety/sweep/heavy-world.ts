import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestApp } from '../../testing/test-app.ts';
import { memberId } from '../../testing/things.ts';
import { furnish, type SmallWorld } from './small-world.ts';

/** The small world, and data that is worth asking much of. */
export interface HeavyWorld extends SmallWorld {
  /** Ids of datasets with the same columns: a million rows, and twenty thousand. */
  big: number;
  mid: number;
  /** A dataset whose cells are large texts. */
  wide: number;
  /** A database in an SQLite file, and a dataset in it. */
  file: number;
  inFile: number;
  /** Which nobody changes, for who looks whether the installation still answers. */
  quiet: number;
  /** The database for uploads. */
  uploads: number;
  chart: number;
  layer: number;
  dashboard: number;
}

const rows = (count: number) =>
  `select range as n, 'label ' || (range % 1000) as t, 'user ' || (range % 100000) as u,
     timestamp '2020-01-01' + to_hours((range % 20000)::int) as d, range * 0.5 as v from range(${count})`;

/** Fills an installation with a small world and with data of many rows. */
export async function furnishHeavily(house: TestApp): Promise<HeavyWorld> {
  const world = await furnish(house);
  const made = async (url: string, body: object) =>
    memberId((await house.as('admin', 'POST', url, { body })).body);
  const path = join(house.services.config.HOME, 'rows.db');
  const plain = new DatabaseSync(path);
  plain.exec(`create table rows (n integer, t text, d timestamp, v real)`);
  plain.exec(`with recursive r(n) as (select 0 union all select n + 1 from r where n < 200000)
    insert into rows select n, 'label ' || (n % 1000), datetime('2020-01-01', (n % 20000) || ' hours'), n * 0.5 from r`);
  plain.close();
  const file = await made('/api/v1/database/', {
    database_name: 'Rows',
    sqlalchemy_uri: `sqlite:///${path}`,
    expose_in_sqllab: true,
  });
  const dataset = (table_name: string, sql: string) =>
    made('/api/v1/dataset/', { database: house.uploads, table_name, sql });
  const [dashboard, chart, layer] = [
    '/api/v1/dashboard/:pk',
    '/api/v1/chart/:pk',
    '/api/v1/annotation_layer/:pk',
  ].map((url) => Number(world.address(url).split('/').at(-1)));
  return {
    ...world,
    big: await dataset('big', rows(1_000_000)),
    mid: await dataset('mid', rows(20_000)),
    wide: await dataset('wide', `select range as n, repeat('w' || range, 100000) as w from range(300)`),
    file,
    inFile: await made('/api/v1/dataset/', { database: file, table_name: 'rows', schema: 'main' }),
    quiet: await dataset('quiet', rows(1_000)),
    uploads: house.uploads,
    dashboard: dashboard ?? 0,
    chart: chart ?? 0,
    layer: layer ?? 0,
  };
}
