import type { AthenaClient, AthenaClientConfig } from '@aws-sdk/client-athena';
import { ChartroomError, isJsonObject } from '@chartroom/model';
import type { ConnectionContext, ConnectionSettings } from '../engine.ts';
import { textOf } from '../files/json-members.ts';
import { guardedAgents } from '../network/guarded-agents.ts';
import { parseUri } from '../uri.ts';

export type Library = typeof import('@aws-sdk/client-athena');

const AMAZON_HOST = /^athena\.(?<region>[\w-]+)\.amazonaws\.com(?:\.cn)?$/;
const ATTEMPTS = 2;

/** Where statements run and their results are put. */
export interface Workspace {
  catalog: string;
  database: string | undefined;
  workGroup: string | undefined;
  /** `s3://…`; absent where the work group knows. */
  output: string | undefined;
}

/** The service's client, loaded at first use, and what the address says of it. */
export class Service {
  readonly workspace: Workspace;
  readonly context: ConnectionContext;
  readonly #config: AthenaClientConfig;
  #loaded: Promise<{ library: Library; client: AthenaClient }> | undefined;

  /**
   * Reads `awsathena+rest://key:secret@athena.region.amazonaws.com/schema?s3_staging_dir=…&work_group=…`. Keys may stand
   * in the secrets too (`aws_access_key_id`, `aws_secret_access_key`, `aws_session_token`); without any, those of the
   * server's surroundings are taken.
   * @throws ChartroomError CONNECTION_MISSING_PARAMETERS_ERROR (400)
   */
  constructor({ uri, extra, secrets = {}, outbound }: ConnectionSettings) {
    const { username, password, host, database, query } = parseUri(uri);
    const params =
      isJsonObject(extra.engine_params) && isJsonObject(extra.engine_params.connect_args)
        ? extra.engine_params.connect_args
        : {};
    const word = (name: string): string | undefined =>
      query[name] ?? textOf(secrets[name]) ?? textOf(params[name]);
    const region = word('region_name') ?? AMAZON_HOST.exec(host ?? '')?.groups?.region;
    if (region === undefined)
      throw missing('region: name it in the host (athena.<region>.amazonaws.com) or as region_name');
    const accessKeyId = username || word('aws_access_key_id');
    const secretAccessKey = password || word('aws_secret_access_key');
    if (accessKeyId && !secretAccessKey) throw missing('secret key that belongs to the access key');
    const sessionToken = word('aws_session_token');
    const endpoint = word('endpoint_url');
    const agents = guardedAgents(outbound);
    this.#config = {
      region,
      maxAttempts: ATTEMPTS,
      requestHandler: { httpAgent: agents.http, httpsAgent: agents.https },
      ...(endpoint !== undefined && { endpoint }),
      ...(accessKeyId &&
        secretAccessKey && {
          credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
        }),
    };
    this.workspace = {
      catalog: word('catalog_name') ?? 'AwsDataCatalog',
      database: database || undefined,
      workGroup: word('work_group'),
      output: word('s3_staging_dir'),
    };
    this.context = {
      username: accessKeyId,
      hostname: host ?? `athena.${region}.amazonaws.com`,
      port: 443,
      database: database || undefined,
    };
  }

  async open(): Promise<{ library: Library; client: AthenaClient }> {
    this.#loaded ??= import('@aws-sdk/client-athena').then((library) => ({
      library,
      client: new library.AthenaClient(this.#config),
    }));
    return this.#loaded;
  }

  async close(): Promise<void> {
    const loaded = await this.#loaded;
    loaded?.client.destroy();
  }
}

function missing(what: string): ChartroomError {
  return new ChartroomError(`The settings of the connection lack the ${what}.`, {
    status: 400,
    error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    level: 'error',
    extra: { engine_name: 'Amazon Athena' },
  });
}
