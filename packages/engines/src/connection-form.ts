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
export function parametersOfUri(uri: string): ConnectionParameters {
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
