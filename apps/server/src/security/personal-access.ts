import { createHash, randomBytes } from 'node:crypto';
import { ChartroomError, type JsonObject } from '@chartroom/model';
import { z } from 'zod';
import type { Config } from '../base/config.ts';
import type { DatabaseSource, Principal } from '../data/ports.ts';
import type { Db } from '../records/records.ts';
import type { OutboundGuard } from './outbound.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { type ClientInfo, clientInfo, type PersonalTokens, requestTokens } from './token-requests.ts';

/** Databases that are asked under the name of whoever asks, and the tokens by which they let the installation in. */
export interface PersonalAccess {
  /**
   * A connection as somebody reaches it.
   * @throws ChartroomError OAUTH2_REDIRECT where they have to let the installation in first
   */
  of(source: DatabaseSource, who: Principal): Promise<DatabaseSource>;
  /**
   * Takes what a provider sent somebody back with, and keeps their tokens.
   * @returns the number by which the window that waits knows its question
   * @throws ChartroomError 403 for somebody else's way, 500 OAUTH2_REDIRECT_ERROR where the provider gives none
   */
  finish(given: { state: string; code: string }, user: number): Promise<string>;
}

/** Milliseconds that somebody may be away at a provider. */
const AWAY = 10 * 60 * 1_000;
/** Milliseconds before its end at which a token is exchanged already. */
const EARLY = 30_000;
/** Random bytes of a verifier, as many as RFC 7636 recommends. */
const VERIFIER = 32;

const stateSchema = z.object({
  user: z.number(),
  database: z.number(),
  /** Where the connection led when somebody was asked. */
  place: z.string(),
  tab: z.string(),
  ends: z.number(),
  /** What only who has sent them there knows: a code that somebody else has caught is of no use without it (RFC 7636). */
  verifier: z.string(),
});

interface Parts {
  db: Db;
  config: Pick<Config, 'SECRET_KEY' | 'BASE_URL' | 'HOST' | 'PORT' | 'IMPERSONATE_WITH_EMAIL_PREFIX'>;
  secrets: SecretBox;
  outbound: OutboundGuard;
  now: () => Date;
  uuid: () => string;
}

/** Whether a connection waits for each person to let the installation in: its engine can, it says how, and people ask by their own names. */
export function asksPersons(
  engine: { oauth2?: boolean },
  impersonates: boolean,
  secrets: JsonObject,
): boolean {
  return engine.oauth2 === true && impersonates && secrets.oauth2_client_info !== undefined;
}

/** Makes it of the records and the settings. */
export function createPersonalAccess(parts: Parts): PersonalAccess {
  return new KeptAccess(parts);
}

class KeptAccess implements PersonalAccess {
  readonly #parts: Parts;
  readonly #states: SecretBox;
  /** Where providers send people back to, where the connection says nothing else. */
  readonly #back: string;

  constructor(parts: Parts) {
    const { BASE_URL, HOST, PORT, SECRET_KEY } = parts.config;
    this.#parts = parts;
    this.#states = createSecretBox(SECRET_KEY, 'database authorizations');
    this.#back = `${BASE_URL ?? `http://${HOST}:${PORT}`}/api/v1/database/oauth2/`;
  }

  async of(source: DatabaseSource, who: Principal): Promise<DatabaseSource> {
    if (source.impersonates !== true) return source;
    const { id } = who;
    const username = this.#nameOf(who);
    if (id === undefined || username === undefined) return source;
    const { asPerson, engineById } = await import('@chartroom/engines');
    const engine = engineById(source.backend);
    if (!engine || engine.capabilities.embedded) return source;
    let token: string | undefined;
    if (asksPersons(engine, source.impersonates, source.secrets)) {
      const client = clientInfo(source.secrets);
      token = await this.#tokenOf(client, id, source);
      if (token === undefined) throw this.#redirection(client, id, source);
    }
    const { uri, secrets } = source;
    return { ...source, ...asPerson(engine, { uri, secrets }, { username, token }), person: { id, token } };
  }

