import { ChartroomError, isJsonObject } from '@chartroom/model';
import type { Configuration } from 'openid-client';
import type { OAuthProvider } from '../../base/settings/sign-in-settings.ts';
import type { Identity, OutsidePerson } from './outside-people.ts';

/** Seconds that a provider gets to answer the server. */
const PATIENCE = 10;
/** Characters of a name or mail address; what is longer counts as not told. */
const LONGEST = 250;

/** What the installation remembers while somebody is away at a provider. */
export interface Journey {
  provider: string;
  state: string;
  nonce: string;
  /** Of PKCE: proves to the provider that who began the journey ends it. */
  verifier: string;
  /** Path of this installation to go to at the end. */
  next: string;
}

/** Signing in by OpenID Connect, or OAuth alone: authorization code with state and PKCE, and with a nonce where a token is signed. */
export interface OAuthProviders {
  /** Those of the settings, for buttons. */
  readonly all: readonly { name: string; title: string }[];
  has(name: string): boolean;
  /** Where to send somebody, and what to remember until they are back. Rejects with 503 when the provider does not answer. */
  begin(name: string, backTo: string, next: string): Promise<{ url: URL; journey: Journey }>;
  /** Who came back to `address`. Rejects with 400 for an answer that is none, 403 when they said no, 503 when the provider is down. */
  finish(journey: Journey, address: URL): Promise<{ person: OutsidePerson; identity: Identity }>;
  /** Where signing out goes on at a provider; undefined where it ends here. */
  farewell(name: string, backTo: string): Promise<URL | undefined>;
}

export function createOAuthProviders(settings: readonly OAuthProvider[]): OAuthProviders {
  const found = new Map<string, Promise<Configuration>>();
  const provider = (name: string): OAuthProvider => {
    const one = settings.find((each) => each.name === name);
    if (!one) throw new Error(`There is no identity provider ${name}.`);
    return one;
  };
  const discovered = (name: string): Promise<Configuration> => {
    const known = found.get(name);
    if (known) return known;
    const asked = discover(provider(name)).catch((cause: unknown) => {
      found.delete(name);
      throw unreachable(provider(name), cause);
    });
    found.set(name, asked);
    return asked;
  };
  return {
    all: settings.map(({ name, title }) => ({ name, title })),
    has: (name) => settings.some((each) => each.name === name),
    begin: async (name, backTo, next) => {
      const client = await import('openid-client');
      const configuration = await discovered(name);
      const journey = {
        provider: name,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        next,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: backTo,
        scope: provider(name).scope,
        state: journey.state,
        ...(provider(name).issuer !== undefined && { nonce: journey.nonce }),
        code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
        code_challenge_method: 'S256',
      });
      return { url, journey };
    },
    finish: async (journey, address) => {
      const configuration = await discovered(journey.provider);
      const claims = await claimsOf(provider(journey.provider), configuration, journey, address);
      return personOf(provider(journey.provider), claims);
    },
    farewell: async (name, backTo) => {
      if (!settings.some((each) => each.name === name && each.logout)) return undefined;
      const configuration = await discovered(name);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      const client = await import('openid-client');
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo });
    },
  };
}

async function discover({
  issuer,
  client_id,
  client_secret,
  client_auth,
  ...provider
}: OAuthProvider): Promise<Configuration> {
  const client = await import('openid-client');
  const bySecret = client_auth === 'post' ? client.ClientSecretPost : client.ClientSecretBasic;
  const proof = client_secret === undefined ? client.None() : bySecret(client_secret);
  if (issuer === undefined) {
    const { authorize_url = '', token_url, userinfo_url } = provider;
    const endpoints = {
      authorization_endpoint: authorize_url,
      token_endpoint: token_url,
      userinfo_endpoint: userinfo_url,
    };
    const configuration = new client.Configuration(
      { issuer: new URL(authorize_url).origin, ...endpoints },
      client_id,
      undefined,
      proof,
    );
    configuration.timeout = PATIENCE;
    if ([authorize_url, token_url, userinfo_url].some((each) => each?.startsWith('http:')))
      client.allowInsecureRequests(configuration);
    return configuration;
  }
  const options = {
    timeout: PATIENCE,
    ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
  };
  return client.discovery(new URL(issuer), client_id, undefined, proof, options);
}

