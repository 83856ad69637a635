import { type SavedQueryVersion, savedQueryFoldersApi, savedQueryVersionsApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import type { ResourceServices } from '../resource-act.ts';
import { requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { foldersOf } from './query-folders.ts';
import { queryVersionOf, queryVersionsOf } from './query-versions.ts';
import { restoreQuery, savedQueryResource } from './saved-query-resource.ts';

const READ: Access = { permission: 'can_read', view: 'SavedQuery' };
const WRITE: Access = { permission: 'can_write', view: 'SavedQuery' };

/** `/saved_query/`: the resource, its folders, and what queries were after each save. */
export function registerSavedQueries(app: FastifyInstance, services: ResourceServices): void {
  registerResource(app, services, savedQueryResource);
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...savedQueryFoldersApi.list,
    access: READ,
    handle: async ({ act }) => {
      const result = await foldersOf(act);
      return { count: result.length, result };
    },
  });
  defineRoute({
    ...savedQueryVersionsApi.list,
    access: READ,
    handle: async ({ act, idParam }) => {
      const rows = await queryVersionsOf(act.services.db, await ownId(idParam('pk'), act));
      return { count: rows.length, result: rows.map(presented) };
    },
  });
  defineRoute({
    ...savedQueryVersionsApi.show,
    access: READ,
    handle: async ({ act, idParam }) => {
      const version = await readVersion(await ownId(idParam('pk'), act), idParam('number'), act);
      return { result: { ...presented(version), document: version.document } };
    },
  });
  defineRoute({
    ...savedQueryVersionsApi.restore,
    access: WRITE,
    handle: async ({ act, idParam }) => {
      const id = await ownId(idParam('pk'), act);
      const { number, document } = await readVersion(id, idParam('number'), act);
      await restoreQuery(id, document, `restored version ${number}`, act);
      const [last] = await queryVersionsOf(act.services.db, id);
      if (!last) throw notFound();
      return { result: presented(last) };
    },
  });
}

/** The id of a saved query that the caller sees. @throws ChartroomError 404 */
async function ownId(id: number | undefined, act: Act): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(savedQueryResource, [id], act);
  return id;
}

async function readVersion(id: number, number: number | undefined, act: Act) {
  const version = number === undefined ? undefined : await queryVersionOf(act.services.db, id, number);
  if (!version) throw notFound();
  return version;
}

function presented({ number, changed_on, summary }: SavedQueryVersion): SavedQueryVersion {
  return { number, changed_on: zoneless(changed_on), summary };
}
