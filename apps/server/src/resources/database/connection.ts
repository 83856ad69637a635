import { X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionParameters, Engine, SshAccount } from '@chartroom/engines';
import { ChartroomError, type DatabaseSSHTunnel, isJsonObject, type JsonObject } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { badRequest, invalidFields, unprocessable } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { fullUri, openSecrets } from '../../security/data-sources.ts';
import type { WithOutbound } from '../../security/outbound.ts';
import { asksPersons } from '../../security/personal-access.ts';
import { openTunnel } from '../../security/sealed-tunnel.ts';
import type { WithSecrets } from '../../security/secret-box.ts';
import { requireSamePlace } from './kept-secrets.ts';
import { tunnelOf } from './ssh-tunnel.ts';

/** The connection that a form describes. */
export interface Connection {
  /** With the real password. */
  uri: string;
  maskedUri: string;
  backend: string;
  driver: string;
  extra: JsonObject;
  /** The `encrypted_extra` document. */
  openSecrets: JsonObject;
  /** Sealed secrets to be stored; null when there are none. */
  secrets: string | null;
  /** The SSH server on the way. */
  tunnel: SshAccount | null;
  /** Each person lets the installation in by themselves. */
  asksPersons: boolean;
}

interface ConnectionForm {
  sqlalchemy_uri?: string | undefined;
  engine?: string | null | undefined;
  driver?: string | null | undefined;
  parameters?: Record<string, unknown> | undefined;
  configuration_method: 'sqlalchemy_form' | 'dynamic_form';
  extra?: string | null | undefined;
  server_cert?: string | null | undefined;
  masked_encrypted_extra?: string | null | undefined;
  encrypted_extra?: string | null | undefined;
  ssh_tunnel?: DatabaseSSHTunnel | null | undefined;
  impersonate_user?: boolean | null | undefined;
}

/**
 * Reads a connection out of a form. A masked password keeps that of the `stored` connection, as long as it leads to the
 * same place. Throws 400 for an address,
 * a certificate or an `extra` that is none, 422 when there is no address or no engine for it.
 */
export async function connectionOf(
  form: ConnectionForm,
  stored: Row<'databases'> | undefined,
  act: Act<Ground & WithSecrets>,
): Promise<Connection> {
  const { ENGINES, engineOfUri, parseUri, maskUri, PASSWORD_MASK, unmaskUri } = await import(
    '@chartroom/engines'
  );
  const { secrets } = act.services;
  const kept = openSecrets(stored?.secrets ?? null, secrets).encrypted_extra;
  const encrypted_extra = unmasked(
    form.masked_encrypted_extra ?? form.encrypted_extra ?? kept,
    kept,
    PASSWORD_MASK,
  );
  const given =
    form.sqlalchemy_uri ||
    (form.configuration_method === 'dynamic_form'
      ? await uriOfForm(form, encryptedDocument(encrypted_extra))
      : undefined) ||
    stored?.sqlalchemy_uri;
  if (!given) throw unprocessable({ sqlalchemy_uri: ['Field is required'] });
  if (form.sqlalchemy_uri) requireAddress(form.sqlalchemy_uri, parseUri);
  if (form.server_cert) requireCertificate(form.server_cert);
  const uri = stored ? unmaskUri(given, await fullUri(stored, secrets)) : given;
  const parsed = parseUri(uri);
  const engine = engineOfUri(uri);
  if (!engine) {
    throw new ChartroomError(
      `Could not load database driver: ${parsed.engine}. Chartroom speaks ${ENGINES.map((each) => each.name).join(', ')}.`,
      { status: 422, error_type: 'GENERIC_COMMAND_ERROR' },
    );
  }
  // One that is connected already stays so: the operator has allowed it once.
  if (
    engine.capabilities.unsafe &&
    act.services.config.PREVENT_UNSAFE_DB_CONNECTIONS &&
    given !== stored?.sqlalchemy_uri
  ) {
    throw invalidFields({
      sqlalchemy_uri: [
        `${engine.name} cannot be used as a data source for security reasons: its addresses open files of the server. CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS=false allows it.`,
      ],
    });
  }
  const extra = extraDocument(form.extra ?? stored?.extra ?? null);
  const tunnel = tunnelFor(form.ssh_tunnel, { engine, port: parsed.port }, stored, act);
  if (stored) {
    const before = {
      address: parseUri(stored.sqlalchemy_uri),
      extra: extraDocument(stored.extra),
      tunnel: openTunnel(stored.ssh_tunnel, secrets),
    };
    const documents = form.masked_encrypted_extra ?? form.encrypted_extra;
    requireSamePlace(
      before,
      { address: parsed, extra, tunnel },
      {
        password: parsed.password !== undefined && parseUri(given).password === PASSWORD_MASK,
        documents: Boolean(kept) && (documents == null || documents.includes(PASSWORD_MASK)),
      },
    );
  }
  const sealed =
    parsed.password || encrypted_extra
      ? secrets.seal(JSON.stringify({ password: parsed.password, encrypted_extra }))
      : null;
  const documents = encryptedDocument(encrypted_extra);
  return {
    uri,
    maskedUri: maskUri(uri),
    backend: engine.id,
    driver: parsed.driver ?? engine.drivers[0] ?? engine.id,
    extra,
    openSecrets: documents,
    secrets: sealed,
    tunnel,
    asksPersons: asksPersons(engine, form.impersonate_user ?? stored?.impersonate_user === 1, documents),
  };
}

