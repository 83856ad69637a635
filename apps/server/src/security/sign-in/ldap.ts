import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectEncrypted } from 'node:tls';
import { ChartroomError } from '@chartroom/model';
import type { Client, Entry, Filter } from 'ldapts';
import type { Config } from '../../base/config.ts';
import type { OutsidePerson } from './outside-people.ts';

/** A directory that knows people and their passwords. */
export interface Directory {
  /** Who has this user name and password; undefined when nobody has. Rejects with 503 when the directory cannot tell. */
  find(username: string, password: string): Promise<OutsidePerson | undefined>;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for; no user name holds one.
const CONTROL = /[\u0000-\u001f\u007f]/;

type LdapClasses = typeof import('ldapts');

/** The directory of the AUTH_LDAP_* settings; each sign-in has a connection of its own. */
export function createDirectory(config: Config): Directory {
  return {
    find: async (given, password) => {
      const username = given.trim().replace(/\s+/g, ' ');
      // Directories take a name without a password for "nobody in particular", and say yes.
      if (username === '' || password === '' || CONTROL.test(username)) return undefined;
      const ldap = await import('ldapts');
      const tls = await encryption(config).catch((cause: unknown) => {
        throw unavailable(cause);
      });
      const milliseconds = config.AUTH_LDAP_TIMEOUT * 1000;
      const server = serverOf(config);
      let socket: Socket | undefined;
      const opened = <Opened extends Socket>(made: Opened): Opened => {
        socket = made;
        return made;
      };
      const client = new ldap.Client({
        url: server.url,
        timeout: milliseconds,
        connectTimeout: milliseconds,
        strictDN: false,
        ...(server.encrypted
          ? { createSecureConnection: () => opened(connectEncrypted({ ...tls, port: server.port })) }
          : { createConnection: () => opened(connect(server.port, server.host)) }),
      });
      try {
        return await inTime(milliseconds, async () => {
          if (config.AUTH_LDAP_USE_TLS) await client.startTLS(tls);
          return config.AUTH_LDAP_BIND_USER === undefined && directName(config, username) !== undefined
            ? await ofDirectBind({ client, ldap, config }, username, password)
            : await ofSearch({ client, ldap, config }, username, password);
        });
      } catch (cause) {
        throw unavailable(cause);
      } finally {
        // A polite farewell would have to be waited for, and some directories have just shown that they take their time.
        socket?.destroy();
      }
    },
  };
}

function unavailable(cause: unknown): ChartroomError {
  return new ChartroomError(
    'The directory that knows the accounts cannot be asked at the moment. Try again later.',
    {
      status: 503,
      error_type: 'GENERIC_BACKEND_ERROR',
      shape: 'message',
      cause,
    },
  );
}

interface Asking {
  client: Client;
  ldap: LdapClasses;
  config: Config;
}

/** Looks a person up (as AUTH_LDAP_BIND_USER, or as nobody) and tries their password under the name that was found. */
async function ofSearch(
  asking: Asking,
  username: string,
  password: string,
): Promise<OutsidePerson | undefined> {
  const { client, config } = asking;
  if (config.AUTH_LDAP_BIND_USER !== undefined)
    await client.bind(config.AUTH_LDAP_BIND_USER, config.AUTH_LDAP_BIND_PASSWORD);
  const entry = await onlyEntry(asking, username);
  if (!entry || !(await passwordFits(asking, entry.dn, password))) return undefined;
  // Who is looked up may not see the groups: whoever looks people up asks for them, too.
  if (config.AUTH_LDAP_GROUP_SEARCH !== undefined && config.AUTH_LDAP_BIND_USER !== undefined) {
    await client.bind(config.AUTH_LDAP_BIND_USER, config.AUTH_LDAP_BIND_PASSWORD);
  }
  return withGroups(asking, entry, personOf(entry, username, config));
}

/** Tries the password under the name that AUTH_LDAP_USERNAME_FORMAT makes, then asks for more as that person. */
async function ofDirectBind(
  asking: Asking,
  username: string,
  password: string,
): Promise<OutsidePerson | undefined> {
  const { config } = asking;
  const name = directName(config, username);
  if (name === undefined || !(await passwordFits(asking, name, password))) return undefined;
  if (config.AUTH_LDAP_SEARCH === undefined) {
    return { username, email: undefined, firstName: undefined, lastName: undefined, groups: undefined };
  }
  const entry = await onlyEntry(asking, username);
  return entry && withGroups(asking, entry, personOf(entry, username, config));
}

async function passwordFits({ client, ldap }: Asking, name: string, password: string): Promise<boolean> {
  try {
    await client.bind(name, password);
    return true;
  } catch (error) {
    // Wrong; or right, but closed, locked or without a password.
    const refusals = [
      ldap.InvalidCredentialsError,
      ldap.InappropriateAuthError,
      ldap.ConstraintViolationError,
      ldap.UnwillingToPerformError,
    ];
    if (refusals.some((each) => error instanceof each)) return false;
    if (error instanceof ldap.NoSuchObjectError || error instanceof ldap.InvalidDNSyntaxError) return false;
    throw error;
  }
}

/** The one entry of a user name; undefined when there is none, or more than one. The name is a value, never filter text. */
async function onlyEntry({ client, ldap, config }: Asking, username: string): Promise<Entry | undefined> {
  const isThem = new ldap.EqualityFilter({ attribute: config.AUTH_LDAP_UID_FIELD, value: username });
  const further: Filter[] = config.AUTH_LDAP_SEARCH_FILTER
    ? [ldap.FilterParser.parseString(config.AUTH_LDAP_SEARCH_FILTER)]
    : [];
  try {
    const { searchEntries } = await client.search(config.AUTH_LDAP_SEARCH ?? '', {
      scope: 'sub',
      filter: further.length > 0 ? new ldap.AndFilter({ filters: [...further, isThem] }) : isThem,
      attributes: [
        config.AUTH_LDAP_UID_FIELD,
        config.AUTH_LDAP_GROUP_FIELD,
        config.AUTH_LDAP_FIRSTNAME_FIELD,
        config.AUTH_LDAP_LASTNAME_FIELD,
        config.AUTH_LDAP_EMAIL_FIELD,
      ],
      sizeLimit: 2,
    });
    return searchEntries.length === 1 ? searchEntries[0] : undefined;
  } catch (error) {
    if (error instanceof ldap.SizeLimitExceededError) return undefined;
    throw error;
  }
}

/** A person with the groups, too, that name them as a member: by the name of the entry or by the user name. */
async function withGroups(
  { client, ldap, config }: Asking,
  { dn }: Entry,
  person: OutsidePerson,
): Promise<OutsidePerson> {
  const {
    AUTH_LDAP_GROUP_SEARCH: base,
    AUTH_LDAP_GROUP_SEARCH_FILTER: further,
    AUTH_LDAP_GROUP_MEMBER_FIELDS: fields,
  } = config;
  if (base === undefined) return person;
  const memberships = fields.map((attribute) => {
    // Groups of Unix accounts list user names, all others the names of entries.
    const value = attribute.toLowerCase() === 'memberuid' ? person.username : dn;
    return new ldap.EqualityFilter({ attribute, value });
  });
  const isMember = new ldap.OrFilter({ filters: memberships });
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    filter: further
      ? new ldap.AndFilter({ filters: [ldap.FilterParser.parseString(further), isMember] })
      : isMember,
    attributes: ['cn'],
  });
  const found = searchEntries.flatMap((group) => [group.dn, ...valuesOf(group, 'cn')]);
  return { ...person, groups: [...new Set([...(person.groups ?? []), ...found])] };
}

