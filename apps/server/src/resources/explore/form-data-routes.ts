import { exploreApi, isJsonObject, type KeptForm } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { readJson } from '../../http/json-text.ts';
import type { Ground } from '../../records/ground.ts';
import { mayRead } from '../../security/data-sources.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { otherSource } from '../chart/chart-writes.ts';
import {
  changeValue,
  FORM_DATA,
  keepPermalink,
  keepValue,
  nothingToKeep,
  notYours,
  readValue,
  removeValue,
} from '../permalinks/kept-values.ts';
import { seenIds } from '../resource-queries.ts';

const FORMS = 'ExploreFormDataRestApi';
const LINKS = 'ExplorePermalinkRestApi';

/** Form data of open charts and lasting links to them (contract/api.md §2.16). */
export function registerFormData(app: FastifyInstance, services: Ground): void {
  const defineRoute = routesOf(app, services);
  const write: Access = { permission: 'can_write', view: FORMS };
  defineRoute({
    ...exploreApi.keepForm,
    access: write,
    handle: async ({ act, body, query }) => {
      await requireKeepable(body, act);
      const tab = query('tab_id');
      const scope = `${tab ?? ''} ${body.datasource_type} ${body.datasource_id} ${body.chart_id ?? ''}`;
      const given = { value: JSON.stringify(body), scope, reuse: tab !== undefined };
      return { key: await keepValue(FORM_DATA, given, act) };
    },
  });
  defineRoute({
    ...exploreApi.form,
    access: { permission: 'can_read', view: FORMS },
    handle: async ({ act, param }) => {
      const { value } = await readValue(FORM_DATA, param('key'), act);
      const kept: unknown = JSON.parse(value);
      if (!isJsonObject(kept) || typeof kept.form_data !== 'string') throw notFound();
      if (kept.datasource_type === 'table' || kept.datasource_type === 'dataset')
        await requireDataset(Number(kept.datasource_id), act);
      return { form_data: kept.form_data };
    },
  });
  defineRoute({
    ...exploreApi.changeForm,
    access: write,
    handle: async ({ act, body, param }) => {
      await requireKeepable(body, act);
      const key = param('key');
      await changeValue(FORM_DATA, key, JSON.stringify(body), act);
      return { key };
    },
  });
  defineRoute({
    ...exploreApi.removeForm,
    access: write,
    handle: async ({ act, param }) => {
      await removeValue(FORM_DATA, param('key'), act);
      return { message: 'Deleted successfully' };
    },
  });
  registerPermalinks(defineRoute);
}

function registerPermalinks(defineRoute: DefineRoute): void {
  defineRoute({
    ...exploreApi.keepLink,
    access: { permission: 'can_write', view: LINKS },
    handle: async ({ act, request, body: { formData, urlParams } }) => {
      const datasource = String(formData.datasource ?? '');
      const [, id, type] = /^(\d{1,15})__(\w+)$/.exec(datasource) ?? [];
      if (id === undefined) throw badRequest('formData.datasource: is missing; it reads like "12__table"');
      const chartId = typeof formData.slice_id === 'number' ? formData.slice_id : null;
      await requireDataset(Number(id), act);
      await requireChart(chartId, act);
      const kept = {
        chartId,
        datasourceId: Number(id),
        datasourceType: type,
        datasource,
        state: { formData, urlParams: urlParams ?? [] },
      };
      const key = await keepPermalink('explore_permalink', JSON.stringify(kept), act);
      return { key, url: `${request.protocol}://${request.host}/superset/explore/p/${key}/` };
    },
  });
  defineRoute({
    ...exploreApi.link,
    access: { permission: 'can_read', view: LINKS },
    handle: async ({ act, param, reply }) => {
      const { value } = await readValue({ name: 'explore_permalink' }, param('key'), act);
      const kept: unknown = JSON.parse(value);
      if (!isJsonObject(kept) || typeof kept.datasourceId !== 'number') throw notFound();
      await requireDataset(kept.datasourceId, act);
      return reply.send(kept);
    },
  });
}

/** Form data is JSON, of what is there and open to whoever keeps it. */
async function requireKeepable(form: KeptForm, act: Act): Promise<void> {
  readJson(form.form_data, 'form_data');
  await requireSource(form, act);
  await requireChart(form.chart_id ?? null, act);
}

/** A state is kept of what is there and open to whoever keeps it. */
async function requireSource(
  { datasource_id: id, datasource_type: kind }: KeptForm,
  act: Act,
): Promise<void> {
  if (kind === 'table' || kind === 'dataset') return requireDataset(id, act);
  if (!(await otherSource(kind, id, act))) throw nothingToKeep();
}

async function requireChart(id: number | null, act: Act): Promise<void> {
  if (id !== null && !(await seenIds(chartResource, [id], act)).has(id)) throw nothingToKeep();
}

async function requireDataset(id: number, act: Act): Promise<void> {
  const { db } = act.services;
  const row = await db.selectFrom('datasets').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw nothingToKeep();
  if (!(await mayRead(db, act.caller, id))) throw notYours();
}
