import {
  type ChartedDataset,
  isJsonObject,
  type NewNames,
  type Renamed,
  type RenamedPart,
  type StoredDocument,
  withNewDashboardNames,
  withNewLayerNames,
  withNewNames,
} from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import type { Db } from '../../records/records.ts';
import { storedDocument, storedObject } from '../../records/stored-json.ts';
import { may } from '../../security/caller.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { dashboardResource } from '../dashboard/dashboard-resource.ts';
import type { Listed } from '../resource.ts';
import { ownedIds, seenIds } from '../resource-queries.ts';

/** Charts that are looked at at once. */
const PAGE = 200;

/** Which of some things the caller sees, and which they may change. */
export interface Rights {
  seen: ReadonlySet<number>;
  changeable: ReadonlySet<number>;
}

/** A chart that uses names of a dataset. */
interface UsingChart extends Omit<Renamed, 'document'> {
  id: number;
  slice_name: string;
}

/** A dashboard whose parts use names of a dataset, or whose colours are given to its labels. */
interface UsingDashboard {
  id: number;
  dashboard_title: string | null;
  parts: RenamedPart[];
}

/** What uses names of a dataset, and what the caller may do with it. */
export interface Uses {
  charts: UsingChart[];
  chartRights: Rights;
  dashboards: UsingDashboard[];
  dashboardRights: Rights;
}

/** Looks for the names in every chart and dashboard. */
export async function usesOf(dataset: number, names: NewNames, act: Act): Promise<Uses> {
  const { db } = act.services;
  const own = await chartsOn(db, dataset);
  const charts: UsingChart[] = [];
  for (let last = 0; ; ) {
    act.signal.throwIfAborted();
    const rows = await db
      .selectFrom('charts')
      .select(['id', 'slice_name', 'params', 'query_context'])
      .where((on) =>
        on.or([
          on.and([on('datasource_type', '=', 'table'), on('datasource_id', '=', dataset)]),
          // Layers of annotations, which may read a chart of the dataset.
          on('params', 'like', '%"annotationType"%'),
        ]),
      )
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, slice_name, ...documents } of rows) {
      const { renamed, byHand } = chartUnderNewNames({ id, ...documents }, own, names);
      if (renamed.length + byHand.length > 0) charts.push({ id, slice_name, renamed, byHand });
    }
    const next = rows.at(-1)?.id;
    if (next === undefined || rows.length < PAGE) break;
    last = next;
  }
  const dashboards = await usingDashboards({ id: dataset, charts: own }, names, act);
  return {
    charts,
    chartRights: await rightsOn(chartResource, idsOf(charts), act),
    dashboards,
    dashboardRights: await rightsOn(dashboardResource, idsOf(dashboards), act),
  };
}

function idsOf(things: readonly { id: number }[]): number[] {
  return things.map(({ id }) => id);
}

async function rightsOn(resource: Listed, ids: number[], act: Act): Promise<Rights> {
  const seen = await seenIds(resource, ids, act);
  if (!may(act.caller, 'can_write', resource.view)) return { seen, changeable: new Set() };
  const owned = await ownedIds(resource, ids, act);
  return { seen, changeable: new Set([...owned].filter((id) => seen.has(id))) };
}

/** Ids of the charts that stand on a dataset. */
export async function chartsOn(records: Db, dataset: number): Promise<Set<number>> {
  const rows = await records
    .selectFrom('charts')
    .select('id')
    .where('datasource_type', '=', 'table')
    .where('datasource_id', '=', dataset)
    .execute();
  return new Set(idsOf(rows));
}

interface ChartDocuments {
  id: number;
  params: string | null;
  query_context: string | null;
}

/** What is stored of a chart under new names, as texts, and what came of it. `own`: charts of the dataset. */
export function chartUnderNewNames(
  { id, params, query_context }: ChartDocuments,
  own: ReadonlySet<number>,
  names: NewNames,
): Omit<Renamed, 'document'> & { params: string | null; query_context: string | null } {
  const form = textUnderNewNames(params, (document) => underNewNames(document, own.has(id), own, names));
  const question = textUnderNewNames(query_context, (document) =>
    underNewNames(document, own.has(id), own, names),
  );
  return {
    params: form.text,
    query_context: question.text,
    renamed: [...new Set([...form.renamed, ...question.renamed])],
    byHand: [...new Set([...form.byHand, ...question.byHand])],
  };
}

function underNewNames(
  document: StoredDocument,
  isOwn: boolean,
  own: ReadonlySet<number>,
  names: NewNames,
): Renamed {
  const itself = isOwn ? withNewNames(document, names) : { document, renamed: [], byHand: [] };
  const layers = withNewLayerNames(itself.document, own, names);
  return {
    document: layers.document,
    renamed: [...itself.renamed, ...layers.renamed],
    byHand: [...itself.byHand, ...layers.byHand],
  };
}

/** A stored text with other names in it; one that cannot be read, or in which none stands, stays as it is. */
function textUnderNewNames(text: string | null, rename: (document: StoredDocument) => Renamed) {
  const stored = storedDocument(text);
  if (!isJsonObject(stored)) return { text, renamed: [], byHand: [] };
  const { document, renamed, byHand } = rename(stored);
  return { text: renamed.length > 0 ? JSON.stringify(document) : text, renamed, byHand };
}

async function usingDashboards(
  dataset: ChartedDataset,
  names: NewNames,
  act: Act,
): Promise<UsingDashboard[]> {
  const rows = await act.services.db
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title', 'json_metadata'])
    .where((on) =>
      on.or([
        on('json_metadata', 'like', `%"datasetId":${dataset.id}%`),
        on('json_metadata', 'like', `%"datasetId": ${dataset.id}%`),
        on.and([
          on.or([
            on('json_metadata', 'like', '%"label_colors"%'),
            on('json_metadata', 'like', '%"drill_paths"%'),
          ]),
          on(
            'id',
            'in',
            on
              .selectFrom('dashboard_charts')
              .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
              .select('dashboard_charts.dashboard_id')
              .where('charts.datasource_type', '=', 'table')
              .where('charts.datasource_id', '=', dataset.id),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap(({ json_metadata, ...dashboard }) => {
    const stored = storedObject(json_metadata);
    const { document, parts } = withNewDashboardNames(stored, dataset, names);
    return parts.length > 0 || document !== stored ? [{ ...dashboard, parts }] : [];
  });
}
