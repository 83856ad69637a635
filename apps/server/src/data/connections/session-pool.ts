import {
  boundedSession,
  createTunnel,
  type Engine,
  engineById,
  engineOfUri,
  type HostKeys,
  type Session,
  type Tunnel,
} from '@chartroom/engines';
import { ChartroomError, DEFAULT_BOUNDS } from '@chartroom/model';
import { LRUCache } from 'lru-cache';
import type { DataConfig } from '../data-config.ts';
import { databaseGone } from '../database-gone.ts';
import type { ConnectionSource, DatabaseSource } from '../ports.ts';
import { withSqlSettings } from '../sql/sql-settings.ts';
import { GuardedSession } from './guarded-session.ts';
import { type Turns, turns } from './turns.ts';

/** People of whom sessions of their own are kept, over all databases. */
const MOST_PERSONAL = 200;
/** How many questions one database answers at a time; more wait their turn. */
const AT_ONCE = 8;

type PoolConfig = Pick<DataConfig, 'home' | 'outbound' | 'ssh_tunneling'> &
  Partial<
    Pick<
      DataConfig,
      'denied_grains' | 'disallowed_functions' | 'allowed_functions' | 'bounds' | 'engine_memory'
    >
  >;

/** A database that is in use: its engine, its session, and the turns of its questions. */
export interface OpenDatabase {
  source: DatabaseSource;
  engine: Engine;
  session: Session;
  /** Another database of the installation. */
  beside(source: DatabaseSource): OpenDatabase;
  /** Runs a job when it is its turn. */
  inTurn: Turns['inTurn'];
  /** The same for what nobody waits for: when nothing else runs. */
  behindOthers: Turns['behindOthers'];
  /** Fires when the database is deleted, with the error that whoever waits is told. */
  gone: AbortSignal;
}

/** Sessions by database; one that no longer fits its record is closed and opened anew. */
export class SessionPool {
  readonly #config: PoolConfig;
  readonly #hostKeys: HostKeys;
  readonly #open = new Map<number, OpenDatabase>();
  /** Of people who ask under their own name; who has not asked for longest leaves first. */
  readonly #personal = new LRUCache<string, OpenDatabase>({
    max: MOST_PERSONAL,
    dispose: ({ session }) => {
      session.close().catch(() => undefined);
    },
  });
  /** By database: its sessions come and go while it is there. */
  readonly #ends = new Map<number, AbortController>();

  constructor(config: PoolConfig, hostKeys: HostKeys) {
    this.#config = config;
    this.#hostKeys = hostKeys;
  }

  of(source: DatabaseSource): OpenDatabase {
    const { person } = source;
    const name = personalName(source.id, person?.id);
    const known = person ? this.#personal.get(name) : this.#open.get(source.id);
    const isSame = known?.source.changed_on === source.changed_on && known.source.uri === source.uri;
    if (known && isSame && known.source.person?.token === person?.token) return known;
    const engine = restricted(engineOf(source), this.#config);
    const opened: OpenDatabase = {
      source,
      engine,
      session: this.#session(engine, source),
      beside: (other) => this.of(other),
      ...turns(AT_ONCE),
      gone: this.#endOf(source.id).signal,
    };
    if (person) {
      this.#personal.set(name, opened);
      return opened;
    }
    this.#open.set(source.id, opened);
    // How the old one goes concerns nobody any more.
    known?.session.close().catch(() => undefined);
    return opened;
  }

  /** A session for settings that are not saved; the caller closes it. */
  try(settings: ConnectionSource): Session {
    const engine = engineOfUri(settings.uri);
    if (!engine) throw unknownEngine(settings.uri.split(':')[0] ?? '');
    return this.#session(engine, settings);
  }

  #session(engine: Engine, { uri, extra, secrets, tunnel: account }: ConnectionSource): Session {
    const { home, outbound, bounds = DEFAULT_BOUNDS, engine_memory: engineMemory } = this.#config;
    const tunnel = account ? this.#tunnel(engine, account) : undefined;
    const settings = { uri, extra, secrets, home, outbound: { ...outbound, tunnel }, bounds, engineMemory };
    const session = boundedSession(engine.open(settings), bounds);
    const isGuarded = engine.capabilities.embedded || engine.asksOutbound;
    const guarded = isGuarded ? session : new GuardedSession(session, uri, (host) => outbound.require(host));
    return tunnel ? endingWith(tunnel, guarded) : guarded;
  }

  #tunnel(engine: Engine, account: NonNullable<ConnectionSource['tunnel']>): Tunnel {
    // Going past the tunnel instead might reach another server of the same name.
    if (!this.#config.ssh_tunneling) throw refusal('SSH Tunneling is not enabled');
    if (!engine.tunnels) throw refusal(`Connections to ${engine.name} cannot lead through an SSH tunnel.`);
    return createTunnel({ account, outbound: this.#config.outbound, hostKeys: this.#hostKeys });
  }

  async forget(id: number): Promise<void> {
    const known = this.#open.get(id);
    this.#open.delete(id);
    for (const [name, { source }] of this.#personal.entries())
      if (source.id === id) this.#personal.delete(name);
    await known?.session.close();
  }

  /** Ends what is asked of a database that was deleted; how its session goes concerns nobody any more. */
  drop(id: number): void {
    this.#endOf(id).abort(databaseGone());
    this.#ends.delete(id);
    this.forget(id).catch(() => undefined);
  }

  #endOf(id: number): AbortController {
    const known = this.#ends.get(id);
    if (known) return known;
    const end = new AbortController();
    this.#ends.set(id, end);
    return end;
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    this.#personal.clear();
    await Promise.all(all.map(({ session }) => session.close()));
  }
}

function personalName(database: number, person: number | undefined): string {
  return `${database} ${person ?? ''}`;
}

/**
 * Does a piece of work that ends, too, when its database is deleted.
 * @throws ChartroomError 404 when it was
 */
export async function whileThere<Value>(
  { gone }: OpenDatabase,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(AbortSignal.any([signal, gone]));
  } catch (error) {
    // What an engine says of a session that ends is not why it ended.
    gone.throwIfAborted();
    throw error;
  }
}

/** The session; its end is also that of its tunnel. */
function endingWith(tunnel: Tunnel, session: Session): Session {
  const close = session.close.bind(session);
  session.close = async () => {
    try {
      await close();
    } finally {
      await tunnel.close();
    }
  };
  return session;
}

function refusal(message: string): ChartroomError {
  return new ChartroomError(message, { status: 400, error_type: 'GENERIC_COMMAND_ERROR', shape: 'message' });
}

/** An engine without the grains that the operator has denied, and with the functions that are closed and opened. */
function restricted(engine: Engine, { denied_grains = [], ...functions }: PoolConfig): Engine {
  const dialect = withSqlSettings(engine.dialect, functions);
  if (dialect === engine.dialect && denied_grains.length === 0) return engine;
  const left = Object.entries(dialect.grains).filter(([duration]) => !denied_grains.includes(duration));
  return { ...engine, dialect: { ...dialect, grains: Object.fromEntries(left) } };
}

function engineOf(source: DatabaseSource): Engine {
  const engine = engineById(source.backend) ?? engineOfUri(source.uri);
  if (!engine) throw unknownEngine(source.backend);
  return engine;
}

function unknownEngine(name: string): ChartroomError {
  return new ChartroomError(`There is no engine for addresses that begin with "${name}".`, {
    status: 422,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}
