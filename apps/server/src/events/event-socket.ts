import type { ToldEvent } from '@chartroom/model';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { queryParameter } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import type { WithSessions } from '../security/sessions.ts';
import type { Channel, WithChannels } from './channels.ts';
import type { WithEvents } from './event-log.ts';
import { isEventId, isLater } from './event-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The channel of a socket that is being opened. */
    channel: Channel | undefined;
  }
}

/** Milliseconds between two looks at whether a reader is there and its channel stands. */
const LOOKS_EVERY = 25_000;
/** Bytes that may wait for a reader; a slower one has to come again and say what it heard last. */
const MOST_WAITING = 1024 * 1024;
/** Sockets of one channel; the oldest makes room for one more. */
const MOST_SOCKETS = 50;
/** Bytes of what a reader may say: it has nothing to say. */
const MOST_SAID = 1_024;
/** Milliseconds that readers have to say goodbye when the server closes. */
const GOODBYE = 500;

/** `/ws`: every event of a channel as a text frame, those first that were missed since `last_id` (contract/api.md §4). */
export async function registerEventSocket(
  app: FastifyInstance,
  services: Ground & WithChannels & WithEvents & WithSessions,
): Promise<void> {
  const readers = new Readers(services, (error) => app.log.error({ err: error }, 'unexpected'));
  await app.register(websocket, {
    options: { maxPayload: MOST_SAID },
    preClose: (done) => {
      readers.close();
      done();
    },
  });
  app.decorateRequest('channel');
  app.get(
    '/ws',
    {
      websocket: true,
      config: { access: 'public', answer: { schema: 'stream', status: 101 } },
      preValidation: async (request, reply) => {
        if (!request.ws) return;
        request.channel = await welcome(request, services);
        if (request.channel) return;
        reply.hijack();
        request.raw.socket.destroy();
      },
    },
    (socket, request) => {
      if (request.channel) readers.add(socket, request.channel, queryParameter(request, 'last_id'));
    },
  );
}

/** The channel of who opens a socket; undefined for pages of other sites and cookies that name no channel that stands. */
async function welcome(
  request: FastifyRequest,
  { config, channels }: Pick<Ground, 'config'> & WithChannels,
): Promise<Channel | undefined> {
  const { origin } = request.headers;
  if (origin !== undefined && URL.parse(origin)?.host !== request.host) return undefined;
  const lastId = queryParameter(request, 'last_id');
  if (lastId && !isEventId(lastId)) return undefined;
  return channels.read(request.cookies[config.GLOBAL_ASYNC_QUERIES_JWT_COOKIE_NAME]);
}

/** Open sockets by their channels. */
class Readers {
  readonly #services: Ground & WithChannels & WithEvents & WithSessions;
  readonly #report: (error: unknown) => void;
  readonly #open = new Map<string, Set<Reader>>();
  #unlisten: (() => void) | undefined;
  #looks: NodeJS.Timeout | undefined;

  constructor(services: Ground & WithChannels & WithEvents & WithSessions, report: (error: unknown) => void) {
    this.#services = services;
    this.#report = report;
    services.sessions.onEnd(() => void this.#look(false));
  }

  add(socket: WebSocket, channel: Channel, lastId: string | undefined): void {
    const reader = new Reader(socket, channel);
    const others = this.#open.get(channel.id) ?? new Set();
    this.#open.set(channel.id, others.add(reader));
    const [oldest] = others;
    if (others.size > MOST_SOCKETS) oldest?.end();
    socket.on('close', () => this.#remove(reader));
    this.#unlisten ??= this.#services.events.listen((event) => {
      for (const each of this.#open.get(event.channel_id) ?? []) each.hear(event);
    });
    this.#looks ??= setInterval(() => void this.#look(true), LOOKS_EVERY);
    void reader
      .begin(lastId, (after) => this.#services.events.after(channel.id, after))
      .catch((error: unknown) => {
        this.#report(error);
        reader.end();
      });
  }

  close(): void {
    for (const reader of this.#all()) reader.end();
  }

  #all(): Reader[] {
    return [...this.#open.values()].flatMap((readers) => [...readers]);
  }

  #remove(reader: Reader): void {
    const others = this.#open.get(reader.channel.id);
    others?.delete(reader);
    if (others?.size === 0) this.#open.delete(reader.channel.id);
    if (this.#open.size > 0) return;
    this.#unlisten?.();
    this.#unlisten = undefined;
    clearInterval(this.#looks);
    this.#looks = undefined;
  }

  /** Ends the sockets of channels that do not stand any more; with `pings` also those of readers that say nothing. */
  async #look(pings: boolean): Promise<void> {
    for (const readers of [...this.#open.values()]) {
      const [first] = readers;
      try {
        const stands = first !== undefined && (await this.#services.channels.stands(first.channel));
        for (const reader of readers) {
          if (!stands) reader.end();
          else if (pings) reader.ping();
        }
      } catch (error) {
        this.#report(error);
      }
    }
  }
}

class Reader {
  readonly channel: Channel;
  readonly #socket: WebSocket;
  /** Whether missed events are still being read: what is told meanwhile is read with them. */
  #isCatchingUp = true;
  #hasHeard = false;
  #last: string | undefined;
  #isThere = true;

  constructor(socket: WebSocket, channel: Channel) {
    this.#socket = socket;
    this.channel = channel;
    socket.on('pong', () => {
      this.#isThere = true;
    });
  }

  /** Sends what was missed since `lastId`, at the reader's pace; then everything as it is told. */
  async begin(lastId: string | undefined, after: (id: string) => Promise<ToldEvent[]>): Promise<void> {
    this.#last = lastId || undefined;
    while (this.#last !== undefined && this.#socket.readyState === this.#socket.OPEN) {
      this.#hasHeard = false;
      const missed = await after(this.#last);
      for (const event of missed) await this.#handed(event);
      if (missed.length === 0 && !this.#hasHeard) break;
    }
    this.#isCatchingUp = false;
  }

  hear(event: ToldEvent): void {
    if (this.#isCatchingUp && this.#last !== undefined) this.#hasHeard = true;
    else if (this.#last !== undefined && !isLater(event.id, this.#last)) return;
    else if (this.#socket.bufferedAmount > MOST_WAITING) this.#socket.terminate();
    else void this.#handed(event);
  }

  ping(): void {
    if (this.#isThere) this.#socket.ping();
    else this.#socket.terminate();
    this.#isThere = false;
  }

  /** Says goodbye; who does not answer is cut off. */
  end(): void {
    this.#socket.close(1001);
    setTimeout(() => this.#socket.terminate(), GOODBYE).unref();
  }

  /** Resolves when an event is on its way, or the reader has gone. */
  #handed(event: ToldEvent): Promise<void> {
    this.#last = event.id;
    return new Promise((resolve) => this.#socket.send(JSON.stringify(event), () => resolve()));
  }
}
