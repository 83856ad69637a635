import {
  type ChangedDatabase,
  columnsOf,
  type DatabaseItem,
  type DatabasePut,
  type DatabaseRow,
  databaseApi,
  type MadeDatabase,
} from '@chartroom/model';
import { sql } from 'kysely';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import { SIGNED_FILTERS } from '../../lists/common-filters.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import type { WithCallers } from '../../security/caller.ts';
import { databaseView, databaseVisible, datasetView, schemaView } from '../../security/data-grants.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { ensurePair, removeViews, renameView } from '../../security/role-setup.ts';
import { sealTunnel } from '../../security/sealed-tunnel.ts';
import type { WithSecrets } from '../../security/secret-box.ts';
import { changedNow, createdNow } from '../people.ts';
import { SIGNERS } from '../related.ts';
import { refuseReported } from '../reports/attached-reports.ts';
import { type Resource, writing } from '../resource.ts';
import { type Connection, connectionOf, leadsElsewhere, tryConnection } from './connection.ts';
import { connectionParameters, databaseRow, databaseRows } from './database-rows.ts';
import { keepTexts } from './kept-texts.ts';
import { maskedTunnel } from './ssh-tunnel.ts';

/** `/database/` (contract/api.md §2.1). */
export const databaseResource: Resource<DatabaseRow, DatabaseItem> = {
  api: databaseApi,
  path: 'database',
  view: 'Database',
  model: 'Database',
  noun: ['database', 'databases'],
  table: 'databases',
  permissions: ['can_read', 'can_write', 'can_upload', 'can_export'],
  listColumns: columnsOf(databaseApi.row, ['engine_information']),
  showColumns: columnsOf(databaseApi.item, ['engine_information']),
  shownWhenPresent: ['ssh_tunnel'],
  orderColumns: [
    'allow_file_upload',
    'allow_dml',
    'allow_run_async',
    'changed_on',
    'changed_on_delta_humanized',
    'created_by.first_name',
    'database_name',
    'expose_in_sqllab',
  ],
  unboundedPages: true,
  filters: {
    columns: {
      database_name: { kind: 'text' },
      uuid: { kind: 'text' },
      allow_file_upload: { kind: 'flag' },
      allow_dml: { kind: 'flag' },
      allow_run_async: { kind: 'flag' },
      expose_in_sqllab: { kind: 'flag' },
      ...SIGNED_FILTERS,
    },
    custom: {
      allow_file_upload: { upload_is_enabled: () => sql<boolean>`t.allow_file_upload = 1` },
    },
  },
  visible: ({ caller }) => databaseVisible(caller.grants, 't'),
  related: SIGNERS,
  list: databaseRows,
  show: databaseRow,
  create: writing(databaseApi.create.body, async (body, act) => {
    await refuseTakenName(body.database_name, undefined, act);
    const connection = await connectionOf(body, undefined, act);
    await tryConnection(connection, act);
    const { id, uuid } = await storeDatabase(body, connection, act);
    const result: MadeDatabase = {
      ...body,
      ...maskedEcho(body, connection),
      expose_in_sqllab: body.expose_in_sqllab ?? true,
      uuid,
      sqlalchemy_uri: connection.maskedUri,
      parameters: await connectionParameters(connection.maskedUri),
      driver: connection.driver,
    };
    return { id, result };
  }),
  update: writing(databaseApi.update.body, async (body, id, act) => {
    const stored = await act.services.db
      .selectFrom('databases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (body.database_name && body.database_name !== stored.database_name)
      await refuseTakenName(body.database_name, id, act);
    const connection = await connectionOf(body, stored, act);
    const describes = body.sqlalchemy_uri || body.configuration_method === 'dynamic_form' || body.ssh_tunnel;
    if (describes && (await leadsElsewhere(connection, stored, act))) await tryConnection(connection, act);
    await changeDatabase(stored, body, connection, act);
    const result: ChangedDatabase = {
      ...body,
      ...maskedEcho(body, connection),
      sqlalchemy_uri: connection.maskedUri,
      parameters: await connectionParameters(connection.maskedUri),
    };
    return { result };
  }),
  remove: async (ids, act) => {
    const { db } = act.services;
    const used = await db
      .selectFrom('datasets')
      .select('id')
      .where('database_id', 'in', ids)
      .limit(1)
      .executeTakeFirst();
    if (used) throw unprocessable('Cannot delete a database that has datasets attached');
    await refuseReported('database_id', ids, act);
    const rows = await db
      .selectFrom('databases')
      .select(['id', 'database_name'])
      .where('id', 'in', ids)
      .execute();
    await db.transaction().execute(async (records) => {
      await removeViews(records, rows.map(databaseView));
      await keepTexts(records, ids);
      await records.deleteFrom('databases').where('id', 'in', ids).execute();
    });
    tellCallers(act);
    const data = await act.services.data();
    for (const id of ids) await data.dropDatabase(id);
  },
  noBulkDelete: true,
};

/** What everybody who keeps something of a database is told. */
export async function databaseChanged(
  ids: number[],
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<void> {
  tellCallers(act);
  const data = await act.services.data();
  for (const id of ids) await data.forgetDatabase(id);
}

/** What is known of databases, and of who may read them, is asked anew. */
function tellCallers({ services: { sources, callers } }: Act<WithCallers & WithSources>): void {
  sources.forget();
  callers.forget();
}

async function refuseTakenName(name: string, except: number | undefined, act: Act): Promise<void> {
  const taken = await act.services.db
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', name)
    .executeTakeFirst();
  if (taken && taken.id !== except)
    throw unprocessable({ database_name: 'A database with the same name already exists.' });
}

/** Stores a connection that has been tried, and the grants that can be given on it. */
export async function storeDatabase(
  body: DatabasePut & { database_name: string },
  connection: Connection,
  act: Act<Ground & WithCallers & WithSecrets>,
): Promise<{ id: number; uuid: string }> {
  const uuid = body.uuid ?? act.services.uuid();
  const id = await act.services.db.transaction().execute(async (records) => {
    const made = await records
      .insertInto('databases')
      .values({
        ...createdNow(act),
        ...settingsOf(body),
        uuid,
        database_name: body.database_name,
        backend: connection.backend,
        sqlalchemy_uri: connection.maskedUri,
        secrets: connection.secrets,
        ssh_tunnel: sealTunnel(connection.tunnel, act.services.secrets),
        extra: body.extra ?? null,
        server_cert: body.server_cert ?? null,
        configuration_method: body.configuration_method,
        cache_timeout: body.cache_timeout ?? null,
        force_ctas_schema: body.force_ctas_schema ?? null,
        external_url: body.external_url ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ensurePair(
      records,
      'database_access',
      databaseView({ id: made.id, database_name: body.database_name }),
    );
    return made.id;
  });
  act.services.callers.forget();
  return { id, uuid };
}

async function changeDatabase(
  stored: Row<'databases'>,
  body: DatabasePut,
  connection: Connection,
  act: Act<Ground & WithCallers & WithData & WithSecrets & WithSources>,
): Promise<void> {
  const { id } = stored;
  const name = body.database_name ?? stored.database_name;
  const given = Object.fromEntries(
    (['extra', 'server_cert', 'cache_timeout', 'force_ctas_schema', 'external_url'] as const).flatMap(
      (key) => (body[key] === undefined ? [] : [[key, body[key]]]),
    ),
  );
  await act.services.db.transaction().execute(async (records) => {
    await records
      .updateTable('databases')
      .set({
        ...changedNow(act),
        ...changedSettings(body),
        ...given,
        database_name: name,
        backend: connection.backend,
        sqlalchemy_uri: connection.maskedUri,
        secrets: connection.secrets,
        ssh_tunnel: sealTunnel(connection.tunnel, act.services.secrets),
        configuration_method: body.configuration_method,
      })
      .where('id', '=', id)
      .execute();
    if (name === stored.database_name) return;
    await renameView(records, databaseView(stored), databaseView({ id, database_name: name }));
    const datasets = await records
      .selectFrom('datasets')
      .select(['id', 'table_name', 'catalog', 'schema'])
      .where('database_id', '=', id)
      .execute();
    for (const dataset of datasets) {
      await renameView(records, datasetView(stored.database_name, dataset), datasetView(name, dataset));
      if (dataset.schema === null) continue;
      for (const catalog of [null, dataset.catalog]) {
        await renameView(
          records,
          schemaView(stored.database_name, catalog, dataset.schema),
          schemaView(name, catalog, dataset.schema),
        );
      }
    }
  });
  await databaseChanged([id], act);
}

const FLAGS = [
  'allow_run_async',
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'impersonate_user',
  'is_managed_externally',
] as const;

type Settings = Record<(typeof FLAGS)[number] | 'expose_in_sqllab', 0 | 1>;

function settingsOf(body: DatabasePut): Settings {
  const flag = (name: keyof Settings, usual: boolean): 0 | 1 => ((body[name] ?? usual) ? 1 : 0);
  return {
    expose_in_sqllab: flag('expose_in_sqllab', true),
    allow_run_async: flag('allow_run_async', false),
    allow_file_upload: flag('allow_file_upload', false),
    allow_ctas: flag('allow_ctas', false),
    allow_cvas: flag('allow_cvas', false),
    allow_dml: flag('allow_dml', false),
    impersonate_user: flag('impersonate_user', false),
    is_managed_externally: flag('is_managed_externally', false),
  };
}

function changedSettings(body: DatabasePut): Partial<Settings> {
  const changed: Partial<Settings> = {};
  for (const name of [...FLAGS, 'expose_in_sqllab'] as const) {
    const value = body[name];
    if (value !== undefined && value !== null) changed[name] = value ? 1 : 0;
  }
  return changed;
}

/** What is told of secrets, which never come back. */
function maskedEcho(
  { masked_encrypted_extra, encrypted_extra, ssh_tunnel }: DatabasePut,
  { tunnel }: Connection,
) {
  const hasSecrets = Boolean(masked_encrypted_extra || encrypted_extra);
  // Where there are none, a document that was given is empty.
  const empty = (document: string | null | undefined): '' | null | undefined => {
    if (hasSecrets || document === undefined) return undefined;
    return document === null ? null : '';
  };
  return {
    masked_encrypted_extra: empty(masked_encrypted_extra),
    encrypted_extra: empty(encrypted_extra),
    ssh_tunnel: ssh_tunnel ? maskedTunnel(tunnel) : ssh_tunnel,
  };
}