  /** The name by which databases know somebody. */
  #nameOf({ username, email }: Principal): string | undefined {
    const [prefix] = email?.split('@') ?? [];
    return this.#parts.config.IMPERSONATE_WITH_EMAIL_PREFIX && prefix ? prefix : username;
  }

  async finish({ state, code }: { state: string; code: string }, user: number): Promise<string> {
    const { db, now, outbound, secrets } = this.#parts;
    const way = wayOf(this.#states, state);
    if (!way || way.ends < now().getTime() || way.user !== user)
      throw new ChartroomError('This was not begun by you, or not lately: ask the database again.', {
        status: 403,
        error_type: 'OAUTH2_REDIRECT_ERROR',
      });
    const row = await db
      .selectFrom('databases')
      .select('secrets')
      .where('id', '=', way.database)
      .executeTakeFirst();
    const sealed = row?.secrets ? JSON.parse(secrets.open(row.secrets)) : {};
    const client = clientInfo(JSON.parse(sealed.encrypted_extra ?? '{}'));
    const redirect_uri = client.redirect_uri ?? this.#back;
    const what = { code, redirect_uri, grant_type: 'authorization_code', code_verifier: way.verifier };
    const tokens = await requestTokens(client, what, outbound);
    await this.#keep(user, way.database, { ...tokens, place: way.place });
    return way.tab;
  }

  /** Where somebody lets the installation in, as the error that leads them there. */
  #redirection(client: ClientInfo, user: number, source: DatabaseSource): ChartroomError {
    const tab = this.#parts.uuid();
    const ends = this.#parts.now().getTime() + AWAY;
    const verifier = randomBytes(VERIFIER).toString('base64url');
    const way = { user, database: source.id, place: placeOf(source), tab, ends, verifier };
    const redirect_uri = client.redirect_uri ?? this.#back;
    const url = new URL(client.authorization_request_uri);
    const asked = {
      scope: client.scope,
      access_type: 'offline',
      include_granted_scopes: 'false',
      response_type: 'code',
      state: this.#states.seal(JSON.stringify(way)),
      redirect_uri,
      client_id: client.id,
      prompt: 'consent',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return new ChartroomError("You don't have permission to access the data.", {
      status: 500,
      error_type: 'OAUTH2_REDIRECT',
      level: 'warning',
      extra: { url: url.href, tab_id: tab, redirect_uri },
    });
  }

  async #keep(user_id: number, database_id: number, tokens: KeptTokens): Promise<void> {
    const { db, now, secrets } = this.#parts;
    const { expires_in } = tokens;
    const row = {
      tokens: secrets.seal(JSON.stringify(tokens)),
      ends_on: expires_in === undefined ? null : new Date(now().getTime() + expires_in * 1_000).toISOString(),
    };
    await db
      .insertInto('database_tokens')
      .values({ user_id, database_id, ...row })
      .onConflict((on) => on.columns(['user_id', 'database_id']).doUpdateSet(row))
      .execute();
  }

  /** The token that holds now; one that has ended is exchanged for another where the provider does that. */
  async #tokenOf(client: ClientInfo, user: number, source: DatabaseSource): Promise<string | undefined> {
    const { db, now, outbound, secrets } = this.#parts;
    const row = await db
      .selectFrom('database_tokens')
      .select(['tokens', 'ends_on'])
      .where('user_id', '=', user)
      .where('database_id', '=', source.id)
      .executeTakeFirst();
    if (!row) return undefined;
    const kept: KeptTokens = JSON.parse(secrets.open(row.tokens));
    // They were given for another place: whoever may change a connection is not sent them.
    if (kept.place !== placeOf(source)) return undefined;
    if (row.ends_on === null || Date.parse(row.ends_on) - EARLY > now().getTime()) return kept.access_token;
    if (kept.refresh_token === undefined) return undefined;
    try {
      const what = { refresh_token: kept.refresh_token, grant_type: 'refresh_token' };
      const fresh = await requestTokens(client, what, outbound);
      await this.#keep(user, source.id, { ...kept, expires_in: undefined, ...fresh });
      return fresh.access_token;
    } catch (error) {
      if (!(error instanceof ChartroomError)) throw error;
      // They are asked to let the installation in once more.
      return undefined;
    }
  }
}

/** Tokens of somebody, and where the connection led for which they were given. */
interface KeptTokens extends PersonalTokens {
  place: string;
}

/** A short name for where a connection leads, and at whom people let the installation in. */
function placeOf({ uri, extra, tunnel, secrets }: DatabaseSource): string {
  const facts = [uri, extra.engine_params, tunnel?.server_address, secrets.oauth2_client_info];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

function wayOf(states: SecretBox, sealed: string): z.output<typeof stateSchema> | undefined {
  try {
    return stateSchema.parse(JSON.parse(states.open(sealed)));
  } catch {
    // Not one of ours: as good as none.
    return undefined;
  }
}

/** Lets people read databases under their own names. */
export interface WithPersonalAccess {
  personal: PersonalAccess;
}
