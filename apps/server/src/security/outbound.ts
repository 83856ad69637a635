import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import type { Outbound } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import type { Config } from '../base/config.ts';
import { isAddressRange } from '../base/settings/setting-kinds.ts';
import { addressList } from './address-list.ts';

/**
 * Never reached, whatever the settings say: addresses under which clouds hand out credentials to their machines, and
 * others that are no place for data (link-local, multicast).
 */
const NEVER = withEmbedded([
  '169.254.0.0/16',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '224.0.0.0/4',
  '255.255.255.255',
]).concat('fd00:ec2::254', 'fd20:ce::254', 'fe80::/10', 'ff00::/8');
/** This machine and private networks. Reached unless BLOCK_PRIVATE_HOSTS is set. */
const PRIVATE = withEmbedded([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '240.0.0.0/4',
]).concat('::', '::1', 'fc00::/7', 'fec0::/10');

/** The guard of everything that goes out of the installation on somebody's word: databases, webhooks. */
export interface OutboundGuard extends Outbound {
  /** Rejects with 422 when a host (name, address or path of a socket) leads to what may not be reached. Unknown names are left to who connects. */
  require(host: string): Promise<void>;
}

/** Asks for all addresses of a name. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** @param resolve asks the name server; another one in tests */
export function createOutbound(
  config: Pick<Config, 'BLOCK_PRIVATE_HOSTS' | 'OUTBOUND_HOSTS'>,
  resolve: Resolve = systemLookup,
): OutboundGuard {
  const isNever = addressList(NEVER);
  const isPrivate = addressList(PRIVATE);
  const isAllowed = addressList(config.OUTBOUND_HOSTS.filter(isAddressRange));
  const allowedNames = new Set(
    config.OUTBOUND_HOSTS.filter((entry) => !isAddressRange(entry)).map((name) => name.toLowerCase()),
  );
  const mayReach = (address: string, host: string): boolean => {
    if (isNever(address)) return false;
    return (
      !config.BLOCK_PRIVATE_HOSTS ||
      !isPrivate(address) ||
      isAllowed(address) ||
      allowedNames.has(host.toLowerCase())
    );
  };
  const lookup: Outbound['lookup'] = (host, options, callback) => {
    // All of a name's addresses have to be allowed: which of them a socket takes is not known here.
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return callback(error ?? refused(host), []);
      if (!addresses.every(({ address }) => mayReach(address, host))) return callback(refused(host), []);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
  const refusal = (address: string) => {
    // A socket file is a server of this machine.
    const reached = address.startsWith('/') ? '127.0.0.1' : address;
    return mayReach(reached, address) ? undefined : refused(address);
  };
  return {
    lookup,
    refusal,
    require: async (host) => {
      const refusedHost =
        isIP(host) !== 0 || host.startsWith('/')
          ? refusal(host)
          : await new Promise<Error | undefined>((done) =>
              lookup(host, { all: true }, (error) => done(error ?? undefined)),
            );
      if (refusedHost instanceof ChartroomError) throw refusedHost;
    },
  };
}

function refused(host: string): ChartroomError {
  return new ChartroomError(
    `Connections to "${host}" are refused: it is not a host that this installation may reach. An administrator of the server can allow it (CHARTROOM_OUTBOUND_HOSTS).`,
    {
      status: 422,
      error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      level: 'error',
      extra: { invalid: ['host'] },
    },
  );
}

/** Addresses of IPv4 with the forms in which IPv6 carries them: compatible, NAT64 and 6to4. (Mapped ones are known to the list.) */
function withEmbedded(entries: string[]): string[] {
  return entries.flatMap((entry) => {
    const [address = '', given = '32'] = entry.split('/');
    const bits = Number(given);
    const pairs = address.split('.').map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = pairs;
    const group = (high: number, low: number) => (high * 256 + low).toString(16);
    return [
      entry,
      `::${address}/${96 + bits}`,
      `64:ff9b::${address}/${96 + bits}`,
      `2002:${group(a, b)}:${group(c, d)}::/${16 + bits}`,
    ];
  });
}

/** Asked before anything connects to a host that somebody named. */
export interface WithOutbound {
  outbound: OutboundGuard;
}
