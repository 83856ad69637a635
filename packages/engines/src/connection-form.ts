import type { ConnectionParts, JsonObject, ParametersSchema } from '@chartroom/model';
import { engineOfUri } from './catalog.ts';
import type { Engine } from './engine.ts';
import { type DatabaseUri, parseUri, printUri } from './uri.ts';

/** An address as the fields of the connection form hold it (contract/api.md §2.4). */
export interface ConnectionParameters {
  username?: string | undefined;
  /** Null in a form whose address has none. */
  password?: string | null | undefined;
  host?: string | undefined;
  port?: number | undefined;
  database?: string | undefined;
  query?: Record<string, string> | undefined;
  /** Encrypt the connection: what the engine's addresses say for it, e.g. `sslmode=require`. */
  encryption?: boolean | undefined;
}

const ENCRYPTION_QUERY: Readonly<Record<string, string>> = { sslmode: 'require' };

/** Fields of the form that most engines have. */
const USUAL_FIELDS: ParametersSchema['properties'] = {
  username: { type: 'string', description: 'Username', nullable: true },
  password: { type: 'string', description: 'Password', nullable: true },
  host: { type: 'string', description: 'Hostname or IP address' },
  port: { type: 'integer', description: 'Database port', minimum: 0, maximum: 65535 },
  database: { type: 'string', description: 'Database name' },
  query: { type: 'object', description: 'Additional parameters', additionalProperties: {} },
  encryption: { type: 'boolean', description: 'Use an encrypted connection to the database' },
  ssh: { type: 'boolean', description: 'Use an ssh tunnel connection to the database' },
};
const USUALLY_REQUIRED: readonly string[] = ['database', 'host', 'port', 'username'];

/** What the connection form of an engine holds; the usual fields where it has none, or is not known. */
export function formFields(engine: Engine | undefined): ParametersSchema {
  if (engine?.form) return engine.form.fields;
  const required = [...(engine?.formRequires ?? USUALLY_REQUIRED)];
  return { type: 'object', additionalProperties: false, properties: USUAL_FIELDS, required };
}

/** The address of what an engine's own form holds; undefined where its form is the usual one. */
export function uriOfOwnForm(engine: Engine, form: JsonObject, secrets: JsonObject): string | undefined {
  return engine.form && printUri(engine.form.uriOf(form, secrets));
}

/** The address of the form's fields, with the engine's default driver where it has a network address. */
export function uriOfParameters(engine: Engine, { encryption, ...parts }: ConnectionParameters): string {
  const asked = encryption === true ? (engine.encryptionQuery ?? ENCRYPTION_QUERY) : {};
  const uri: DatabaseUri = {
    engine: engine.id,
    driver: engine.capabilities.embedded ? undefined : engine.drivers[0],
    username: parts.username,
    password: parts.password ?? undefined,
    host: parts.host,
    port: parts.port,
    database: parts.database,
    query: { ...asked, ...parts.query, ...asked },
  };
  return printUri(uri);
}

/** The form's fields of an address. Throws as `parseUri` does. */
export function parametersOfUri(uri: string): ConnectionParts {
  const own = engineOfUri(uri)?.form;
  if (own) return own.partsOf(parseUri(uri));
  const { username, password, host, port, database, query } = parseUri(uri);
  const asked = Object.entries(engineOfUri(uri)?.encryptionQuery ?? ENCRYPTION_QUERY);
  const encryption = asked.every(([name, value]) => query[name] === value);
  const rest = Object.fromEntries(
    Object.entries(query).filter(([name]) => !asked.some(([own]) => own === name)),
  );
  return {
    username,
    password: password ?? null,
    host,
    port,
    database,
    query: encryption ? rest : query,
    encryption,
  };
}
