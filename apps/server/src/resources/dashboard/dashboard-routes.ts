import { Readable } from 'node:stream';
import {
  type Bounds,
  ChartroomError,
  type DatasourceData,
  dashboardColorsSchema,
  dashboardCopySchema,
  dashboardDataSchema,
  dashboardFiltersSchema,
} from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { errorLine } from '../../data/error-line.ts';
import type { StreamedRequest } from '../../data/ports.ts';
import { answerOrJob } from '../../events/chart-jobs.ts';
import { needs } from '../../http/access.ts';
import { type Act, actOf, idParameter, queryParameter, textParameter } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import { EVERYTHING } from '../../records/everything.ts';
import type { Caller } from '../../security/caller.ts';
import { requireFilterData } from '../../security/dashboard-filters.ts';
import { datasetReadable } from '../../security/data-grants.ts';
import type { Services } from '../../services.ts';
import { readContext } from '../chart/chart-data-routes.ts';
import { chartFormData, chartUrl } from '../chart/chart-rows.ts';
import type { Wire } from '../columns.ts';
import { datasourceData, verboseMap } from '../explore/datasource-data.ts';
import { answerOfRows, sendRows } from '../long-rows.ts';
import { markedDown } from '../marked-down.ts';
import { requireOwned, requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { copyDashboard } from './dashboard-copy.ts';
import { dashboardResource, openDashboard } from './dashboard-resource.ts';
import { membersOf, mergedMetadata, writeVersion } from './dashboard-writes.ts';
import { registerEmbedding } from './embedded-routes.ts';
import { tabsOf } from './layout.ts';
import { changedFilters, readMetadata } from './metadata.ts';
import { type UsedParts, usedParts } from './used-parts.ts';

const READ = needs('can_read', 'Dashboard');
const WRITE = needs('can_write', 'Dashboard');
const BASE = '/api/v1/dashboard';

/** `/dashboard/` (contract §2.4), and the house's own stream of all answers of a dashboard. */
export function registerDashboards(app: FastifyInstance, services: Services): void {
  registerResource(app, services, dashboardResource);
  app.get(`${BASE}/:pk/charts`, READ, async (request, reply) => {
    const act = actOf(services, request);
    const ids = (await membersOf(services.db, await seenDashboard(request, act))).sort((a, b) => a - b);
    return sendRows(
      reply,
      await answerOfRows({}, { table: 'charts', ids, read: (some) => chartsOf(some, services) }, services),
    );
  });
  app.get(`${BASE}/:pk/datasets`, READ, async (request) => {
    const act = actOf(services, request);
    const datasets = await datasetsOn(await seenDashboard(request, act), act);
    // The house's own pages draw, filter and drill with all that a dataset has.
    return {
      result:
        queryParameter(request, 'whole') === 'true'
          ? datasets.map(({ dataset }) => dataset)
          : datasets.map(trimmed),
    };
  });
  app.get(`${BASE}/:pk/tabs`, READ, async (request) => {
    const id = await seenDashboard(request, actOf(services, request));
    const { position_json } = await services.db
      .selectFrom('dashboards')
      .select('position_json')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { result: tabsOf(position_json) };
  });
  app.post(`${BASE}/:pk/copy/`, taking(WRITE, { body: dashboardCopySchema }), async (request) => {
    const act = actOf(services, request);
    const id = await seenDashboard(request, act);
    const made = await copyDashboard(id, parseBody(dashboardCopySchema, request.body), act);
    return { result: { id: made.id, last_modified_time: Math.floor(Date.parse(made.changed_on) / 1000) } };
  });
  registerParts(app, services);
  registerStream(app, services);
  registerEmbedding(app, services);
}

/** Parts of the metadata that are changed on their own. */
function registerParts(app: FastifyInstance, services: Services): void {
  app.put(`${BASE}/:pk/filters`, taking(WRITE, { body: dashboardFiltersSchema }), async (request) => {
    const act = actOf(services, request);
    const change = parseBody(dashboardFiltersSchema, request.body);
    const id = await ownedDashboard(request, act);
    return services.db.transaction().execute(async (records) => {
      const stored = await records
        .selectFrom('dashboards')
        .select('json_metadata')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const metadata = readMetadata(stored.json_metadata);
      const result = changedFilters(metadata.native_filter_configuration, change);
      await requireFilterData(
        records,
        { after: { native_filter_configuration: result }, before: metadata },
        act,
      );
      await writeVersion(
        records,
        id,
        { json_metadata: mergedMetadata(metadata, { native_filter_configuration: result }) },
        undefined,
        act,
      );
      return { result };
    });
  });
  app.put(`${BASE}/:pk/colors`, taking(WRITE, { body: dashboardColorsSchema }), async (request) => {
    const act = actOf(services, request);
    const colors = parseBody(dashboardColorsSchema, request.body);
    const id = await ownedDashboard(request, act);
    await services.db.transaction().execute(async (records) => {
      const stored = await records
        .selectFrom('dashboards')
        .select('json_metadata')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const json_metadata = mergedMetadata(readMetadata(stored.json_metadata), colors);
      if (queryParameter(request, 'mark_updated') === 'false') {
        await records.updateTable('dashboards').set({ json_metadata }).where('id', '=', id).execute();
      } else await writeVersion(records, id, { json_metadata }, undefined, act);
    });
    return {};
  });
}

/** All answers of a dashboard over one connection: `{id, status, body}` a line, each as soon as it is there. */
function registerStream(app: FastifyInstance, services: Services): void {
  // A compressor would hold lines back until it has enough of them.
  app.post(
    `${BASE}/:pk/data`,
    { ...taking(READ, { body: dashboardDataSchema }), compress: false },
    async (request, reply) => {
      const act = actOf(services, request);
      const { charts } = parseBody(dashboardDataSchema, request.body);
      const dashboardId = await seenDashboard(request, act);
      const { requests, refused } = readQuestions(charts, dashboardId, services.config);
      const data = await services.data();
      const lines = data.chartDataStream(
        requests,
        (context) => answerOrJob(context, act, request),
        act.signal,
      );
      reply.header('cache-control', 'no-store').type('application/x-ndjson');
      return reply.send(Readable.from(inTurn(refused, lines)));
    },
  );
}

/** The questions of charts; one that cannot be read is refused in its line, and the others go on. */
function readQuestions(
  charts: z.output<typeof dashboardDataSchema>['charts'],
  dashboardId: number,
  bounds: Bounds,
) {
  const requests: StreamedRequest[] = [];
  const refused: Buffer[] = [];
  for (const { id, query_context } of charts) {
    try {
      const context = readContext(query_context, bounds);
      requests.push({ id, context: { ...context, form_data: { ...context.form_data, dashboardId } } });
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

function seenDashboard(request: FastifyRequest, act: Act): Promise<number> {
  return openDashboard(textParameter(request, 'pk'), act);
}

async function ownedDashboard(request: FastifyRequest, act: Act): Promise<number> {
  const id = idParameter(request);
  if (id === undefined) throw notFound();
  await requireSeen(dashboardResource, [id], act);
  await requireOwned(dashboardResource, [id], act);
  return id;
}

async function chartsOf(ids: number[], { db }: Services): Promise<Wire[]> {
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

/** Datasets of the charts on a dashboard: those the caller may read, and all where the dashboard itself opens them to roles. */
/** Of a dataset guests are told its columns and metrics, not where they come from. */
const HIDDEN_FROM_GUESTS = {
  owners: [],
  database: null,
  catalog: null,
  schema: null,
  sql: null,
  select_star: null,
  perm: null,
  params: null,
  template_params: null,
  fetch_values_predicate: null,
};

/** Whether a dashboard hands on its data: to guests always, to others where it names roles and these count. */
function handsOn({ guest, opensByRoles }: Caller) {
  if (guest) return EVERYTHING;
  if (!opensByRoles) return sql<boolean>`1 = 0`;
  return sql<boolean>`exists (select 1 from dashboard_roles as dr where dr.dashboard_id = dc.dashboard_id)`;
}

async function datasetsOn(dashboardId: number, act: Act): Promise<DatasetOnBoard[]> {
  const { rows } = await sql<{ id: number }>`select distinct t.id from datasets as t
    join charts as c on c.datasource_id = t.id and c.datasource_type = 'table'
    join dashboard_charts as dc on dc.chart_id = c.id
    where dc.dashboard_id = ${dashboardId} and (${datasetReadable(act.caller.grants, act.caller.user?.id, 't')}
      or ${handsOn(act.caller)})
    order by t.id`.execute(act.services.db);
  const data = await datasourceData(
    rows.map((row) => row.id),
    act,
  );
  const charts = await act.services.db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .select(['charts.id', 'params', 'query_context', 'viz_type', 'datasource_id', 'datasource_type'])
    .where('dashboard_id', '=', dashboardId)
    .execute();
  return rows.flatMap(({ id }) => {
    const dataset = data.get(id);
    if (!dataset) return [];
    const asking = charts.filter((chart) => chart.datasource_id === id && chart.datasource_type === 'table');
    const shown = {
      ...dataset,
      column_names: dataset.columns.map((column) => column.column_name),
      column_types: [...new Set(dataset.columns.map((column) => column.type_generic))],
      ...(act.caller.guest && HIDDEN_FROM_GUESTS),
    };
    return [
      {
        dataset: shown,
        used: usedParts(
          asking.map((chart) => ({ form: chartFormData(chart), query_context: chart.query_context })),
        ),
      },
    ];
  });
}

/** A dataset with what the charts of a dashboard use of it. */
interface DatasetOnBoard {
  dataset: Wire & Pick<DatasourceData, 'columns' | 'metrics'>;
  used: UsedParts;
}

function trimmed({ dataset, used }: DatasetOnBoard): Wire {
  const { description: _, ...told } = dataset;
  const columns = dataset.columns.filter((column) => used.columns.has(column.column_name));
  const metrics = dataset.metrics.filter((metric) => used.metrics.has(metric.metric_name));
  return { ...told, columns, metrics, verbose_map: verboseMap(columns, metrics) };
}