/** The tunnel of a form, or the stored one, where the engine and the address can be behind it. */
function tunnelFor(
  form: ConnectionForm['ssh_tunnel'],
  { engine, port }: { engine: Engine; port: number | undefined },
  stored: Row<'databases'> | undefined,
  { services }: Act<Ground & WithSecrets>,
): SshAccount | null {
  const tunnel = tunnelOf(form, openTunnel(stored?.ssh_tunnel ?? null, services.secrets), services.config);
  if (!tunnel || !form) return tunnel;
  if (!engine.tunnels)
    throw unprocessable(`Connections to ${engine.name} cannot lead through an SSH tunnel.`);
  if (port === undefined) throw badRequest('A database port is required when connecting via SSH Tunnel.');
  return tunnel;
}

/** Whether a connection leads elsewhere than the stored one, or in with other secrets: only then is it tried before it is kept. */
export async function leadsElsewhere(
  { uri, extra, openSecrets: documents, tunnel }: Connection,
  stored: Row<'databases'>,
  { services: { secrets } }: Act<Ground & WithSecrets>,
): Promise<boolean> {
  const { parseUri } = await import('@chartroom/engines');
  const before = [
    parseUri(await fullUri(stored, secrets)),
    extraDocument(stored.extra).engine_params,
    encryptedDocument(openSecrets(stored.secrets, secrets).encrypted_extra),
    openTunnel(stored.ssh_tunnel, secrets),
  ];
  return !isDeepStrictEqual(before, [parseUri(uri), extra.engine_params, documents, tunnel]);
}

