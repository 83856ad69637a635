import type { LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Where a server listens: its name or address, and its port. */
export interface Server {
  host: string;
  port: number;
}

/** Which addresses of the network sessions may reach. The server decides it; engines only have to ask. */
export interface Outbound {
  /**
   * As `dns.lookup`, but an error for a name that leads to an address which may not be reached. Sockets and HTTP agents
   * take it, so that what was allowed is what they connect to, however the answers of the name server change.
   */
  lookup: LookupFunction;
  /** Why an address (no name), or the socket file of this machine that a path names, may not be reached; undefined when it may. */
  refusal(address: string): Error | undefined;
  /** The way that connections take instead of the network of this machine. It asks for itself whether they may. */
  tunnel?: Tunnel | undefined;
}

/** A way to servers that leads through another machine. Its errors are the server's own, in words. */
export interface Tunnel {
  /** A connection to a server as the other machine sees it. */
  open(server: Server): Promise<Duplex>;
  /** The same as a socket of this machine, for clients that take nothing else. */
  socket(server: Server): Promise<Socket>;
  close(): Promise<void>;
}
