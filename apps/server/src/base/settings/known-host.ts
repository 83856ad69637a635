/** Name of a server in a line of `known_hosts`: `host`, or `[host]:port`. */
const NAME = /^(?:\[(?<bracketed>[^\]]+)\]:(?<port>\d+)|(?<plain>[^\s[\]]+))$/;

/** A server and one of its keys as a line of `known_hosts` names them; undefined when it does not. */
export function knownHost(line: string): { server: string; key: string } | undefined {
  const [name = '', type = '', key = ''] = line.trim().split(/\s+/);
  const { bracketed, port = '22', plain } = NAME.exec(name)?.groups ?? {};
  const host = bracketed ?? plain;
  if (host === undefined || !/^[\w@.-]+$/.test(type) || !/^[A-Za-z0-9+/]+=*$/.test(key)) return undefined;
  return { server: `${host.toLowerCase()}:${port}`, key: `${type} ${key}` };
}
