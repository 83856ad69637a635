import { connect, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import ldap from 'ldapjs';

/** Of nobody but tests: a certificate for localhost and 127.0.0.1, and its key. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJd1GxQUz/BUGNS5
5yWIEAclu5xbhSJmFuD4yLBHkrIwnNPpO5krNlorT7TIWbEwoEDEyGmLW/UPZgV9
rsk9Yj+jTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBQ32+RAcn5EfSQ+vACxCJtxjHoZZzAKBggqhkjOPQQD
AgNIADBFAiBDoNu7Vc9HjQ4B7l2IH0FYVCYWlHkr1IP8CmwLz8KIZQIhAPkn5cux
HLO/ZnMFDnjFidGW6i6Ghd4lOAha/n+vci1W
-----END CERTIFICATE-----
`;
const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXqhAgu590XfgSSbl
/oN743QLPIISLuEqQPfWWYJpKpmhRANCAASXdRsUFM/wVBjUuecliBAHJbucW4Ui
Zhbg+MiwR5KyMJzT6TuZKzZaK0+0yFmxMKBAxMhpi1v1D2YFfa7JPWI/
-----END PRIVATE KEY-----
`;

const BASE = 'dc=example,dc=org';
const SERVICE = { dn: `cn=reader,${BASE}`, password: 'reads-names-1' };

export interface DirectoryPerson {
  uid: string;
  password: string;
  mail?: string;
  memberOf?: string[];
}

export interface DirectoryGroup {
  cn: string;
  objectclass: string;
  member?: string[];
  uniqueMember?: string[];
  memberUid?: string[];
}

export interface TestDirectory {
  /** `ldap://127.0.0.1:port` or `ldaps://…`. */
  url: string;
  /** Names and passwords that were tried, in order. */
  binds: { dn: string; password: string }[];
  /** Filters that were searched with, as text. */
  filters: string[];
  people: Map<string, DirectoryPerson>;
  /** Under `ou=groups`. */
  groups: DirectoryGroup[];
  /** Milliseconds until each answer. */
  delay: number;
  close(): Promise<void>;
}

/** A real LDAP server (ldapjs) with people under `ou=people`; settings for search-and-bind are `SEARCH_AND_BIND`. */
export async function openTestDirectory(
  people: DirectoryPerson[],
  options: { encrypted?: boolean } = {},
): Promise<TestDirectory> {
  const server = ldap.createServer(options.encrypted ? { certificate: TEST_CERTIFICATE, key: TEST_KEY } : {});
  const state: TestDirectory = {
    url: '',
    binds: [],
    filters: [],
    people: new Map(people.map((each) => [each.uid, each])),
    groups: [],
    delay: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const later = (job: () => void) => void setTimeout(job, state.delay);
  const nameOf = (uid: string) => `uid=${uid},ou=people,${BASE}`;
  server.bind(
    '',
    (
      request: { dn: { toString(): string }; credentials: string },
      reply: { end(): void },
      next: (error?: Error) => void,
    ) => {
      const dn = request.dn.toString();
      const password = request.credentials;
      state.binds.push({ dn, password });
      later(() => {
        if (dn === SERVICE.dn && password === SERVICE.password) return reply.end();
        const person = [...state.people.values()].find(
          (each) => nameOf(each.uid).toLowerCase() === dn.toLowerCase(),
        );
        // As real servers do: a name without a password is nobody in particular, and welcome.
        if (password === '' || person?.password === password) return reply.end();
        next(Object.assign(new Error('wrong'), { code: 49 }));
      });
    },
  );
  server.search(BASE, (request: SearchRequest, reply: SearchReply) => {
    state.filters.push(request.filter.toString());
    // The server compares with small letters alone, though it keeps the asker's capitals.
    reply.attributes = reply.attributes.map((name) => name.toLowerCase());
    later(() => {
      for (const person of state.people.values()) {
        const attributes = { objectclass: 'person', givenName: person.uid, sn: 'Listed', ...person };
        const { password: _, ...shown } = attributes;
        // As directories do: capitals make no difference.
        const asked = { ...shown, uid: [person.uid, person.uid.toUpperCase()] };
        if (request.filter.matches(asked)) reply.send({ dn: nameOf(person.uid), attributes: shown });
      }
      for (const group of state.groups) {
        // Groups are seen by whoever looks people up, not by everybody.
        if (state.binds.at(-1)?.dn !== SERVICE.dn) break;
        if (request.filter.matches(group))
          reply.send({ dn: `cn=${group.cn},ou=groups,${BASE}`, attributes: { ...group } });
      }
      reply.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = server.url;
  return state;
}

interface SearchRequest {
  filter: { matches(entry: object): boolean; toString(): string };
}
interface SearchReply {
  attributes: string[];
  send(entry: object): void;
  end(): void;
}

/** Settings of an installation that looks people up in a test directory. */
export function searchAndBind(url: string): Record<string, string> {
  return {
    CHARTROOM_AUTH_TYPE: 'ldap',
    CHARTROOM_AUTH_LDAP_SERVER: url,
    CHARTROOM_AUTH_LDAP_SEARCH: BASE,
    CHARTROOM_AUTH_LDAP_BIND_USER: SERVICE.dn,
    CHARTROOM_AUTH_LDAP_BIND_PASSWORD: SERVICE.password,
  };
}

/** Settings of an installation that signs in at a test directory by a name made of the user name. */
export function directBind(url: string): Record<string, string> {
  return {
    CHARTROOM_AUTH_TYPE: 'ldap',
    CHARTROOM_AUTH_LDAP_SERVER: url,
    CHARTROOM_AUTH_LDAP_SEARCH: BASE,
    CHARTROOM_AUTH_LDAP_USERNAME_FORMAT: `uid=%s,ou=people,${BASE}`,
  };
}

/** The answer "success" to an extended request (RFC 4511 §4.14.2). */
const started = (messageId: number) =>
  Buffer.from([0x30, 0x0c, 0x02, 0x01, messageId, 0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]);

/** Stands in front of a directory and does what it cannot: StartTLS. Everything after it is the directory's. */
export async function openStartTls(behind: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(behind);
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', (request) => {
      socket.pause();
      // Of a short message: sequence, length, integer, length, message id.
      socket.write(started(request[4] ?? 0));
      const plain = new TLSSocket(socket, { isServer: true, cert: TEST_CERTIFICATE, key: TEST_KEY });
      const inner = connect(Number(port), hostname);
      for (const each of [plain, inner]) each.on('error', () => socket.destroy());
      plain.pipe(inner).pipe(plain);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    url: `ldap://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
