import { createPrivateKey } from 'node:crypto';
import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import type { ConnectionOptions } from 'snowflake-sdk';
import type { ConnectionContext, ConnectionSettings, EngineForm } from '../engine.ts';
import { textOf } from '../files/json-members.ts';
import { CATALOG_SLASH_PLAIN_SCHEMA, type Place } from '../network/address-place.ts';
import { type DatabaseUri, parseUri } from '../uri.ts';

export interface Account {
  /** Settings of the driver but for the place. */
  options: ConnectionOptions;
  /** What its address names, and that at another place. */
  place: Place;
  placeAt(asked: Place): Place;
  context: ConnectionContext;
}

/** How often a login is repeated that met no server; the driver knows it by this name but does not declare it. Its own number takes minutes. */
const patience = { sfRetryMaxLoginRetries: 1 };

/**
 * Reads `snowflake://user:password@account/database/schema?warehouse=…&role=…` and the secrets: `{auth_method: "keypair",
 * auth_params: {privatekey_body, privatekey_pass}}`, or `{auth_params: {token}}` for OAuth.
 * @throws ChartroomError CONNECTION_MISSING_PARAMETERS_ERROR (400) for settings that cannot be used
 */
export function accountOf({ uri, secrets }: ConnectionSettings): Account {
  const parts = parseUri(uri);
  const { username, password, host, port, query } = parts;
  const account = query.account ?? host;
  if (account === undefined) throw unusable('the address names no account');
  const place = CATALOG_SLASH_PLAIN_SCHEMA.of(parts);
  const placeAt = (asked: Place): Place =>
    CATALOG_SLASH_PLAIN_SCHEMA.of(CATALOG_SLASH_PLAIN_SCHEMA.at(parts, asked));
  const own = query.host !== undefined && {
    accessUrl: `${query.protocol ?? 'https'}://${query.host}:${query.port ?? port ?? 443}`,
  };
  const options: ConnectionOptions = {
    account,
    username: username ?? '',
    ...(query.warehouse && { warehouse: query.warehouse }),
    ...(query.role && { role: query.role }),
    ...own,
    ...credentials(password, secrets ?? {}),
    application: 'Chartroom',
    rowMode: 'array',
    // Numbers keep their digits.
    fetchAsString: ['Number'],
    validateDefaultParameters: false,
    ...patience,
  };
  const hostname = query.host ?? `${account}.snowflakecomputing.com`;
  const context = { username, hostname, port: Number(query.port ?? port ?? 443), database: place.catalog };
  return { options, place, placeAt, context };
}

function credentials(password: string | undefined, secrets: JsonObject): ConnectionOptions {
  const params = isJsonObject(secrets.auth_params) ? secrets.auth_params : {};
  const method = textOf(secrets.auth_method) ?? (params.token === undefined ? undefined : 'oauth');
  if (method === 'keypair') return { authenticator: 'SNOWFLAKE_JWT', privateKey: privateKey(params) };
  if (method === 'oauth') return { authenticator: 'OAUTH', token: textOf(params.token) ?? '' };
  if (method !== undefined) throw unusable(`auth_method "${method}" is not supported: use keypair or oauth`);
  return { password: password ?? '' };
}

/** The key without its passphrase, as the driver wants it. */
function privateKey(params: JsonObject): string {
  const body = textOf(params.privatekey_body);
  if (body === undefined)
    throw unusable('auth_params.privatekey_body is missing: a path would read a file of the server');
  try {
    const passphrase = textOf(params.privatekey_pass);
    const key = createPrivateKey({ key: body, ...(passphrase !== undefined && { passphrase }) });
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch (error) {
    throw unusable(
      `the private key cannot be read (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

const TEXT = { type: 'string' };

/** Its connection form: an account and where its statements run. */
export const snowflakeForm: EngineForm = {
  fields: {
    type: 'object',
    additionalProperties: false,
    properties: {
      username: TEXT,
      password: TEXT,
      account: TEXT,
      database: TEXT,
      role: TEXT,
      warehouse: TEXT,
    },
    required: ['account', 'database', 'password', 'role', 'username', 'warehouse'],
  },
  uriOf: uriOfForm,
  partsOf: ({ username, password, host, database, query: { role, warehouse } }) => ({
    username,
    password: password ?? null,
    account: host,
    database,
    role,
    warehouse,
  }),
};

function uriOfForm(form: JsonObject): DatabaseUri {
  const field = (name: string): string | undefined =>
    form[name] === undefined || form[name] === null ? undefined : String(form[name]);
  const query = { role: field('role'), warehouse: field('warehouse') };
  return {
    engine: 'snowflake',
    driver: undefined,
    username: field('username'),
    password: field('password'),
    host: field('account'),
    port: undefined,
    database: field('database'),
    query: Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

function unusable(reason: string): ChartroomError {
  return new ChartroomError(`The settings of the connection cannot be used: ${reason}.`, {
    status: 400,
    error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    level: 'error',
    extra: { engine_name: 'Snowflake' },
  });
}
