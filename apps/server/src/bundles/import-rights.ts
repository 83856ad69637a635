import { chartUuidsIn, filterDatasetUuids, readDashboardMetadata, readLayout } from '@chartroom/model';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import { forbidden } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { requireExpressions, requireSource } from '../resources/dataset/dataset-source.ts';
import { seenIds } from '../resources/resource-queries.ts';
import { mayRead } from '../security/data-sources.ts';
import type { DatasetFile } from './bundle-schemas.ts';
import type { ImportOptions } from './import-options.ts';
import { idsByUuid, type Part } from './import-report.ts';
import type { Bundle } from './parse-bundle.ts';

type Present = Record<Part, ReadonlyMap<string, number>>;

/**
 * Refuses bundles that would give their importer data: what they refer to and is here already has to be open to them,
 * and so has what their datasets stand on. Databases that come with the bundle are the importer's own.
 * @throws ChartroomError 403
 */
export async function requireOpenData(
  bundle: Bundle,
  before: Present,
  options: ImportOptions,
  act: Act<Ground & WithData>,
): Promise<void> {
  if (act.caller.grants.allDatasources) return;
  const { db } = act.services;
  const layouts = bundle.dashboards.flatMap(({ content }) => chartUuidsIn(readLayout(content.position)));
  const charts = await idsByUuid(
    'charts',
    [...bundle.charts.map(({ content }) => content.uuid), ...layouts],
    db,
  );
  const open = await seenIds(chartResource, [...charts.values()], act);
  if (open.size < new Set(charts.values()).size) throw closed('chart');
  const wanted = [
    ...bundle.datasets.map(({ content }) => content.uuid),
    ...bundle.charts.map(({ content }) => content.dataset_uuid),
    ...bundle.dashboards.flatMap(({ content }) =>
      filterDatasetUuids(readDashboardMetadata(content.metadata)),
    ),
  ];
  for (const id of (await idsByUuid('datasets', wanted, db)).values())
    if (!(await mayRead(db, act.caller, id))) throw closed('dataset');
  for (const { content } of bundle.datasets) {
    if (!before.datasets.has(content.uuid) || options.overwrites.has('dataset'))
      await requireOrigin(content, act);
  }
}

/** Throws unless the caller may read what a dataset stands on, where that is here. */
async function requireOrigin(content: DatasetFile, act: Act<Ground & WithData>): Promise<void> {
  const database = await act.services.db
    .selectFrom('databases')
    .selectAll()
    .where('uuid', '=', content.database_uuid)
    .executeTakeFirst();
  if (!database) return;
  const { template_params: parameters } = content;
  const origin = {
    database_id: database.id,
    catalog: content.catalog ?? null,
    schema: content.schema ?? null,
    table_name: content.table_name,
    sql: content.sql || null,
    template_params: parameters === null || parameters === undefined ? null : JSON.stringify(parameters),
  };
  await requireSource(database, origin, act);
  await requireExpressions(database, origin, content, {}, act);
}

function closed(what: string) {
  return forbidden(`This bundle refers to a ${what} that is here, and that you may not read.`);
}