function personOf(entry: Entry, username: string, config: Config): OutsidePerson {
  const first = (field: string) => valuesOf(entry, field)[0] || undefined;
  return {
    // As the directory writes it: it may take `ALICE` for `alice`, and both are one account.
    username: first(config.AUTH_LDAP_UID_FIELD) ?? username,
    email: first(config.AUTH_LDAP_EMAIL_FIELD),
    firstName: first(config.AUTH_LDAP_FIRSTNAME_FIELD),
    lastName: first(config.AUTH_LDAP_LASTNAME_FIELD),
    groups: valuesOf(entry, config.AUTH_LDAP_GROUP_FIELD),
  };
}

function valuesOf(entry: Entry, field: string): string[] {
  // The client adds what was asked for and not found: a directory that writes `memberof` answers both `memberOf` and `memberof`.
  const keys = Object.keys(entry).filter((each) => each.toLowerCase() === field.toLowerCase());
  return keys
    .flatMap((key) => entry[key] ?? [])
    .flat()
    .map((each) => each.toString());
}

/** The name to sign in with at the directory, when the settings say how a user name becomes one. */
function directName(config: Config, username: string): string | undefined {
  const format =
    config.AUTH_LDAP_USERNAME_FORMAT ??
    (config.AUTH_LDAP_APPEND_DOMAIN ? `%s@${config.AUTH_LDAP_APPEND_DOMAIN}` : undefined);
  return format?.replace('%s', () => (format.includes('=') ? escapedForName(username) : username));
}

/** A text as a value inside a distinguished name (RFC 4514 §2.4): it stays one value, whatever is in it. */
function escapedForName(text: string): string {
  return text
    .replace(/[\\,+"<>;=#]/g, (sign) => `\\${sign}`)
    .replaceAll('\0', '\\00')
    .replace(/^ | $/g, '\\ ');
}

function serverOf(config: Config): { url: string; host: string; port: number; encrypted: boolean } {
  const url = new URL(config.AUTH_LDAP_SERVER ?? '');
  const encrypted = url.protocol === 'ldaps:';
  const usual = encrypted ? 636 : 389;
  const port = url.port === '' ? usual : Number(url.port);
  return { url: url.href, host: url.hostname.replace(/^\[|\]$/g, ''), port, encrypted };
}

async function encryption(config: Config): Promise<ConnectionOptions> {
  const { host } = serverOf(config);
  const { AUTH_LDAP_TLS_CACERTFILE: authorities } = config;
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: !config.AUTH_LDAP_ALLOW_SELF_SIGNED,
    ...(authorities !== undefined && { ca: await readFile(authorities) }),
  };
}

/** Rejects when a job takes longer, whatever it waits for. */
async function inTime<Value>(milliseconds: number, job: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The directory took longer than ${milliseconds} ms.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([job(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asked for passwords with AUTH_TYPE=ldap. */
export interface WithDirectory {
  directory: Directory;
}
