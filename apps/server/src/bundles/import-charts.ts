import { chartsIn, isJsonObject, readLayout } from '@chartroom/model';
import type { Act } from '../http/act.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { writeVersion } from '../resources/dashboard/dashboard-writes.ts';
import { keepFirst } from '../resources/dashboard/versions/board-versions.ts';
import { changedNow, createdNow } from '../resources/people.ts';
import type { ChartFile, DashboardFile } from './bundle-schemas.ts';
import { type ImportOptions, mayReferToExisting, nowhere } from './import-options.ts';
import { importError } from './import-problems.ts';
import { BUNDLE_TYPES, type Document } from './parse-bundle.ts';
import { type NewIds, remapDashboard } from './remap-ids.ts';

/** Stores the charts of a bundle over the datasets at hand. Answers uuid → id. */
export async function importCharts(
  documents: Document<ChartFile>[],
  datasets: ReadonlyMap<string, Row<'datasets'>>,
  options: ImportOptions,
  records: Db,
  act: Act,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { path, content } of documents) {
    const known = await records
      .selectFrom('charts')
      .select('id')
      .where('uuid', '=', content.uuid)
      .executeTakeFirst();
    if (known && !options.overwrites.has('chart')) {
      ids.set(content.uuid, known.id);
      continue;
    }
    const dataset =
      datasets.get(content.dataset_uuid) ??
      (mayReferToExisting(options)
        ? await records
            .selectFrom('datasets')
            .selectAll()
            .where('uuid', '=', content.dataset_uuid)
            .executeTakeFirst()
        : undefined);
    if (!dataset)
      throw importError(BUNDLE_TYPES[options.kind].model, {
        [path]: { dataset_uuid: [nowhere('dataset', content.dataset_uuid, options)] },
      });
    for (const name of foreignAnnotations(content.params))
      options.leaveOut(
        path,
        `The annotation layer "${name}" points at a thing of the installation it comes from`,
      );
    ids.set(content.uuid, await storeChart(content, dataset, known?.id, records, act));
  }
  return ids;
}

async function storeChart(
  content: ChartFile,
  dataset: Row<'datasets'>,
  known: number | undefined,
  records: Db,
  act: Act,
): Promise<number> {
  const params = {
    ...withoutAnnotations(content.params ?? {}),
    datasource: `${dataset.id}__table`,
    viz_type: content.viz_type,
  };
  const values = {
    slice_name: content.slice_name,
    description: content.description ?? null,
    viz_type: content.viz_type,
    datasource_id: dataset.id,
    datasource_type: 'table',
    datasource_name: dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name,
    params: JSON.stringify(params),
    query_context: movedContext(content.query_context, dataset.id),
    cache_timeout: content.cache_timeout ?? null,
    certified_by: content.certified_by ?? null,
    certification_details: content.certification_details ?? null,
    is_managed_externally: content.is_managed_externally ? (1 as const) : (0 as const),
    external_url: content.external_url ?? null,
    last_saved_at: act.services.now().toISOString(),
    last_saved_by_id: act.caller.user?.id ?? null,
  };
  if (known !== undefined) {
    await records
      .updateTable('charts')
      .set({ ...values, ...changedNow(act) })
      .where('id', '=', known)
      .execute();
    return known;
  }
  const { id } = await records
    .insertInto('charts')
    .values({ ...values, ...createdNow(act), uuid: content.uuid })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (act.caller.user)
    await records.insertInto('chart_owners').values({ chart_id: id, user_id: act.caller.user.id }).execute();
  return id;
}

/** Annotations other than formulas point at things of the installation they come from. */
function withoutAnnotations(params: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(params.annotation_layers)) return params;
  return { ...params, annotation_layers: params.annotation_layers.filter(isFormula) };
}

function foreignAnnotations(params: Record<string, unknown> | null | undefined): string[] {
  if (!Array.isArray(params?.annotation_layers)) return [];
  return params.annotation_layers.flatMap((layer: unknown) =>
    isFormula(layer) ? [] : [isJsonObject(layer) ? String(layer.name) : ''],
  );
}

