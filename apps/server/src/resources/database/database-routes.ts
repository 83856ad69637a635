import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf } from '../../http/act.ts';
import { parseQ } from '../../http/q-argument.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { openSecrets } from '../../security/data-sources.ts';
import type { Services } from '../../services.ts';
import { pick, type Wire } from '../columns.ts';
import { counted, objectsOnDatasets } from '../related-objects.ts';
import { registerResource } from '../resource-routes.ts';
import { registerConnections } from './connection-routes.ts';
import { openCatalogs, openSchemas, openTables } from './database-browse.ts';
import { databaseResource } from './database-resource.ts';
import { connectionParameters, databaseRow, engineInformation, PARAMETERS_SCHEMA } from './database-rows.ts';
import { seenDatabase } from './seen-database.ts';
import { registerTables } from './table-routes.ts';

const READ = needs('can_read', 'Database');
const WRITE = needs('can_write', 'Database');

/** `/database/` (contract/api.md §2.1): connections and what is behind them. */
export function registerDatabases(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/database/available/', READ, async () => ({ databases: await availableEngines(services) }));
  registerResource(app, services, databaseResource);
  registerBrowsing(app, services);
  registerTables(app, services);
  registerConnections(app, services);
  app.get('/api/v1/database/:pk/connection', WRITE, async (request) => {
    const act = actOf(services, request);
    const database = await seenDatabase(request, act);
    return { id: database.id, result: await connectionView(database, act) };
  });
  app.get('/api/v1/database/:pk/related_objects/', READ, async (request) => {
    const act = actOf(services, request);
    const { id } = await seenDatabase(request, act);
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
    return {
      ...(await objectsOnDatasets(
        datasets.map((dataset) => dataset.id),
        act,
      )),
      sqllab_tab_states: counted(tabs.map((tab) => ({ ...tab, active: tab.active === 1 }))),
    };
  });
}

const schemasQuery = z.object({
  force: z.boolean().optional(),
  upload_allowed: z.boolean().optional(),
  catalog: z.string().nullish(),
});
const catalogsQuery = z.object({ force: z.boolean().optional() });
const tablesQuery = z.object({
  schema_name: z.string(),
  catalog_name: z.string().nullish(),
  force: z.boolean().optional(),
});

function registerBrowsing(app: FastifyInstance, services: Services): void {
  const base = '/api/v1/database/:pk';
  app.get(`${base}/catalogs/`, taking(READ, { q: catalogsQuery }), async (request) => {
    const act = actOf(services, request);
    parseQ(catalogsQuery, request.query);
    return { result: await openCatalogs(await seenDatabase(request, act), act) };
  });
  app.get(`${base}/schemas/`, taking(READ, { q: schemasQuery }), async (request) => {
    const act = actOf(services, request);
    const { catalog, upload_allowed } = parseQ(schemasQuery, request.query);
    const options = { catalog: catalog ?? null, upload: upload_allowed ?? false };
    return { result: await openSchemas(await seenDatabase(request, act), options, act) };
  });
  app.get(`${base}/schemas_access_for_file_upload/`, READ, async (request) => {
    const act = actOf(services, request);
    return {
      schemas: await openSchemas(await seenDatabase(request, act), { catalog: null, upload: true }, act),
    };
  });
  app.get(`${base}/tables/`, taking(READ, { q: tablesQuery }), async (request) => {
    const act = actOf(services, request);
    const database = await seenDatabase(request, act);
    const { schema_name, catalog_name } = parseQ(tablesQuery, request.query);
    return openTables(database, { schema: schema_name, catalog: catalog_name ?? null }, act);
  });
  app.get(`${base}/function_names/`, READ, async (request) => {
    const act = actOf(services, request);
    const database = await seenDatabase(request, act);
    const session = await (await services.data()).session(database.id);
    return { function_names: (await session.functions?.()) ?? [] };
  });
}

async function connectionView(database: Row<'databases'>, act: Act): Promise<Wire> {
  const secrets = openSecrets(database.secrets, act.services.secrets);
  const shown = pick(await databaseRow(database.id, act), [...databaseResource.showColumns, 'ssh_tunnel']);
  return {
    ...shown,
    extra: database.extra ?? '{}',
    force_ctas_schema: database.force_ctas_schema,
    server_cert: database.server_cert,
    masked_encrypted_extra: maskedValues(secrets.encrypted_extra),
    parameters: await connectionParameters(database.sqlalchemy_uri),
    parameters_schema: PARAMETERS_SCHEMA,
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
async function availableEngines({ config }: Services): Promise<Wire[]> {
  const { ENGINES } = await import('@chartroom/engines');
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
      supports_oauth2: false,
      ...(!engine.capabilities.embedded && { parameters: PARAMETERS_SCHEMA }),
    })),
  );
}
