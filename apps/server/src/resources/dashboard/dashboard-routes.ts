import { Readable } from 'node:stream';
import {
  type Bounds,
  ChartroomError,
  changedFilters,
  chartUrl,
  dashboardApi,
  type QueryContext,
  readLayout,
  type StoredDocument,
  tabsOf,
} from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { StreamedRequest, WithData } from '../../data/ports.ts';
import { errorLine } from '../../data/sql/error-line.ts';
import type { WithChannels } from '../../events/channels.ts';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { lacking, notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import type { WithJobs } from '../../jobs/jobs.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import { storedObject } from '../../records/stored-json.ts';
import { may } from '../../security/caller.ts';
import { partsOnDashboard } from '../../security/chart-parts.ts';
import { requireFilterData } from '../../security/dashboard-filters.ts';
import { readContext } from '../chart/chart-data-routes.ts';
import type { ChartAnswering } from '../chart/chart-jobs.ts';
import { answerOrJob } from '../chart/chart-jobs.ts';
import { chartFormData } from '../chart/chart-rows.ts';
import { verboseMap } from '../explore/datasource-data.ts';
import { answerOfRows, sendRows } from '../long-rows.ts';
import { markedDown } from '../marked-down.ts';
import type { ResourceServices } from '../resource-act.ts';
import { requireOwned, requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { copyDashboard } from './dashboard-copy.ts';
import { dashboardResource, openDashboard } from './dashboard-resource.ts';
import { membersOf, mergedMetadata, writeVersion } from './dashboard-writes.ts';
import { type DatasetOnBoard, datasetsOn } from './datasets-on.ts';
import { registerEmbedding } from './embedded-routes.ts';
import { registerVersions } from './versions/version-routes.ts';
import { registerViews } from './views/view-routes.ts';

const READ: Access = { permission: 'can_read', view: 'Dashboard' };
const WRITE: Access = { permission: 'can_write', view: 'Dashboard' };

/** `/dashboard/` (contract/api.md §2.4), and the stream of all answers of a dashboard. */
export function registerDashboards(
  app: FastifyInstance,
  services: ResourceServices & WithChannels & WithJobs,
): void {
  const defineRoute = routesOf(app, services);
  registerResource(app, services, dashboardResource);
  registerMembers(defineRoute, services);
  defineRoute({
    ...dashboardApi.copy,
    access: WRITE,
    handle: async (call) => {
      const id = await openDashboard(call.param('pk'), call.act);
      const made = await copyDashboard(id, call.body, call.act);
      return { result: { id: made.id, last_modified_time: Math.floor(Date.parse(made.changed_on) / 1000) } };
    },
  });
  registerParts(defineRoute, services);
  registerStream(defineRoute, services);
  registerWorkbook(defineRoute, services);
  registerEmbedding(defineRoute, services);
  registerVersions(defineRoute);
  registerViews(defineRoute);
}

/** What a dashboard is made of. */
function registerMembers(defineRoute: DefineRoute<Ground & WithData>, services: Ground & WithData): void {
  const { db } = services;
  defineRoute({
    ...dashboardApi.charts,
    access: READ,
    handle: async ({ act, param, reply }) => {
      const ids = (await membersOf(db, await openDashboard(param('pk'), act))).sort((a, b) => a - b);
      const read = (some: number[]) => chartsOf(some, services);
      return sendRows(reply, await answerOfRows({}, { table: 'charts', ids, read }, services));
    },
  });
  defineRoute({
    ...dashboardApi.parts,
    access: READ,
    handle: async ({ act, param }) => {
      const id = await openDashboard(param('pk'), act);
      const chart = Number(param('chart'));
      if (!Number.isSafeInteger(chart)) throw notFound();
      const parts = await partsOnDashboard(db, id, chart);
      return {
        result: parts.map(({ row }) => ({
          id: row.id,
          slice_name: row.slice_name ?? '',
          form_data: { ...chartFormData(row), viz_type: row.viz_type ?? '' },
        })),
      };
    },
  });
  defineRoute({
    ...dashboardApi.datasets,
    access: READ,
    handle: async ({ act, param, query, reply }) => {
      const datasets = await datasetsOn(await openDashboard(param('pk'), act), act);
      // The product's own pages draw, filter and drill with all that a dataset has.
      const isWhole = query('whole') === 'true';
      return reply.send({ result: datasets.map((each) => (isWhole ? each.dataset : trimmed(each))) });
    },
  });
  defineRoute({
    ...dashboardApi.tabs,
    access: READ,
    handle: async ({ act, param }) => {
      const id = await openDashboard(param('pk'), act);
      const { position_json } = await db
        .selectFrom('dashboards')
        .select('position_json')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { result: tabsOf(readLayout(storedObject(position_json))) };
    },
  });
}

/** Parts of the metadata that are changed on their own. */
function registerParts(defineRoute: DefineRoute, { db }: Pick<Ground, 'db'>): void {
  defineRoute({
    ...dashboardApi.changeFilters,
    access: WRITE,
    handle: async ({ act, body: change, id: asked }) => {
      const id = await ownedDashboard(asked, act);
      return db.transaction().execute(async (records) => {
        const before = await metadataOf(records, id);
        const native_filter_configuration = changedFilters(before.native_filter_configuration, change);
        await requireFilterData(records, { after: { native_filter_configuration }, before }, act);
        const json_metadata = mergedMetadata(before, { native_filter_configuration });
        await writeVersion(records, id, { json_metadata }, undefined, act);
        return { result: native_filter_configuration };
      });
    },
  });
  defineRoute({
    ...dashboardApi.changeColors,
    access: WRITE,
    handle: async ({ act, body: colors, id: asked, query }) => {
      const id = await ownedDashboard(asked, act);
      await db.transaction().execute(async (records) => {
        const json_metadata = mergedMetadata(await metadataOf(records, id), colors);
        if (query('mark_updated') === 'false') {
          await records.updateTable('dashboards').set({ json_metadata }).where('id', '=', id).execute();
        } else await writeVersion(records, id, { json_metadata }, undefined, act);
      });
      return {};
    },
  });
}

async function metadataOf(records: Db, id: number): Promise<StoredDocument> {
  const { json_metadata } = await records
    .selectFrom('dashboards')
    .select('json_metadata')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return storedObject(json_metadata);
}

/** All answers of a dashboard over one connection: `{id, status, took, body}` a line, each as soon as it is there. */
function registerStream(
  defineRoute: DefineRoute<ChartAnswering>,
  services: Pick<Ground, 'config'> & WithData,
): void {
  defineRoute({
    ...dashboardApi.data,
    access: READ,
    // A compressor would hold lines back until it has enough of them.
    options: { compress: false },
    handle: async ({ act, body, param, reply, request }) => {
      const dashboardId = await openDashboard(param('pk'), act);
      const { requests, refused } = readQuestions(body.charts, dashboardId, services.config);
      const data = await services.data();
      const lines = data.chartDataStream(
        requests,
        (context) => answerOrJob(context, act, request),
        act.signal,
      );
      reply.header('cache-control', 'no-store').type('application/x-ndjson');
      return reply.send(Readable.from(inTurn(refused, lines)));
    },
  });
}

/** The rows of its charts as a workbook with a sheet for each. */
function registerWorkbook(
  defineRoute: DefineRoute<Ground & WithData>,
  services: Pick<Ground, 'config'> & WithData,
): void {
  defineRoute({
    ...dashboardApi.workbook,
    access: READ,
    handle: async ({ act, body, param, reply }) => {
      if (!may(act.caller, 'can_csv', 'Superset')) throw lacking(act.caller, 'can_csv', 'Superset');
      const dashboardId = await openDashboard(param('pk'), act);
      const charts = body.charts.map(({ name, query_context }) => ({
        name,
        context: onDashboard(readContext(query_context, services.config), dashboardId),
      }));
      const data = await services.data();
      return sendAnswer(reply, await data.chartWorkbook(charts, act.caller.principal, act.signal));
    },
  });
}

/** A question that is asked on a dashboard, which may open its data. */
function onDashboard(context: QueryContext, dashboardId: number): QueryContext {
  return { ...context, form_data: { ...context.form_data, dashboardId } };
}

/** The questions of charts; one that cannot be read is refused in its line, and the others go on. */
function readQuestions(
  charts: readonly { id: number; query_context: unknown }[],
  dashboardId: number,
  bounds: Bounds,
) {
  const requests: StreamedRequest[] = [];
  const refused: Buffer[] = [];
  for (const { id, query_context } of charts) {
    try {
      const context = readContext(query_context, bounds);
      requests.push({ id, context: onDashboard(context, dashboardId) });
    } catch (error) {
      if (!(error instanceof ChartroomError)) throw error;
      refused.push(errorLine(id, error));
    }
  }
  return { requests, refused };
}

async function* inTurn(first: readonly Buffer[], then: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield* first;
  yield* then;
}

async function ownedDashboard(id: number | undefined, act: Act): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(dashboardResource, [id], act);
  await requireOwned(dashboardResource, [id], act);
  return id;
}

async function chartsOf(ids: number[], { db }: Pick<Ground, 'db'>) {
  const rows = await db.selectFrom('charts').selectAll().where('id', 'in', ids).orderBy('id').execute();
  const descriptions = await markedDown(rows.map((row) => row.description));
  return rows.map((row, at) => ({
    id: row.id,
    slice_name: row.slice_name,
    cache_timeout: row.cache_timeout,
    changed_on: zoneless(row.changed_on),
    description: row.description,
    description_markeddown: descriptions[at],
    form_data: chartFormData(row),
    slice_url: chartUrl(row.id),
    certified_by: row.certified_by,
    certification_details: row.certification_details,
  }));
}

function trimmed({ dataset, used }: DatasetOnBoard): object {
  const { description: _, ...told } = dataset;
  const columns = dataset.columns.filter((column) => used.columns.has(column.column_name));
  const metrics = dataset.metrics.filter((metric) => used.metrics.has(metric.metric_name));
  return { ...told, columns, metrics, verbose_map: verboseMap(columns, metrics) };
}