/** Opens the connection once and closes it. Rejects with the engine's CONNECTION_* error. */
export async function tryConnection(
  connection: Connection,
  act: Act<Ground & WithData & WithOutbound>,
): Promise<void> {
  await requireReachable(connection.uri, act);
  if (connection.tunnel) await act.services.outbound.require(connection.tunnel.server_address);
  const data = await act.services.data();
  const { uri, extra, openSecrets: secrets, tunnel } = connection;
  const session = data.trySession({ uri, extra, secrets, tunnel });
  const limit = AbortSignal.timeout(act.services.config.TEST_DATABASE_CONNECTION_TIMEOUT * 1000);
  try {
    await session.ping(AbortSignal.any([act.signal, limit]));
  } catch (error) {
    // It is there, and waits for the token of a person.
    if (connection.asksPersons && isDenied(error)) return;
    if (!limit.aborted) throw error;
    throw new ChartroomError('The database did not answer in time.', {
      status: 408,
      error_type: 'CONNECTION_DATABASE_TIMEOUT',
    });
  } finally {
    await session.close();
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof ChartroomError && error.error_type === 'CONNECTION_ACCESS_DENIED_ERROR';
}

/** Rejects with 422 when an address names a host that the installation may not reach. */
async function requireReachable(uri: string, act: Act<Ground & WithOutbound>): Promise<void> {
  const { engineOfUri, parseUri } = await import('@chartroom/engines');
  if (engineOfUri(uri)?.capabilities.embedded) return;
  const { host, query } = parseUri(uri);
  const named = [host, query.host, query.unix_socket].filter((each) => each !== undefined && each !== '');
  for (const each of named.length > 0 ? named : ['localhost'])
    await act.services.outbound.require(each ?? '');
}

function extraDocument(text: string | null): JsonObject {
  if (!text) return {};
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw invalidFields({ extra: ['Field must be a JSON object.'] });
  const unknown = Object.keys(isJsonObject(value.metadata_params) ? value.metadata_params : {}).find(
    (key) => !METADATA_PARAMS.has(key),
  );
  if (unknown !== undefined) {
    throw invalidFields({
      extra: [
        `The metadata_params in Extra field is not configured correctly. The key ${unknown} is invalid.`,
      ],
    });
  }
  return value;
}

/** What `metadata_params` may say (contract/api.md §2.1): the arguments that describe all tables of a connection. */
const METADATA_PARAMS: ReadonlySet<string> = new Set([
  'bind',
  'schema',
  'quote_schema',
  'naming_convention',
  'info',
]);

/** Throws 400 against the field of the address when it cannot be read; a wrong port is told as such. */
function requireAddress(text: string, read: (text: string) => unknown): void {
  try {
    read(text);
  } catch (error) {
    const isUnreadable =
      error instanceof ChartroomError && error.error_type === 'CONNECTION_MISSING_PARAMETERS_ERROR';
    throw isUnreadable ? invalidFields({ sqlalchemy_uri: [error.message] }) : error;
  }
}

/** Throws 400 for a text that is no certificate in PEM. */
function requireCertificate(text: string): void {
  try {
    new X509Certificate(text);
  } catch {
    throw invalidFields({ server_cert: ['Invalid certificate'] });
  }
}

/** A document of secrets whose masked members are those that were stored. */
function unmasked(given: string | undefined, stored: string | undefined, mask: string): string | undefined {
  if (!given?.includes(mask)) return given;
  const kept = encryptedDocument(stored);
  const members = Object.entries(encryptedDocument(given)).map(([name, value]) => [
    name,
    value === mask ? kept[name] : value,
  ]);
  return JSON.stringify(Object.fromEntries(members));
}

function encryptedDocument(text: string | null | undefined): JsonObject {
  if (!text) return {};
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw invalidFields({ masked_encrypted_extra: ['Field must be a JSON object.'] });
  return value;
}

/** The address that a form's fields describe. Rejects with 400 naming what is missing. */
async function uriOfForm(
  { engine: name, parameters = {} }: ConnectionForm,
  secrets: JsonObject,
): Promise<string> {
  const { engineById, uriOfOwnForm, uriOfParameters } = await import('@chartroom/engines');
  if (!name)
    throw invalidFields({
      _schema: ['An engine must be specified when passing individual parameters to a database.'],
    });
  const engine = engineById(name);
  if (!engine)
    throw invalidFields({
      _schema: [`Engine "${name}" does not support being configured via individual parameters.`],
    });
  const own = isJsonObject(parameters) ? uriOfOwnForm(engine, parameters, secrets) : undefined;
  return own ?? uriOfParameters(engine, connectionParametersOf(parameters));
}

/** The fields of a connection form as the engines read them. */
export function connectionParametersOf(parameters: Record<string, unknown> = {}): ConnectionParameters {
  const part = (name: string): string | undefined => {
    const value = parameters[name];
    return value === undefined || value === null || value === '' ? undefined : String(value);
  };
  const port = part('port');
  const { query } = parameters;
  return {
    username: part('username'),
    password: part('password'),
    host: part('host'),
    port: port === undefined ? undefined : Number(port),
    database: part('database'),
    query: isJsonObject(query)
      ? Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
      : {},
    encryption: parameters.encryption === true,
  };
}
