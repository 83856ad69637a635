import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import { databaseChanged } from '../resources/database/database-resource.ts';
import { keepTexts } from '../resources/database/kept-texts.ts';
import type { WithCallers } from '../security/caller.ts';
import { databaseView, datasetView } from '../security/data-grants.ts';
import type { WithSources } from '../security/data-sources.ts';
import { removeViews } from '../security/role-setup.ts';
import { exampleUuids } from './example-bundles.ts';

/** The file of the example data below the home folder. */
export const EXAMPLES_FILE = 'examples.duckdb';

/**
 * Removes the example dashboards and charts, and their datasets and tables as far as nobody has built anything
 * of their own on them.
 */
export async function removeExamples(act: Act<Ground & WithCallers & WithData & WithSources>): Promise<void> {
  const { db, config } = act.services;
  const uuids = await exampleUuids();
  const databases = await db
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('uuid', 'in', ['', ...uuids.databases])
    .execute();
  const gone = await db.transaction().execute(async (records) => {
    await records
      .deleteFrom('dashboards')
      .where('uuid', 'in', ['', ...uuids.dashboards])
      .execute();
    await records
      .deleteFrom('charts')
      .where('uuid', 'in', ['', ...uuids.charts])
      .execute();
    const unused = await records
      .selectFrom('datasets')
      .select(['id', 'table_name', 'database_id'])
      .where('uuid', 'in', ['', ...uuids.datasets])
      .where((on) =>
        on.not(
          on.exists(
            on.selectFrom('charts').select('charts.id').whereRef('charts.datasource_id', '=', 'datasets.id'),
          ),
        ),
      )
      .execute();
    const names = new Map(databases.map(({ id, database_name }) => [id, database_name]));
    await removeViews(
      records,
      unused.map((row) => datasetView(names.get(row.database_id) ?? '', row)),
    );
    await records
      .deleteFrom('datasets')
      .where('id', 'in', [0, ...unused.map(({ id }) => id)])
      .execute();
    const left = await records.selectFrom('datasets').select('database_id').distinct().execute();
    const free = databases.filter(({ id }) => !left.some(({ database_id }) => database_id === id));
    await removeViews(records, free.map(databaseView));
    await keepTexts(
      records,
      free.map(({ id }) => id),
    );
    await records
      .deleteFrom('databases')
      .where('id', 'in', [0, ...free.map(({ id }) => id)])
      .execute();
    return free;
  });
  await databaseChanged(
    databases.map(({ id }) => id),
    act,
  );
  if (gone.length === 0) return;
  for (const suffix of ['', '.wal'])
    await rm(join(config.HOME, `${EXAMPLES_FILE}${suffix}`), { force: true });
}
