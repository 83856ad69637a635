import { BlockList, isIP } from 'node:net';

/** Whether one of some addresses or ranges (`10.0.0.0/8`) holds an address; IPv4 addresses written as IPv6 count as what they are. */
export function addressList(entries: Iterable<string>): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (given) => {
    // The name of a network card may follow (`fe80::1%eth0`).
    const address = given.replace(/%.*$/, '');
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
