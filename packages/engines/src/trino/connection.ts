import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import type { AskingPerson, ConnectionContext, ConnectionSettings, PersonalSettings } from '../engine.ts';
import { CATALOG_SLASH_SCHEMA, type Place } from '../network/address-place.ts';
import { guardedAgents, type HttpAgents } from '../network/guarded-agents.ts';
import { parseUri, printUri } from '../uri.ts';

/** Where a coordinator is and what every request to it says. */
export interface Coordinator {
  /** `https://host:443`: requests go nowhere else, whatever an answer says. */
  origin: string;
  headers: Record<string, string>;
  /** What its address names, and that at another place. */
  place: Place;
  placeAt(asked: Place): Place;
  tls: { rejectUnauthorized?: boolean; ca?: string; cert?: string; key?: string };
  agents: HttpAgents;
  context: ConnectionContext;
}

/** The family's two sets of header names. */
export type HeaderPrefix = 'X-Trino-' | 'X-Presto-';

/**
 * Reads an address `trino://user:password@host:port/catalog/schema` with the settings that the reference's drivers
 * take from it or from `engine_params.connect_args`, and the secrets `{auth_method, auth_params}`.
 * @throws ChartroomError CONNECTION_MISSING_PARAMETERS_ERROR (400) for a setting that cannot be used
 */
export function coordinatorOf(
  { uri, extra, secrets, outbound }: ConnectionSettings,
  prefix: HeaderPrefix,
): Coordinator {
  const parts = parseUri(uri);
  const set: JsonObject = { ...connectArgs(extra), ...connectArgs(secrets ?? {}), ...parts.query };
  const word = (name: string): string | undefined => (typeof set[name] === 'string' ? set[name] : undefined);
  const login = authentication(parts, secrets ?? {}, word);
  const asked = word('http_scheme') ?? word('protocol');
  const port = parts.port ?? (asked === 'https' ? 443 : 8080);
  const isSecure = asked === undefined ? login.isSecret || port === 443 : asked === 'https';
  const host = parts.host ?? 'localhost';
  const user = word('user') ?? login.username ?? 'chartroom';
  const place = CATALOG_SLASH_SCHEMA.of(parts);
  const context = { username: user, hostname: host, port, database: place.catalog };
  return {
    origin: `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    headers: {
      [`${prefix}User`]: headerText(user),
      [`${prefix}Source`]: word('source') ?? 'Chartroom',
      [`${prefix}Time-Zone`]: 'UTC',
      // Without it moments come cut to milliseconds.
      [`${prefix}Client-Capabilities`]: 'PARAMETRIC_DATETIME',
      ...(word('client_tags') && { [`${prefix}Client-Tags`]: word('client_tags') ?? '' }),
      ...sessionHeader(prefix, set.session_properties),
      ...textMembers(set.http_headers),
      ...login.headers,
    },
    place,
    placeAt: (asked) => CATALOG_SLASH_SCHEMA.of(CATALOG_SLASH_SCHEMA.at(parts, asked)),
    tls: { ...verification(set.verify), ...login.tls },
    agents: guardedAgents(outbound),
    context,
  };
}

/** The account logs in, and asks for somebody; with a token of theirs they log in themselves. */
export function askedBy(
  { uri, secrets }: PersonalSettings,
  { username, token }: AskingPerson,
): PersonalSettings {
  const parts = parseUri(uri);
  return {
    uri: printUri({ ...parts, query: { ...parts.query, user: username } }),
    secrets: token === undefined ? secrets : { ...secrets, auth_method: 'jwt', auth_params: { token } },
  };
}

interface Login {
  username: string | undefined;
  headers: Record<string, string>;
  tls: { cert?: string; key?: string };
  /** Whether it must not travel in the clear. */
  isSecret: boolean;
}

function authentication(
  parts: { username: string | undefined; password: string | undefined },
  secrets: JsonObject,
  word: (name: string) => string | undefined,
): Login {
  const given = isJsonObject(secrets.auth_params) ? secrets.auth_params : {};
  const param = (name: string): string | undefined =>
    typeof given[name] === 'string' ? given[name] : word(name);
  const method = typeof secrets.auth_method === 'string' ? secrets.auth_method.toLowerCase() : undefined;
  const login = { username: param('username') ?? parts.username, headers: {}, tls: {}, isSecret: true };
  const token = param('token') ?? param('access_token');
  if (method === 'jwt' || (method === undefined && token !== undefined)) {
    if (token === undefined) throw unusable('auth_params.token is missing for auth_method "jwt"');
    return { ...login, headers: { Authorization: `Bearer ${token}` } };
  }
  const [cert, key] = [param('cert'), param('key')];
  if (method === 'certificate' || (method === undefined && cert !== undefined)) {
    return { ...login, tls: { cert: pem(cert, 'cert'), key: pem(key, 'key') } };
  }
  if (method !== undefined && method !== 'basic')
    throw unusable(`auth_method "${method}" is not supported: use basic, jwt or certificate`);
  const password = param('password') ?? parts.password;
  if (password === undefined) return { ...login, isSecret: false };
  const account = Buffer.from(`${login.username ?? ''}:${password}`).toString('base64');
  return { ...login, headers: { Authorization: `Basic ${account}` } };
}

/** Names go as they are, in UTF-8: Node writes a header's letters as single bytes. */
export function headerText(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Certificates are given as text: an address must not make the server read its own files. */
function pem(text: string | undefined, name: string): string {
  if (!text?.includes('-----BEGIN '))
    throw unusable(`"${name}" has to be the text of a PEM certificate or key, not a path`);
  return text;
}

function verification(verify: unknown): Coordinator['tls'] {
  if (verify === undefined || verify === true || String(verify).toLowerCase() === 'true') return {};
  if (verify === false || String(verify).toLowerCase() === 'false') return { rejectUnauthorized: false };
  return { ca: pem(String(verify), 'verify') };
}

function sessionHeader(prefix: HeaderPrefix, properties: unknown): Record<string, string> {
  const given = Object.entries(
    textMembers(typeof properties === 'string' ? JSON.parse(properties) : properties),
  );
  if (given.length === 0) return {};
  return {
    [`${prefix}Session`]: given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join(','),
  };
}

function textMembers(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]));
}

function connectArgs(document: JsonObject): JsonObject {
  const params = isJsonObject(document.engine_params) ? document.engine_params : {};
  return isJsonObject(params.connect_args) ? params.connect_args : {};
}

function unusable(reason: string): ChartroomError {
  return new ChartroomError(`The settings of the connection cannot be used: ${reason}.`, {
    status: 400,
    error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    level: 'error',
  });
}