function isFormula(layer: unknown): boolean {
  return isJsonObject(layer) && layer.annotationType === 'FORMULA';
}

function movedContext(text: string | null | undefined, datasetId: number): string | null {
  if (!text) return null;
  const context: unknown = JSON.parse(text);
  if (!isJsonObject(context)) return null;
  const form = isJsonObject(context.form_data)
    ? { ...context.form_data, datasource: `${datasetId}__table` }
    : context.form_data;
  return JSON.stringify({ ...context, datasource: { id: datasetId, type: 'table' }, form_data: form });
}

/** Stores the dashboards of a bundle with the charts of their layout. Answers the ids. */
export async function importDashboards(
  documents: Document<DashboardFile>[],
  ids: NewIds,
  options: ImportOptions,
  records: Db,
  act: Act,
): Promise<number[]> {
  const stored: number[] = [];
  for (const { path, content } of documents) {
    const known = await records
      .selectFrom('dashboards')
      .select('id')
      .where('uuid', '=', content.uuid)
      .executeTakeFirst();
    const leaveOut = (reason: string) => options.leaveOut(path, reason);
    stored.push(
      known && !options.overwrites.has('dashboard')
        ? known.id
        : await storeDashboard(content, { known: known?.id, ids, leaveOut }, records, act),
    );
  }
  return stored;
}

/** What a dashboard comes into. */
interface Place {
  /** Id of the dashboard that it replaces. */
  known: number | undefined;
  ids: NewIds;
  leaveOut(reason: string): void;
}

async function storeDashboard(
  content: DashboardFile,
  { known, ids, leaveOut }: Place,
  records: Db,
  act: Act,
): Promise<number> {
  const { position, metadata, missing } = remapDashboard(content.position ?? {}, content.metadata ?? {}, ids);
  for (const each of missing) leaveOut(each);
  const slug = await freeSlug(content.slug, known, records);
  if (content.slug && slug === null) leaveOut(`Another dashboard has the slug "${content.slug}"`);
  const theme_id = content.theme_uuid ? (ids.themes.get(content.theme_uuid) ?? null) : null;
  if (content.theme_uuid && theme_id === null)
    leaveOut(`The theme ${content.theme_uuid} is not in the bundle`);
  const values = {
    dashboard_title: content.dashboard_title,
    slug,
    description: content.description ?? null,
    css: content.css ?? null,
    position_json: JSON.stringify(position),
    json_metadata: JSON.stringify(metadata),
    published: content.published ? (1 as const) : (0 as const),
    certified_by: content.certified_by ?? null,
    certification_details: content.certification_details ?? null,
    is_managed_externally: content.is_managed_externally ? (1 as const) : (0 as const),
    external_url: content.external_url ?? null,
    theme_id,
  };
  const id =
    known ??
    (
      await records
        .insertInto('dashboards')
        .values({ ...values, ...createdNow(act), uuid: content.uuid })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  if (known === undefined) {
    await keepFirst(records, id, 'imported');
    if (act.caller.user)
      await records
        .insertInto('dashboard_owners')
        .values({ dashboard_id: id, user_id: act.caller.user.id })
        .execute();
  } else {
    await writeVersion(records, id, values, undefined, act, 'imported');
    await records.deleteFrom('dashboard_charts').where('dashboard_id', '=', id).execute();
  }
  for (const chart_id of chartsIn(readLayout(position)))
    await records.insertInto('dashboard_charts').values({ dashboard_id: id, chart_id }).execute();
  return id;
}

/** The bundle's slug, unless another dashboard has it. */
async function freeSlug(
  slug: string | null | undefined,
  own: number | undefined,
  records: Db,
): Promise<string | null> {
  if (!slug) return null;
  const taken = await records
    .selectFrom('dashboards')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return taken && taken.id !== own ? null : slug;
}
