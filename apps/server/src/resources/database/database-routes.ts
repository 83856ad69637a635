import { type AvailableEngine, type ConnectionView, databaseApi, databaseTablesApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { openSecrets } from '../../security/data-sources.ts';
import type { WithSecrets } from '../../security/secret-box.ts';
import { counted, objectsOnDatasets } from '../related-objects.ts';
import type { ResourceServices } from '../resource-act.ts';
import { registerResource } from '../resource-routes.ts';
import { registerAuthorization } from './authorization-page.ts';
import { registerConnections } from './connection-routes.ts';
import { openCatalogs, openSchemas, openTables } from './database-browse.ts';
import { databaseResource } from './database-resource.ts';
import { connectionFields, connectionParameters, databaseRow, engineInformation } from './database-rows.ts';
import { seenDatabase } from './seen-database.ts';
import { registerTables } from './table-routes.ts';

const READ = { permission: 'can_read', view: 'Database' };

/** `/database/` (contract/api.md §2.1): connections and what is behind them. */
export function registerDatabases(app: FastifyInstance, services: ResourceServices): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...databaseApi.available,
    access: READ,
    handle: async () => ({ databases: await availableEngines(services) }),
  });
  registerAuthorization(defineRoute);
  registerResource(app, services, databaseResource);
  registerBrowsing(defineRoute, services);
  registerTables(defineRoute);
  registerConnections(defineRoute, services);
  defineRoute({
    ...databaseApi.connection,
    access: { permission: 'can_write', view: 'Database' },
    handle: async ({ id, act }) => {
      const database = await seenDatabase(id, act);
      return { id: database.id, result: await connectionView(database, act) };
    },
  });
  defineRoute({
    ...databaseApi.relatedObjects,
    access: READ,
    handle: async ({ id: pk, act }) => {
      const { id } = await seenDatabase(pk, act);
      const datasets = await services.db
        .selectFrom('datasets')
        .select('id')
        .where('database_id', '=', id)
        .execute();
      const tabs = await services.db
        .selectFrom('tab_states')
        .select(['id', 'label', 'active'])
        .where('database_id', '=', id)
        .where('user_id', '=', callerId(act.caller))
        .execute();
      const ids = datasets.map((dataset) => dataset.id);
      return {
        ...(await objectsOnDatasets(ids, act)),
        sqllab_tab_states: counted(tabs.map((tab) => ({ ...tab, active: tab.active === 1 }))),
      };
    },
  });
}

function registerBrowsing(defineRoute: DefineRoute<Ground & WithData>, services: WithData): void {
  const access = READ;
  defineRoute({
    ...databaseTablesApi.catalogs,
    access,
    // What is asked for besides changes nothing, and is read so that what is wrong with it is told.
    handle: async ({ q: _q, id, act }) => ({ result: await openCatalogs(await seenDatabase(id, act), act) }),
  });
  defineRoute({
    ...databaseTablesApi.schemas,
    access,
    handle: async ({ q, id, act }) => {
      const options = { catalog: q.catalog ?? null, upload: q.upload_allowed ?? false };
      return { result: await openSchemas(await seenDatabase(id, act), options, act) };
    },
  });
  defineRoute({
    ...databaseTablesApi.schemasTakingFiles,
    access,
    handle: async ({ id, act }) => ({
      schemas: await openSchemas(await seenDatabase(id, act), { catalog: null, upload: true }, act),
    }),
  });
  defineRoute({
    ...databaseTablesApi.tables,
    access,
    handle: async (call) => {
      const database = await seenDatabase(call.id, call.act);
      const { schema_name: schema, catalog_name } = call.q;
      return openTables(database, { schema, catalog: catalog_name ?? null }, call.act);
    },
  });
  defineRoute({
    ...databaseTablesApi.functionNames,
    access,
    handle: async ({ id, act }) => {
      const database = await seenDatabase(id, act);
      const session = await (await services.data()).session(database.id, act.caller.principal);
      return { function_names: (await session.functions?.()) ?? [] };
    },
  });
}

async function connectionView(
  database: Row<'databases'>,
  act: Act<Ground & WithSecrets>,
): Promise<ConnectionView> {
  const secrets = openSecrets(database.secrets, act.services.secrets);
  return {
    ...databaseApi.shownDatabase.strip().parse(await databaseRow(database.id, act)),
    extra: database.extra ?? '{}',
    server_cert: database.server_cert,
    masked_encrypted_extra: maskedValues(secrets.encrypted_extra),
    parameters: await connectionParameters(database.sqlalchemy_uri),
    parameters_schema: await connectionFields(database.backend),
    sqlalchemy_uri: database.sqlalchemy_uri,
  };
}

/** Every top-level value masked: secrets never come back. */
function maskedValues(document: string | undefined): string {
  if (!document) return '{}';
  const value: unknown = JSON.parse(document);
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(typeof value === 'object' && value ? value : {}).map((key) => [key, 'XXXXXXXXXX']),
    ),
  );
}

/** Engines that are offered for new connections: those that the operator prefers first, the others by name (contract/api.md §2.1). */
async function availableEngines({ config }: Pick<Ground, 'config'>): Promise<AvailableEngine[]> {
  const { ENGINES, formFields } = await import('@chartroom/engines');
  const { PREFERRED_DATABASES: preferred, DBS_AVAILABLE_DENYLIST: denied } = config;
  const placeOf = ({ name }: { name: string }) =>
    preferred.includes(name) ? preferred.indexOf(name) : preferred.length;
  const offered = ENGINES.filter(({ id, drivers, capabilities }) => {
    const isDenied = denied[id]?.includes(drivers[0] ?? id) === true;
    return !isDenied && (!capabilities.unsafe || !config.PREVENT_UNSAFE_DB_CONNECTIONS);
  }).toSorted((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1));
  return Promise.all(
    offered.map(async (engine) => ({
      name: engine.name,
      engine: engine.id,
      available_drivers: engine.drivers,
      default_driver: engine.drivers[0],
      sqlalchemy_uri_placeholder: engine.uriPlaceholder,
      preferred: preferred.includes(engine.name),
      engine_information: await engineInformation(engine.id),
      supports_oauth2: engine.oauth2 ?? false,
      ...(!engine.capabilities.embedded && { parameters: formFields(engine) }),
    })),
  );
}
