import { ChartroomError } from '@chartroom/model';

/** What stands in for a password that is not shown. */
export const PASSWORD_MASK = 'XXXXXXXXXX';

/** The parts of a SQLAlchemy-style address, percent signs resolved. */
export interface DatabaseUri {
  /** Engine name before `+`, e.g. `postgresql`. */
  engine: string;
  driver: string | undefined;
  username: string | undefined;
  /** Undefined when there is none; may be empty. */
  password: string | undefined;
  host: string | undefined;
  port: number | undefined;
  /** What follows the host's slash; undefined when there is no slash. Kept as written. */
  database: string | undefined;
  query: Record<string, string>;
}

const FORM =
  /^(?<engine>[\w]+)(?:\+(?<driver>[\w]+))?:\/\/(?:(?<username>[^:/]*)(?::(?<password>[^@]*))?@)?(?:(?:\[(?<ipv6>[^/?]+)\]|(?<host>[^/:?]+))?(?::(?<port>[^/?]*))?)?(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/s;

function malformed(reason: string): ChartroomError {
  return new ChartroomError(
    `Invalid connection string, a valid string usually follows: driver://user:password@host:port/database (${reason})`,
    {
      status: 400,
      error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    },
  );
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads an address. Throws CONNECTION_MISSING_PARAMETERS_ERROR (400) or CONNECTION_INVALID_PORT_ERROR (400). */
export function parseUri(uri: string): DatabaseUri {
  const groups = FORM.exec(uri.trim())?.groups;
  if (!groups?.engine) throw malformed('the address cannot be read');
  const port = groups.port ? Number(groups.port) : undefined;
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new ChartroomError(
      `The port "${groups.port}" must be an integer between 0 and 65535 (inclusive).`,
      {
        status: 400,
        error_type: 'CONNECTION_INVALID_PORT_ERROR',
        extra: { invalid: ['port'] },
      },
    );
  }
  return {
    engine: groups.engine,
    driver: groups.driver,
    username: decoded(groups.username),
    password: decoded(groups.password),
    host: groups.ipv6 ?? groups.host,
    port,
    database: groups.database,
    query: Object.fromEntries(new URLSearchParams(groups.query ?? '')),
  };
}

/** `:`, `/`, `@`, `%` and `+` in names and passwords would be read as something else. */
function encoded(text: string): string {
  return text.replace(/[:/@%+\][]/g, (char) => encodeURIComponent(char));
}

/** Writes an address so that `parseUri` reads the same parts. */
export function printUri(uri: DatabaseUri): string {
  const scheme = uri.driver ? `${uri.engine}+${uri.driver}` : uri.engine;
  const password = uri.password === undefined ? '' : `:${encoded(uri.password)}`;
  const account = uri.username === undefined ? '' : `${encoded(uri.username)}${password}@`;
  const host = uri.host?.includes(':') ? `[${uri.host}]` : (uri.host ?? '');
  const port = uri.port === undefined ? '' : `:${uri.port}`;
  const database = uri.database === undefined ? '' : `/${uri.database}`;
  const query = new URLSearchParams(uri.query).toString();
  return `${scheme}://${account}${host}${port}${database}${query ? `?${query}` : ''}`;
}

/** The address with its password masked, as it may be shown. */
export function maskUri(uri: string): string {
  const parsed = parseUri(uri);
  return parsed.password ? printUri({ ...parsed, password: PASSWORD_MASK }) : uri;
}

/** A masked address with the password of the stored one put back; anything else unchanged. */
export function unmaskUri(uri: string, stored: string): string {
  const parsed = parseUri(uri);
  return parsed.password === PASSWORD_MASK
    ? printUri({ ...parsed, password: parseUri(stored).password })
    : uri;
}