/**
 * What the provider says of who came back: in the signed token and, where it has more to say or signs nothing, when
 * asked for it.
 */
async function claimsOf(
  provider: OAuthProvider,
  configuration: Configuration,
  journey: Journey,
  address: URL,
): Promise<Record<string, unknown>> {
  const client = await import('openid-client');
  try {
    const expected = { expectedState: journey.state, pkceCodeVerifier: journey.verifier };
    if (provider.issuer === undefined) {
      const { access_token } = await client.authorizationCodeGrant(configuration, address, expected);
      return await askedFor(configuration, access_token);
    }
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      ...expected,
      expectedNonce: journey.nonce,
      idTokenExpected: true,
    });
    const signed = tokens.claims();
    if (!signed) throw new client.ClientError('the answer holds no id token');
    const more =
      configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, signed.sub);
    return { ...more, ...signed };
  } catch (cause) {
    if (cause instanceof client.AuthorizationResponseError) {
      throw problem(
        403,
        `${provider.title} did not let you in: ${cause.error_description ?? cause.error}`,
        cause,
      );
    }
    const isAnswer =
      cause instanceof client.ResponseBodyError ? cause.status < 500 : cause instanceof client.ClientError;
    const isLate =
      cause instanceof client.ClientError && (cause.code === 'OAUTH_TIMEOUT' || cause.code === 'OAUTH_ABORT');
    if (isAnswer && !isLate)
      throw problem(400, 'This sign-in is not valid, or not any more. Begin again.', cause);
    throw unreachable(provider, cause);
  }
}

/** What a provider that signs nothing says of the owner of a token. */
async function askedFor(configuration: Configuration, token: string): Promise<Record<string, unknown>> {
  const client = await import('openid-client');
  const address = new URL(configuration.serverMetadata().userinfo_endpoint ?? '');
  const headers = new Headers({ accept: 'application/json' });
  const response = await client.fetchProtectedResource(configuration, token, address, 'GET', null, headers);
  if (!response.ok) throw new Error(`The provider answered ${response.status} when it was asked who came.`);
  const claims: unknown = await response.json();
  if (!isJsonObject(claims)) throw new Error('The provider tells nothing of who came.');
  return claims;
}

function personOf(provider: OAuthProvider, claims: Record<string, unknown>) {
  const text = (name: string): string | undefined => {
    const value = claims[name];
    const given = typeof value === 'string' ? value.trim() : '';
    return given === '' || given.length > LONGEST ? undefined : given;
  };
  const given = claims[provider.subject_claim];
  const subject = typeof given === 'number' ? String(given) : text(provider.subject_claim);
  if (subject === undefined)
    throw problem(403, `${provider.title} does not tell who you are (${provider.subject_claim}).`);
  const username = text(provider.username_claim);
  if (username === undefined)
    throw problem(403, `${provider.title} does not tell the user name (${provider.username_claim}).`);
  const person: OutsidePerson = {
    username,
    email: claims.email_verified === false ? undefined : text(provider.email_claim),
    firstName: text(provider.first_name_claim) ?? text('name'),
    lastName: text(provider.last_name_claim),
    groups: groupsOf(claims, provider.roles_claim),
  };
  return { person, identity: { provider: provider.name, subject, mayLink: provider.link_accounts } };
}

/** The groups of a claim; its name may lead into objects (`realm_access.roles`). */
function groupsOf(claims: Record<string, unknown>, path: string): string[] {
  const inside = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  const value = claims[path] ?? path.split('.').reduce<unknown>(inside, claims);
  return [value].flat().filter((each) => typeof each === 'string');
}

function unreachable(provider: OAuthProvider, cause: unknown): ChartroomError {
  return problem(503, `${provider.title} cannot be asked at the moment. Try again later.`, cause);
}

function problem(status: number, message: string, cause?: unknown): ChartroomError {
  const error_type = status < 500 ? 'GENERIC_COMMAND_ERROR' : 'GENERIC_BACKEND_ERROR';
  return new ChartroomError(message, { status, error_type, shape: 'message', cause });
}

/** Identity providers. */
export interface WithProviders {
  providers: OAuthProviders;
}
