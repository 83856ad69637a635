import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A provider of a test that knows OAuth and no more: no description of itself, no signed token, names of its own. */
export interface PlainProvider {
  /** Entry of OAUTH_PROVIDERS; its name is `plain`. */
  setting: object;
  /** What it says of whoever came. */
  says: unknown;
  /** Status of that answer. */
  status: number;
  close(): void;
}

const CLIENT = { client_id: 'chartroom', client_secret: 'between-the-two-1' };

/** Starts it. Everybody who comes is let in as the same person; it insists on PKCE and takes the secret in the body. */
export async function openPlainProvider(): Promise<PlainProvider> {
  const challenges = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://provider');
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname === '/authorize') {
      const code = `code-${challenges.size}`;
      challenges.set(code, url.searchParams.get('code_challenge') ?? '');
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === '/token') {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      const proof = createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url');
      const isOwn = form.client_id === CLIENT.client_id && form.client_secret === CLIENT.client_secret;
      if (!isOwn || challenges.get(form.code ?? '') !== proof) return answer(400, { error: 'invalid_grant' });
      answer(200, { access_token: 'token-of-octo', token_type: 'bearer', scope: '' });
    } else if (request.headers.authorization === 'Bearer token-of-octo') answer(state.status, state.says);
    else answer(401, {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  const state: PlainProvider = {
    setting: {
      ...CLIENT,
      name: 'plain',
      client_auth: 'post',
      authorize_url: `${origin}/authorize`,
      token_url: `${origin}/token`,
      userinfo_url: `${origin}/user`,
      subject_claim: 'id',
      username_claim: 'login',
      first_name_claim: 'full_name',
    },
    says: { id: 583_231, login: 'octo', full_name: 'Octo Cat', email: 'octo@plain.example' },
    status: 200,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return state;
}
