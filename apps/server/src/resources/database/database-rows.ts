import {
  type ConnectionParts,
  type DatabaseExtra,
  type EngineInformation,
  type ParametersSchema,
  readDatabaseExtra,
  toldOfExtra,
} from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { storedObject } from '../../records/stored-json.ts';
import type { Row } from '../../records/tables.ts';
import { openTunnel } from '../../security/sealed-tunnel.ts';
import type { WithSecrets } from '../../security/secret-box.ts';
import { auditOf, inOrder } from '../people.ts';
import { maskedTunnel } from './ssh-tunnel.ts';

/** What an engine offers, as clients are told. */
export async function engineInformation(backend: string): Promise<EngineInformation> {
  const { engineById } = await import('@chartroom/engines');
  const engine = engineById(backend);
  return {
    supports_file_upload: engine?.capabilities.fileUpload ?? false,
    disable_ssh_tunneling: !engine?.tunnels,
    supports_dynamic_catalog: engine?.capabilities.catalogs ?? false,
    supports_oauth2: engine?.oauth2 ?? false,
  };
}

/** The `extra` document of a database; empty when there is none. */
export function databaseExtra(row: Pick<Row<'databases'>, 'extra'>): DatabaseExtra {
  return readDatabaseExtra(storedObject(row.extra));
}

/** Whether statements run while they are written: where the engine is that fast, or where the connection says so. */
export async function runsLive(row: { backend: string; extra: string | null }): Promise<boolean> {
  const { engineById } = await import('@chartroom/engines');
  return engineById(row.backend)?.capabilities.live === true || databaseExtra(row).live_sql === true;
}

/** Rows of databases with every column that lists and items may show; passwords are masked in the records already. */
export async function databaseRows(ids: number[], act: Act) {
  const rows = await act.services.db.selectFrom('databases').selectAll().where('id', 'in', ids).execute();
  const audit = await auditOf(rows, act);
  const shown = await Promise.all(
    rows.map(async (row) => ({ ...(await presented(row)), id: row.id, ...audit(row) })),
  );
  return inOrder(ids, shown);
}

/** One database as its item shows it, with the tunnel to it if it has one. */
export async function databaseRow(id: number, act: Act<Ground & WithSecrets>) {
  const [row] = await databaseRows([id], act);
  if (!row) throw notFound();
  const { db, secrets } = act.services;
  const { ssh_tunnel } = await db
    .selectFrom('databases')
    .select('ssh_tunnel')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return ssh_tunnel === null
    ? row
    : { ...row, ssh_tunnel: maskedTunnel(openTunnel(ssh_tunnel, secrets), id) };
}

async function presented(row: Row<'databases'>) {
  const extra = databaseExtra(row);
  const { parseUri, engineById } = await import('@chartroom/engines');
  const flag = (value: 0 | 1) => value === 1;
  return {
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    backend: row.backend,
    driver: parseUri(row.sqlalchemy_uri).driver ?? engineById(row.backend)?.drivers[0] ?? row.backend,
    cache_timeout: row.cache_timeout,
    configuration_method: row.configuration_method,
    expose_in_sqllab: flag(row.expose_in_sqllab),
    allow_run_async: flag(row.allow_run_async),
    allow_file_upload: flag(row.allow_file_upload),
    allow_ctas: flag(row.allow_ctas),
    allow_cvas: flag(row.allow_cvas),
    allow_dml: flag(row.allow_dml),
    force_ctas_schema: row.force_ctas_schema,
    impersonate_user: flag(row.impersonate_user),
    is_managed_externally: flag(row.is_managed_externally),
    extra: row.extra ?? '{}',
    allows_cost_estimate:
      extra.cost_estimate_enabled === true && (engineById(row.backend)?.capabilities.estimate ?? false),
    allows_subquery: engineById(row.backend)?.dialect.capabilities.subqueries ?? true,
    ...toldOfExtra(extra, row.id),
    engine_information: await engineInformation(row.backend),
  };
}

/** The parts of an address as the connection form has them; the password is masked already. */
export async function connectionParameters(maskedUri: string): Promise<ConnectionParts> {
  const { parametersOfUri } = await import('@chartroom/engines');
  return parametersOfUri(maskedUri);
}

/** JSON schema of those parts, for an engine. */
export async function connectionFields(backend: string): Promise<ParametersSchema> {
  const { engineById, formFields } = await import('@chartroom/engines');
  return formFields(engineById(backend));
}
