import { createHash } from 'node:crypto';
import {
  type ChartPicture,
  chartUrl,
  type DashboardPicture,
  dashboardUrl,
  type PicturedState,
  type PictureQuery,
  pictureApi,
} from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../http/access.ts';
import type { Act } from '../http/act.ts';
import { type DefineRoute, routesOf } from '../http/define-route.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { zoneless } from '../http/humanized.ts';
import type { WithJobs } from '../jobs/jobs.ts';
import type { Ground } from '../records/ground.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { CHART_OWNERS } from '../resources/chart/chart-rows.ts';
import { dashboardResource } from '../resources/dashboard/dashboard-resource.ts';
import { DASHBOARD_OWNERS } from '../resources/dashboard/dashboard-rows.ts';
import { ownersOf } from '../resources/people.ts';
import { keepPermalink } from '../resources/permalinks/kept-values.ts';
import {
  chartPictures,
  dashboardPictures,
  type PicturedKind,
  thumbnailUrl,
} from '../resources/picture-digests.ts';
import { viewersOf } from '../resources/picture-viewers.ts';
import { requireSeen } from '../resources/resource-queries.ts';
import { callerId } from '../security/caller.ts';
import type { WithCounts } from '../security/counts.ts';
import type { PictureMakers } from './picture-as.ts';
import { type KeptPicture, Pictures, type WantedPicture } from './pictures.ts';

type Size = readonly [number, number];

/** Windows that pages are shown in, and the size of the small pictures (contract/api.md §2.3). */
const WINDOWS: Record<PicturedKind, Size> = { chart: [800, 600], dashboard: [1_600, 1_200] };
const THUMBNAIL: Size = [800, 600];

const READ: Record<PicturedKind, Access> = {
  chart: { permission: 'can_read', view: 'Chart' },
  dashboard: { permission: 'can_read', view: 'Dashboard' },
};

/** Pictures of charts and dashboards (contract/api.md §2.3, §2.4): small ones for cards, and those that somebody asks for. */
export function registerPictures(
  app: FastifyInstance,
  services: PictureMakers & WithCounts & WithJobs,
): void {
  const pictures = new Pictures(services);
  services.jobs.handle(pictures.jobs());
  const defineRoute = routesOf(app, services);
  registerThumbnails(defineRoute, services, pictures);
  registerScreenshots(defineRoute, services, pictures);
  defineRoute({
    ...pictureApi.chart.take,
    access: READ.chart,
    handle: async (call) => {
      requireThumbnails(services);
      const { q, act, request, reply } = call;
      const id = await seen('chart', call);
      const path = `${chartUrl(id)}&standalone=1`;
      const picture = await pictures.want(screenshot('chart', id, path, q, act), act, q.force ?? false);
      reply.status(picture.status === 'Updated' ? 200 : 202);
      const task: ChartPicture = {
        cache_key: picture.key,
        chart_url: here(path, request),
        ...told(picture, request),
      };
      return reply.send(task);
    },
  });
  defineRoute({
    ...pictureApi.dashboard.take,
    access: { permission: 'can_cache_dashboard_screenshot', view: 'Dashboard' },
    config: { csrf: 'exempt' },
    handle: async (call) => {
      requireDashboardScreenshots(services);
      const { q, body, act, request, reply } = call;
      const id = await seen('dashboard', call);
      const path = await dashboardPath(id, body, act);
      const picture = await pictures.want(screenshot('dashboard', id, path, q, act), act, q.force ?? false);
      reply.status(picture.status === 'Updated' ? 200 : 202);
      const task: DashboardPicture = {
        cache_key: picture.key,
        dashboard_url: here(path, request),
        ...told(picture, request),
      };
      return reply.send(task);
    },
  });
}

/** Small pictures, as the rows of lists name them. */
function registerThumbnails(
  defineRoute: DefineRoute<Ground & WithJobs>,
  services: Ground & WithJobs,
  pictures: Pictures,
): void {
  for (const kind of ['chart', 'dashboard'] as const) {
    defineRoute({
      ...pictureApi[kind].thumbnail,
      access: READ[kind],
      handle: async (call) => {
        requireThumbnails(services);
        const { act, reply } = call;
        const id = await seen(kind, call);
        const { url, viewer } = await present(kind, id, act);
        if (url !== thumbnailUrl(kind, id, call.param('digest'))) return reply.redirect(url);
        if (viewer === undefined) throw notFound();
        const path =
          kind === 'chart' ? `${chartUrl(id)}&standalone=1` : `${dashboardUrl({ id })}?standalone=3`;
        const wanted = { kind, id, viewer, path, window: WINDOWS[kind], size: THUMBNAIL, pdf: false };
        const picture = await pictures.want({ ...wanted, key: keyOf([url]) }, act, false);
        const png = await pictures.bytes(picture, 'png');
        if (png) return reply.type('image/png').header('cache-control', 'private, max-age=86400').send(png);
        return reply.status(202).send(progressOf(picture));
      },
    });
  }
}

