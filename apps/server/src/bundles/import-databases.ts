import type { BundleSecrets } from '@chartroom/model';
import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { connectionOf } from '../resources/database/connection.ts';
import { changedNow, createdNow } from '../resources/people.ts';
import { databaseView } from '../security/data-grants.ts';
import { ensurePair, renameView } from '../security/role-setup.ts';
import { sealTunnel } from '../security/sealed-tunnel.ts';
import type { WithSecrets } from '../security/secret-box.ts';
import type { DatabaseFile } from './bundle-schemas.ts';
import type { ImportOptions } from './import-options.ts';
import { importError } from './import-problems.ts';
import { BUNDLE_TYPES, type Document } from './parse-bundle.ts';

/** What an address holds in the place of a password that was left out. */
const MASKED = 'XXXXXXXXXX';

/** Secrets of a tunnel: where they stand in its document, and by which field they come. */
const TUNNEL_SECRETS = [
  ['password', 'ssh_tunnel_passwords', 'password'],
  ['private_key', 'ssh_tunnel_private_keys', 'private key'],
  ['private_key_password', 'ssh_tunnel_private_key_passwords', 'private key password'],
] as const;

/** What has to be asked for before the import: by file, the secrets of new databases that are missing (contract/api.md §5.4). */
export function missingSecrets(
  documents: Document<DatabaseFile>[],
  known: ReadonlyMap<string, number>,
  secrets: BundleSecrets,
): Map<string, string[]> {
  const missing = new Map<string, string[]>();
  for (const { path, content } of documents) {
    if (known.has(content.uuid)) continue;
    const wanted: string[] = [];
    if (content.sqlalchemy_uri.includes(MASKED) && !(content.password ?? secrets.passwords[path])) {
      wanted.push('Must provide a password for the database');
    }
    for (const [name, field, word] of TUNNEL_SECRETS) {
      if (content.ssh_tunnel?.[name] === MASKED && !secrets[field][path])
        wanted.push(`Must provide a ${word} for the ssh tunnel`);
    }
    if (wanted.length > 0) missing.set(path, wanted);
  }
  return missing;
}

/** The tunnel of a file with the secrets that came beside it; undefined when the file has none. */
function tunnelOf(
  { path, content }: Document<DatabaseFile>,
  secrets: BundleSecrets,
): DatabaseFile['ssh_tunnel'] {
  if (!content.ssh_tunnel) return undefined;
  const given = TUNNEL_SECRETS.flatMap(([name, field]) =>
    secrets[field][path] ? [[name, secrets[field][path]]] : [],
  );
  return { ...content.ssh_tunnel, ...Object.fromEntries(given) };
}

/** Stores the databases of a bundle; those that are there stay as they are unless they are to be overwritten. Answers uuid → row. */
export async function importDatabases(
  documents: Document<DatabaseFile>[],
  options: ImportOptions,
  records: Db,
  act: Act<Ground & WithSecrets>,
): Promise<Map<string, Row<'databases'>>> {
  const rows = new Map<string, Row<'databases'>>();
  for (const { path, content } of documents) {
    const known = await records
      .selectFrom('databases')
      .selectAll()
      .where('uuid', '=', content.uuid)
      .executeTakeFirst();
    const row =
      known && !options.overwrites.has('database')
        ? known
        : await store({ path, content }, known, options, records, act);
    rows.set(content.uuid, row);
  }
  return rows;
}

async function store(
  { path, content }: Document<DatabaseFile>,
  known: Row<'databases'> | undefined,
  options: ImportOptions,
  records: Db,
  act: Act<Ground & WithSecrets>,
): Promise<Row<'databases'>> {
  const taken = await records
    .selectFrom('databases')
    .select('uuid')
    .where('database_name', '=', content.database_name)
    .executeTakeFirst();
  if (taken && taken.uuid !== content.uuid) {
    const problem = { database_name: ['Another database has this name already: rename one of them'] };
    throw importError(BUNDLE_TYPES[options.kind].model, { [path]: problem });
  }
  const password = content.password ?? options.secrets.passwords[path];
  const given = password
    ? content.sqlalchemy_uri.replace(MASKED, encodeURIComponent(password))
    : content.sqlalchemy_uri;
  const connection = await connectionOf(
    {
      sqlalchemy_uri: given,
      configuration_method: 'sqlalchemy_form',
      extra: JSON.stringify(withUploadSchemas(content.extra ?? {})),
      ssh_tunnel: tunnelOf({ path, content }, options.secrets),
    },
    known,
    act,
  );
  const extra = JSON.stringify(withUploadSchemas(content.extra ?? {}));
  const flag = (value: boolean | null | undefined, usual: boolean): 0 | 1 => ((value ?? usual) ? 1 : 0);
  const values = {
    database_name: content.database_name,
    backend: connection.backend,
    sqlalchemy_uri: connection.maskedUri,
    secrets: connection.secrets,
    ssh_tunnel: sealTunnel(connection.tunnel, act.services.secrets),
    extra,
    cache_timeout: content.cache_timeout ?? null,
    expose_in_sqllab: flag(content.expose_in_sqllab, true),
    allow_run_async: flag(content.allow_run_async, false),
    allow_file_upload: flag(content.allow_file_upload ?? content.allow_csv_upload, false),
    allow_ctas: flag(content.allow_ctas, false),
    allow_cvas: flag(content.allow_cvas, false),
    allow_dml: flag(content.allow_dml, false),
    impersonate_user: flag(content.impersonate_user, false),
    is_managed_externally: flag(content.is_managed_externally, false),
    external_url: content.external_url ?? null,
  };
  if (known) {
    const changed = await records
      .updateTable('databases')
      .set({ ...values, ...changedNow(act) })
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await renameView(records, databaseView(known), databaseView(changed));
    return changed;
  }
  const made = await records
    .insertInto('databases')
    .values({
      ...values,
      ...createdNow(act),
      uuid: content.uuid,
      server_cert: null,
      configuration_method: 'sqlalchemy_form',
      force_ctas_schema: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ensurePair(records, 'database_access', databaseView(made));
  return made;
}

/** The schemas for uploads under their present name, whichever one the bundle has. */
function withUploadSchemas({
  schemas_allowed_for_csv_upload: older,
  ...extra
}: Record<string, unknown>): Record<string, unknown> {
  return older === undefined ? extra : { schemas_allowed_for_file_upload: older, ...extra };
}
