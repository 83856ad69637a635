import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../base/config.ts';
import { addressList } from '../security/address-list.ts';
import { tooMany } from './errors.ts';

/** Milliseconds between two looks at how fast bodies arrive. */
const LOOKS_EVERY = 500;
/** Files that the process needs beside its connections: records, engines, answers that are written. */
const OTHER_FILES = 200;
/** Milliseconds for which a connection is left in peace: what it wants is on its way. */
const NEW = 250;
/** Milliseconds until a connection that was told goodbye is cut. */
const GOODBYE = 1_000;

type Limits = Pick<
  Config,
  | 'MAX_CONNECTIONS'
  | 'MAX_CONNECTIONS_PER_ADDRESS'
  | 'HEADERS_TIMEOUT'
  | 'BODY_PATIENCE'
  | 'BODY_MIN_RATE'
  | 'ANSWER_TIMEOUT'
  | 'TRUSTED_PROXIES'
>;

/** One connection, and what is known of whoever is at its other end. */
interface Connection {
  socket: Socket;
  address: string;
  since: number;
  /** A WebSocket: it says when it wants something. */
  isUpgraded: boolean;
  /** Requests that came on it and are not answered yet. */
  requests: Map<IncomingMessage, ServerResponse>;
  /** The body that is arriving: since when, and how many bytes had come by then. */
  body: { of: IncomingMessage; since: number; bytes: number } | undefined;
}

/** Milliseconds for which a connection without a request is kept for the next one: longer than proxies keep theirs. */
const KEPT = 72_000;

/**
 * Makes the sockets that the server listens at (several, where a name has several addresses), and sees to it that nobody
 * keeps others out by them: bounds connections in all and of one address, and ends those that send a body hardly or not
 * at all, or that do not take their answer.
 */
export function serverFactory(config: Limits): { serverFactory: (handler: RequestListener) => Server } {
  const connections = new Connections(config);
  return {
    serverFactory: (handler) => {
      // How often it is looked whether heads of requests are late.
      const server = createServer({ connectionsCheckingInterval: 1_000, keepAliveTimeout: KEPT }, handler);
      connections.watch(server);
      return server;
    },
  };
}

/** Connections of a proxy are those of all people behind it; of each of them the requests are counted instead. */
export function boundPeopleBehindProxies(app: FastifyInstance, config: Limits): void {
  const { MAX_CONNECTIONS_PER_ADDRESS: most, TRUSTED_PROXIES } = config;
  if (TRUSTED_PROXIES.length === 0) return;
  const underWay = new Map<string, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { ip } = request;
    const count = underWay.get(ip) ?? 0;
    const isBehind = ip !== request.socket.remoteAddress;
    if (isBehind && count >= most) {
      done(tooMany('Too many requests of this address are under way.', 5));
      return;
    }
    if (isBehind) {
      underWay.set(ip, count + 1);
      reply.raw.once('close', () => {
        const left = (underWay.get(ip) ?? 1) - 1;
        if (left > 0) underWay.set(ip, left);
        else underWay.delete(ip);
      });
    }
    done();
  });
}

