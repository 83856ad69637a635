import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import type { ConnectionContext, ConnectionSettings, EngineForm } from '../engine.ts';
import { parseExactJson } from '../files/exact-json.ts';
import { objectOf, textOf } from '../files/json-members.ts';
import { guardedAgents, type HttpAgents } from '../network/guarded-agents.ts';
import { type HttpAnswer, httpRequest } from '../network/http-request.ts';
import { type DatabaseUri, parseUri } from '../uri.ts';

/** `/sql/1.0/warehouses/<id>`; older addresses say `endpoints`. */
const WAREHOUSE = /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/(?<id>[\w-]+)\/?(?:\?.*)?$/;

/** A SQL warehouse and the way to it. */
export class Warehouse {
  readonly id: string;
  readonly catalog: string | undefined;
  readonly schema: string | undefined;
  readonly context: ConnectionContext;
  readonly #origin: string;
  readonly #token: string;
  readonly #agents: HttpAgents;

  /**
   * Reads `databricks://token:<access token>@host:443?http_path=…&catalog=…&schema=…`.
   * @throws ChartroomError CONNECTION_MISSING_PARAMETERS_ERROR (400)
   */
  constructor({ uri, extra, secrets = {}, outbound }: ConnectionSettings) {
    const { username, password, host, port, database, query } = parseUri(uri);
    const set: JsonObject = { ...connectArgs(extra), ...connectArgs(secrets), ...query };
    const path = textOf(set.http_path);
    if (path === undefined) throw unusable('http_path is missing');
    const id = WAREHOUSE.exec(path)?.groups?.id;
    if (id === undefined)
      throw unusable(`http_path "${path}" is that of no SQL warehouse (/sql/1.0/warehouses/…)`);
    const token = password ?? textOf(set.access_token) ?? textOf(secrets.access_token);
    if (token === undefined) throw unusable('the access token is missing: it is the password of the address');
    if (host === undefined) throw unusable('the host is missing');
    this.id = id;
    this.catalog = textOf(set.catalog);
    this.schema = textOf(set.schema) || database || undefined;
    this.context = { username, hostname: host, port: port ?? 443, database: this.schema };
    this.#origin = `${set.http_scheme === 'http' ? 'http' : 'https'}://${host}:${port ?? 443}`;
    this.#token = token;
    this.#agents = guardedAgents(outbound);
  }

  /** One request to the service; its answer as JSON. Rejects with `error <status>: <reason>`. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    { body, signal }: { body?: JsonObject; signal?: AbortSignal } = {},
  ): Promise<Members> {
    const answer = await httpRequest(`${this.#origin}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      agents: this.#agents,
      ...(signal && { signal }),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`error ${answer.status}: ${reasonOf(answer)}`);
    return objectOf(parseExactJson(answer.body));
  }

  /**
   * A part of a result that lies in the cloud's store. The link is the only key to it: no token goes there. Links lead
   * to encrypted places only, or back to the service, so that no answer makes the server look around in its own network.
   */
  async download(link: string, signal: AbortSignal): Promise<unknown> {
    const { protocol, origin } = new URL(link);
    if (protocol !== 'https:' && origin !== this.#origin)
      throw new Error(`The service names a place for its rows that is not encrypted: ${origin}`);
    const answer = await httpRequest(link, { method: 'GET', signal, agents: this.#agents });
    if (answer.status !== 200)
      throw new Error(`error ${answer.status} from the store of the rows: ${answer.body.slice(0, 300)}`);
    return parseExactJson(answer.body);
  }
}

export type Members = Readonly<Record<string, unknown>>;

function reasonOf({ body }: HttpAnswer): string {
  try {
    return textOf(objectOf(JSON.parse(body)).message) ?? body;
  } catch {
    // Not JSON: a gateway's own words.
    return body.trim().slice(0, 500) || 'no reason given';
  }
}

const TEXT = { type: 'string' };

/** Its connection form: a workspace, a warehouse in it and what statements are about. All of it is encrypted. */
export const databricksForm: EngineForm = {
  fields: {
    type: 'object',
    additionalProperties: false,
    properties: {
      access_token: TEXT,
      host: TEXT,
      port: { type: 'integer', description: 'Database port', minimum: 0, maximum: 65535 },
      http_path_field: TEXT,
      default_catalog: TEXT,
      default_schema: TEXT,
    },
    required: ['access_token', 'default_catalog', 'default_schema', 'host', 'http_path_field', 'port'],
  },
  uriOf: uriOfForm,
  partsOf: ({ password, host, port, database, query }) => ({
    access_token: password,
    host,
    port,
    http_path_field: query.http_path,
    default_catalog: query.catalog,
    default_schema: query.schema ?? database,
  }),
};

function uriOfForm(form: JsonObject): DatabaseUri {
  const field = (name: string): string | undefined =>
    form[name] === undefined || form[name] === null ? undefined : String(form[name]);
  const query = {
    http_path: field('http_path_field') ?? field('http_path'),
    catalog: field('default_catalog'),
    schema: field('default_schema') ?? field('database'),
  };
  return {
    engine: 'databricks',
    driver: undefined,
    username: 'token',
    password: field('access_token'),
    host: field('host'),
    port: Number(field('port') ?? 443),
    database: undefined,
    query: Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
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
    extra: { engine_name: 'Databricks' },
  });
}
