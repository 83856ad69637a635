import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import type { BigQuery } from '@google-cloud/bigquery';
import type { ConnectionContext, ConnectionSettings, EngineForm } from '../engine.ts';
import { listOf, objectOf, textOf } from '../files/json-members.ts';
import { CATALOG_AS_HOST } from '../network/address-place.ts';
import { GuardedProxy } from '../network/guarded-proxy.ts';
import { type DatabaseUri, parseUri } from '../uri.ts';

/** How often a request is repeated that met a busy service or a lost connection; the waits double from a second on. */
const RETRIES = 1;

/** What an address says of BigQuery. */
export interface Project {
  /** Absent where the account's own project is meant. */
  id: string | undefined;
  dataset: string | undefined;
  /** The dataset of the address when it is asked for at another project. */
  datasetAt(project: string | undefined): string | undefined;
  location: string | undefined;
  maximumBytesBilled: string | undefined;
  context: ConnectionContext;
}

interface Call {
  method?: 'GET' | 'POST';
  /** Behind `projects/<project>/`. */
  path: string;
  project?: string | undefined;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
}

/**
 * The service's own client, used for its accounts, its retries and its addresses. Its requests are made one by one,
 * since its rows are objects that lose columns of one name and its types are not the server's.
 */
export class Service {
  readonly project: Project;
  readonly #options: { projectId?: string; credentials?: JsonObject; apiEndpoint?: string };
  readonly #proxy: GuardedProxy | undefined;
  #client: Promise<BigQuery> | undefined;

  /** @throws ChartroomError CONNECTION_MISSING_PARAMETERS_ERROR (400) for credentials that cannot be used */
  constructor({ uri, extra, secrets, outbound }: ConnectionSettings) {
    const parts = parseUri(uri);
    const { host, query } = parts;
    const { schema: dataset } = CATALOG_AS_HOST.of(parts);
    const credentials = credentialsOf(secrets ?? {}, extra, query);
    const id = host ?? textOf(credentials?.project_id);
    this.project = {
      id,
      dataset,
      datasetAt: (project) =>
        project === id ? dataset : CATALOG_AS_HOST.of(CATALOG_AS_HOST.at(parts, { catalog: project })).schema,
      location: query.location,
      maximumBytesBilled: query.maximum_bytes_billed,
      context: {
        username: textOf(credentials?.client_email),
        hostname: 'bigquery.googleapis.com',
        port: 443,
        database: id,
      },
    };
    this.#proxy = GuardedProxy.for(outbound);
    this.#options = {
      ...(id !== undefined && { projectId: id }),
      ...(credentials && { credentials }),
      ...(query.api_endpoint !== undefined && { apiEndpoint: query.api_endpoint }),
    };
  }

  /** One request; its answer as JSON. */
  async call({
    method = 'GET',
    path,
    project,
    query = {},
    body,
  }: Call): Promise<Readonly<Record<string, unknown>>> {
    const client = await this.#open();
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    if (this.#proxy) this.#proxy.only = new URL(client.baseUrl).hostname;
    const proxy = this.#proxy && `http://127.0.0.1:${await this.#proxy.port()}`;
    return new Promise((resolve, reject) => {
      const options = {
        method,
        uri: path,
        qs: given,
        ...(project !== undefined && { projectId: project }),
        ...(body && { json: body }),
        ...(proxy && { proxy }),
      };
      client.request(options, (error, answer) =>
        error ? reject(this.#proxy?.failure ?? error) : resolve(objectOf(answer)),
      );
    });
  }

  /** All items of a list that comes in pages. `path` begins with a slash, as in `call`; `projects` lists all projects. */
  async list(call: Call, member: string): Promise<readonly unknown[]> {
    const items: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const page = await this.call({ ...call, query: { ...call.query, maxResults: '1000', pageToken } });
      items.push(...listOf(page[member]));
      pageToken = textOf(page.nextPageToken);
    } while (pageToken !== undefined);
    return items;
  }

  /** The address of what belongs to no project. */
  async root(path: string): Promise<string> {
    return `${(await this.#open()).baseUrl}${path}`;
  }

  /** The project that questions are asked in. */
  async projectId(): Promise<string> {
    return this.project.id ?? (await this.#open()).getProjectId();
  }

  async close(): Promise<void> {
    await this.#proxy?.close();
  }

  #open(): Promise<BigQuery> {
    // Loaded at first use: the client is large.
    this.#client ??= import('@google-cloud/bigquery').then(
      (library) => new library.BigQuery({ ...this.#options, maxRetries: RETRIES }),
    );
    return this.#client;
  }
}

/** The account: a service account's JSON in the secrets (as an object or as text) or in the address as base64. */
function credentialsOf(
  secrets: JsonObject,
  extra: JsonObject,
  query: Record<string, string>,
): JsonObject | undefined {
  if (query.credentials_path !== undefined)
    throw unusable('credentials_path would read a file of the server: give "credentials_info" instead');
  const given = secrets.credentials_info ?? extra.credentials_info ?? decoded(query.credentials_base64);
  if (given === undefined || given === null) return undefined;
  const credentials = typeof given === 'string' ? parsed(given) : given;
  if (!isJsonObject(credentials)) throw unusable('"credentials_info" has to be the JSON of an account');
  if (
    credentials.type !== 'service_account' &&
    credentials.type !== 'authorized_user' &&
    credentials.type !== undefined
  ) {
    // Other kinds name programs to run and addresses to ask.
    throw unusable(
      `credentials of the type "${String(credentials.type)}" are not supported: use a service account`,
    );
  }
  if (
    credentials.type !== undefined &&
    credentials.type !== 'authorized_user' &&
    typeof credentials.private_key !== 'string'
  )
    throw unusable('"credentials_info" has no private_key');
  return credentials;
}

/** Its connection form: a service account, whose project is asked. */
export const bigqueryForm: EngineForm = {
  fields: {
    type: 'object',
    additionalProperties: false,
    properties: {
      credentials_info: {
        type: 'string',
        description: 'Contents of BigQuery JSON credentials.',
        'x-encrypted-extra': true,
      },
      query: { type: 'object', additionalProperties: {} },
    },
  },
  uriOf: uriOfForm,
  partsOf: ({ query }) => ({ query }),
};

function uriOfForm(form: JsonObject, secrets: JsonObject): DatabaseUri {
  const credentials = credentialsOf(
    { ...secrets, ...(form.credentials_info && { credentials_info: form.credentials_info }) },
    {},
    {},
  );
  const query = isJsonObject(form.query) ? form.query : {};
  return {
    engine: 'bigquery',
    driver: undefined,
    username: undefined,
    password: undefined,
    host: textOf(credentials?.project_id),
    port: undefined,
    database: '',
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  };
}

function decoded(base64: string | undefined): string | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable('"credentials_info" is no JSON');
  }
}

function unusable(reason: string): ChartroomError {
  return new ChartroomError(`The settings of the connection cannot be used: ${reason}.`, {
    status: 400,
    error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    level: 'error',
    extra: { engine_name: 'Google BigQuery' },
  });
}