class Connections {
  readonly #limits: Limits;
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #isProxy: (address: string) => boolean;
  readonly #all = new Map<Socket, Connection>();
  readonly #byAddress = new Map<string, Set<Connection>>();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#most = Math.max(2, Math.min(limits.MAX_CONNECTIONS, openFilesAllowed() - OTHER_FILES));
    // One address never has all of them.
    this.#mostOfOne = Math.max(1, Math.min(limits.MAX_CONNECTIONS_PER_ADDRESS, Math.floor(this.#most / 2)));
    this.#isProxy = addressList(limits.TRUSTED_PROXIES);
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#welcome(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request, response),
    );
    server.prependListener('upgrade', (request: IncomingMessage) => {
      const connection = this.#all.get(request.socket);
      if (connection) connection.isUpgraded = true;
    });
    server.headersTimeout = this.#limits.HEADERS_TIMEOUT * 1_000;
    // Bodies have a rate to keep instead of a time in which they are there: the largest may take hours.
    server.requestTimeout = 0;
    server.setTimeout(this.#limits.ANSWER_TIMEOUT * 1_000, (socket) => this.#silent(socket));
    const looks = setInterval(() => this.look(), LOOKS_EVERY);
    looks.unref();
    server.once('close', () => clearInterval(looks));
  }

  /** Ends those whose body arrives too slowly. */
  look(): void {
    const now = performance.now();
    for (const connection of this.#all.values()) this.#lookAt(connection, now);
  }

  #welcome(socket: Socket): void {
    const address = addressOf(socket);
    const others = this.#byAddress.get(address);
    const isFull = !this.#isProxy(address) && others !== undefined && others.size >= this.#mostOfOne;
    const hasRoom =
      (!isFull || makeRoom(others)) && (this.#all.size < this.#most || makeRoom(largest(this.#byAddress)));
    if (!hasRoom) {
      bid(socket, TOO_MANY);
      return;
    }
    const connection: Connection = {
      socket,
      address,
      since: performance.now(),
      isUpgraded: false,
      requests: new Map(),
      body: undefined,
    };
    this.#all.set(socket, connection);
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? new Set()).add(connection));
    socket.once('close', () => this.#forget(connection));
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection.socket);
    const others = this.#byAddress.get(connection.address);
    others?.delete(connection);
    if (others?.size === 0) this.#byAddress.delete(connection.address);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#all.get(request.socket);
    if (!connection) return;
    connection.requests.set(request, response);
    if (!request.complete)
      connection.body = { of: request, since: performance.now(), bytes: request.socket.bytesRead };
    response.once('close', () => connection.requests.delete(request));
  }

  #lookAt(connection: Connection, now: number): void {
    const { body, socket } = connection;
    if (!body) return;
    if (body.of.complete || body.of.destroyed) {
      connection.body = undefined;
      return;
    }
    const { BODY_PATIENCE, BODY_MIN_RATE } = this.#limits;
    // What waits here to be read is not kept back by whoever sends it.
    if (body.of.readableLength > 0) {
      body.since = now;
      body.bytes = socket.bytesRead;
    }
    const seconds = (now - body.since) / 1_000;
    if (seconds < BODY_PATIENCE) return;
    if (socket.bytesRead - body.bytes < seconds * BODY_MIN_RATE) end(connection, TOO_SLOW);
    body.since = now;
    body.bytes = socket.bytesRead;
  }

  /** Nothing has come or gone for a while: an answer is not taken, or nobody wants anything any more. */
  #silent(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (connection?.isUpgraded) return;
    // An answer that is still being made is waited for, and so is a body (which has its own rate).
    const isWaiting = connection !== undefined && connection.requests.size > 0;
    if (!isWaiting || socket.writableLength > 0) socket.destroy();
  }
}

/** Ends the connection that does least, so that a new one finds room; false when all of them are being answered. */
function makeRoom(connections: ReadonlySet<Connection>): boolean {
  const now = performance.now();
  let laziest: { connection: Connection; rate: number } | undefined;
  for (const connection of connections) {
    const age = now - connection.since;
    if (connection.isUpgraded || age < NEW || isAnswered(connection)) continue;
    const rate = connection.socket.bytesRead / age;
    if (!laziest || rate < laziest.rate) laziest = { connection, rate };
  }
  if (!laziest) return false;
  end(laziest.connection, TOO_MANY);
  return true;
}

/** Whether somebody has said all they want and waits for what comes of it. */
function isAnswered({ requests }: Connection): boolean {
  for (const request of requests.keys()) if (request.complete) return true;
  return false;
}

function largest(byAddress: ReadonlyMap<string, ReadonlySet<Connection>>): ReadonlySet<Connection> {
  let most: ReadonlySet<Connection> = new Set();
  for (const connections of byAddress.values()) if (connections.size > most.size) most = connections;
  return most;
}

const TOO_SLOW = farewell('408 Request Timeout', 'The request did not arrive in time.');
const TOO_MANY = farewell(
  '503 Service Unavailable',
  'There are too many connections. Please try again in a moment.',
);

function farewell(status: string, message: string): string {
  const body = JSON.stringify({ message });
  const head = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Retry-After: 5',
    'Connection: close',
  ];
  return `HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Says why, where no answer has begun, and ends. */
function end(connection: Connection, words: string): void {
  const { socket, requests } = connection;
  connection.body = undefined;
  const hasBegun = [...requests.values()].some((response) => response.headersSent);
  if (hasBegun || socket.writableLength > 0) socket.destroy();
  else bid(socket, words);
}

function bid(socket: Socket, words: string): void {
  // What is still sent is of no interest: whoever sends it without end would keep the connection.
  socket.on('error', () => undefined);
  socket.end(words, () => socket.destroy());
  setTimeout(() => socket.destroy(), GOODBYE).unref();
}

/** The address of the other end; of an IPv6 one the part that a network has, since all the others are one person's. */
function addressOf({ remoteAddress = '' }: Socket): string {
  const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [front = '', back = ''] = plain.split('::').map((part) => (part === '' ? '' : `${part}:`));
  const missing = 8 - (front + back).split(':').length + 1;
  return `${front}${'0:'.repeat(missing)}${back}`.split(':').slice(0, 4).join(':');
}

/** How many files the system lets this process open; without bound where that cannot be told. */
function openFilesAllowed(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    // No such file on this system.
    return Number.POSITIVE_INFINITY;
  }
}