/** Pictures that somebody asked for, by the key that they were told. */
function registerScreenshots(defineRoute: DefineRoute, services: Ground, pictures: Pictures): void {
  for (const kind of ['chart', 'dashboard'] as const) {
    defineRoute({
      ...pictureApi[kind].screenshot,
      access: READ[kind],
      handle: async (call) => {
        if (kind === 'chart') requireThumbnails(services);
        else requireDashboardScreenshots(services);
        const { act, reply } = call;
        const id = await seen(kind, call);
        const format = call.query('download_format') ?? 'png';
        if (format !== 'png' && (format !== 'pdf' || kind === 'chart')) {
          throw badRequest(`download_format: must be ${kind === 'chart' ? 'png' : 'png or pdf'}`);
        }
        const picture = await pictures.find(call.param('digest'));
        // It shows what the one who asked for it may see, so that others get none.
        if (!picture || picture.kind !== kind || picture.id !== id || picture.viewer !== act.caller.user?.id)
          throw notFound();
        const bytes = await pictures.bytes(picture, format);
        if (!bytes) throw notFound();
        if (format === 'pdf')
          reply.header('content-disposition', `attachment; filename="dashboard_${id}.pdf"`);
        return reply.type(format === 'pdf' ? 'application/pdf' : 'image/png').send(bytes);
      },
    });
  }
}

function requireThumbnails({ config }: Pick<Ground, 'config'>): void {
  if (!config.THUMBNAILS) throw notFound();
}

function requireDashboardScreenshots({ config }: Pick<Ground, 'config'>): void {
  if (!config.THUMBNAILS || !config.ENABLE_DASHBOARD_SCREENSHOT_ENDPOINTS) throw notFound();
}

/** The id in the address. Rejects with 404 unless the caller sees what it names. */
async function seen(kind: PicturedKind, { id, act }: { id: number | undefined; act: Act }): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(kind === 'chart' ? chartResource : dashboardResource, [id], act);
  return id;
}

/** Where the present small picture of a thing is, and as whom it is taken. */
async function present(
  kind: PicturedKind,
  id: number,
  act: Act,
): Promise<{ url: string; viewer: number | undefined }> {
  const { db } = act.services;
  if (kind === 'chart') {
    const rows = await db.selectFrom('charts').selectAll().where('id', '=', id).execute();
    const owners = await ownersOf(db, CHART_OWNERS, [id]);
    return {
      url: (await chartPictures(rows, owners, act)).get(id) ?? '',
      viewer: (await viewersOf(rows, owners, act)).get(id)?.id,
    };
  }
  const rows = await db.selectFrom('dashboards').selectAll().where('id', '=', id).execute();
  const owners = await ownersOf(db, DASHBOARD_OWNERS, [id]);
  return {
    url: (await dashboardPictures(rows, owners, act)).get(id) ?? '',
    viewer: (await viewersOf(rows, owners, act)).get(id)?.id,
  };
}

/** A picture that somebody asks for themselves, and as themselves. */
function screenshot(
  kind: PicturedKind,
  id: number,
  path: string,
  query: PictureQuery,
  act: Act,
): WantedPicture {
  const viewer = callerId(act.caller);
  const window = query.window_size ?? WINDOWS[kind];
  const size = query.thumb_size ?? (kind === 'chart' ? window : undefined);
  return {
    key: keyOf([kind, id, path, viewer, window, size ?? null]),
    kind,
    id,
    viewer,
    path,
    window,
    size,
    pdf: kind === 'dashboard',
  };
}

/** The address of a dashboard in a state: a link that lasts says what is filtered and open. */
async function dashboardPath(
  id: number,
  { permalinkKey, ...state }: PicturedState,
  act: Act,
): Promise<string> {
  const parameters = new URLSearchParams(state.urlParams ?? []);
  parameters.set('standalone', '3');
  const isPlain = Object.values(state).every(
    (value) => value === null || value === undefined || Object.keys(value).length === 0,
  );
  if (permalinkKey) parameters.set('permalink_key', permalinkKey);
  else if (!isPlain) {
    const { uuid } = await act.services.db
      .selectFrom('dashboards')
      .select('uuid')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    parameters.set(
      'permalink_key',
      await keepPermalink('dashboard_permalink', JSON.stringify({ dashboardId: uuid, state }), act),
    );
  }
  return `${dashboardUrl({ id })}?${parameters}`;
}

function progressOf({ status, updated_at }: KeptPicture) {
  return { task_status: status, task_updated_at: zoneless(updated_at) };
}

function told(picture: KeptPicture, request: FastifyRequest) {
  const { kind, id, key } = picture;
  const image = `/api/v1/${kind}/${id}/screenshot/${key}/`;
  return { image_url: here(image, request), ...progressOf(picture) };
}

function here(path: string, { protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}${path}`;
}

function keyOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}
