import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface ProviderPerson {
  preferred_username: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  groups?: string[];
}

export interface TestProvider {
  issuer: string;
  /** Who is who there, by `sub`, which is also what is typed into its sign-in form. */
  people: Map<string, ProviderPerson>;
  close(): Promise<void>;
}

const CLIENT = { id: 'chartroom', secret: 'between-the-two-1' };

/**
 * A real OpenID Connect provider (oidc-provider) for an installation that is reached at `house`, or that is started once the
 * provider's address is known; it insists on PKCE.
 */
export async function openTestProvider(
  house: string | ((issuer: string) => Promise<string>),
  name: string,
  people: Record<string, ProviderPerson>,
): Promise<TestProvider> {
  const known = new Map(Object.entries(people));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(server.address())}`;
  const origin = typeof house === 'string' ? house : await house(issuer);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${origin}/oauth-authorized/${name}`],
        post_logout_redirect_uris: [`${origin}/login/`],
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'groups'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_context, sub) => {
      const person = known.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...person }) };
    },
    cookies: { keys: ['of-a-test'] },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    people: known,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** One entry of OAUTH_PROVIDERS for a test provider. */
export function providerSetting(issuer: string, name: string, more: object = {}) {
  return {
    name,
    title: name.toUpperCase(),
    issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    ...more,
  };
}

/** Goes through a provider's own pages as somebody; answers the address of the installation to which it sends the browser back. */
export async function signInAtProvider(start: string, sub: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let address = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    if (new URL(address).origin !== origin) return address;
    const answer = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { body: form }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const page = await answer.text();
    const onward = answer.headers.get('location');
    form = undefined;
    if (onward) {
      address = new URL(onward, address).href;
      continue;
    }
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined)
      throw new Error(`The provider shows no form at ${address}: ${answer.status} ${page.slice(0, 500)}`);
    address = new URL(action, address).href;
    form = page.includes('name="login"')
      ? new URLSearchParams({ prompt: 'login', login: sub, password: 'any' })
      : new URLSearchParams({ prompt: 'consent' });
  }
  throw new Error('The provider goes round in circles.');
}
