import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionHeaders } from '../safety/sweep/session-headers.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { member } from '../testing/things.ts';

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

describe.each(RECORD_KINDS)('databases under one’s own name, records on %s', (kind) => {
  let house: TestApp;
  /** Tokens that the coordinator takes, and as whom it was asked with which. */
  const taken = new Set<string>();
  const asked: [user: unknown, token: unknown][] = [];
  const requests: Record<string, unknown>[] = [];
  const coordinator = createServer((request, response) => {
    const token = request.headers.authorization;
    asked.push([request.headers['x-trino-user'], token]);
    if (!taken.has(String(token))) return response.writeHead(401).end('Unauthorized');
    const columns = [{ name: 'who', type: 'varchar' }];
    const data = [[String(request.headers['x-trino-user'])]];
    return response.end(JSON.stringify({ id: 'q', columns, data }));
  });
  const provider = createServer(async (request, response) => {
    const given: Record<string, unknown> = JSON.parse(await text(request));
    requests.push(given);
    if (given.code === 'wrong') return response.writeHead(400).end('{"error":"invalid_grant"}');
    const token = given.grant_type === 'refresh_token' ? 'fresh' : `token-of-${String(given.code)}`;
    taken.add(`Bearer ${token}`);
    return response.end(
      JSON.stringify({ access_token: token, refresh_token: 'again', expires_in: 3600, token_type: 'bearer' }),
    );
  });
  let database: number;
  beforeAll(async () => {
    house = await openTestApp(kind, { settings: { CHARTROOM_BASE_URL: 'https://charts.example.org' } });
    const [trino, tokens] = [await listening(coordinator), await listening(provider)];
    const made = await house.as('admin', 'POST', '/api/v1/database/', {
      body: {
        database_name: 'lake',
        sqlalchemy_uri: `trino://service@${trino}/hive?http_scheme=http`,
        impersonate_user: true,
        masked_encrypted_extra: JSON.stringify({
          oauth2_client_info: {
            id: 'chartroom',
            secret: 'between-us',
            scope: 'openid',
            authorization_request_uri: 'https://login.example.org/authorize',
            token_request_uri: `http://${tokens}/token`,
          },
        }),
      },
    });
    // The coordinator refuses whoever has no token: that is how it is meant.
    expect(made).toMatchObject({ status: 201 });
    database = Number(member(made.body, 'id'));
  });
  afterAll(async () => {
    coordinator.close();
    provider.close();
    await house.close();
  });
  const run = (who: PersonName) =>
    house.as(who, 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: database, sql: 'SELECT 1 AS who' },
    });
  const redirection = ({ status, body }: Awaited<ReturnType<typeof run>>) => {
    const error = member(body, 'errors', 0);
    expect([status, member(error, 'error_type')]).toEqual([500, 'OAUTH2_REDIRECT']);
    return {
      url: new URL(String(member(error, 'extra', 'url'))),
      tab: member(error, 'extra', 'tab_id'),
      back: member(error, 'extra', 'redirect_uri'),
    };
  };
  const comeBack = async (who: PersonName, query: Record<string, string>) => {
    const session = await sessionHeaders(house, house.ids[who]);
    return house.as('nobody', 'GET', `/api/v1/database/oauth2/?${new URLSearchParams(query)}`, {
      headers: { ...session, accept: 'text/html' },
    });
  };

  test('whoever has not let the installation in is led there, and asks by their own name and token afterwards', async () => {
    const { url, tab, back } = redirection(await run('admin'));
    expect(back).toBe('https://charts.example.org/api/v1/database/oauth2/');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'chartroom',
      redirect_uri: back,
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain('between-us');
    const state = url.searchParams.get('state') ?? '';
    // Somebody else does not finish what one has begun, and no code that the provider does not know.
    expect((await comeBack('alpha', { state, code: 'a' })).status).toBe(403);
    expect((await comeBack('admin', { state: 'v1.forged', code: 'a' })).status).toBe(403);
    expect((await comeBack('admin', { state, error: 'access_denied' })).text).toContain('access_denied');
    const wrong = await comeBack('admin', { state, code: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([500, expect.stringContaining('Something went wrong')]);
    const another = redirection(await run('admin'));
    const page = await comeBack('admin', { state, code: 'a' });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`opener?.postMessage({"tabId":"${String(tab)}"}`);
    expect(page.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(requests.at(-1)).toMatchObject({ code: 'a', redirect_uri: back, client_secret: 'between-us' });
    // Only who has sent them there can make something of the code.
    const verifier = String(requests.at(-1)?.code_verifier);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(url.href).not.toContain(verifier);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(url.searchParams.get('code_challenge')).toBe(challenge);
    expect(another.url.searchParams.get('code_challenge')).not.toBe(challenge);
    const kept = await house.services.db.selectFrom('database_tokens').select('tokens').execute();
    expect(JSON.stringify(kept)).not.toContain('token-of');
    asked.length = 0;
    const answer = await run('admin');
    expect(member(answer.body, 'data')).toEqual([{ who: 'admin' }]);
    expect(new Set(asked.map(String))).toEqual(new Set(['admin,Bearer token-of-a']));
  });

  test('everybody has their own token, in lists and trials, too', async () => {
    const schemas = (who: PersonName) =>
      house.as(who, 'GET', `/api/v1/database/${database}/schemas/?q=(force:!t)`);
    const again = redirection(await schemas('alpha'));
    expect((await schemas('admin')).body).toEqual({ result: ['admin'] });
    const state = again.url.searchParams.get('state') ?? '';
    expect((await comeBack('alpha', { state, code: 'b' })).status).toBe(200);
    expect((await schemas('alpha')).body).toEqual({ result: ['alpha'] });
    expect(asked.at(-1)).toEqual(['alpha', 'Bearer token-of-b']);
    expect((await schemas('admin')).body).toEqual({ result: ['admin'] });
    expect(asked.at(-1)).toEqual(['admin', 'Bearer token-of-a']);
    // A kept answer is that of whoever asked under their name.
    const made = await house.as('admin', 'POST', '/api/v1/dataset/', {
      body: { database, table_name: 'who', sql: 'SELECT 1 AS who' },
    });
    const id = member(made.body, 'id');
    const question = { datasource: { id, type: 'table' }, queries: [{ columns: ['who'], metrics: [] }] };
    for (const who of ['admin', 'alpha', 'admin'] as const) {
      const { body } = await house.as(who, 'POST', '/api/v1/chart/data', { body: question });
      expect(member(body, 'result', 0, 'data')).toEqual([{ who }]);
    }
    const { body } = await house.as('alpha', 'POST', '/api/v1/chart/data', { body: question });
    expect(member(body, 'result', 0)).toMatchObject({ is_cached: true, data: [{ who: 'alpha' }] });
  });

  test('a token that has ended is exchanged, and one that was given for another place is not sent there', async () => {
    await house.services.db
      .updateTable('database_tokens')
      .set({ ends_on: new Date(0).toISOString() })
      .where('user_id', '=', house.ids.admin)
      .execute();
    expect((await run('admin')).status).toBe(200);
    expect(requests.at(-1)).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'again' });
    expect(asked.at(-1)).toEqual(['admin', 'Bearer fresh']);
    const item = `/api/v1/database/${database}`;
    const { body } = await house.as('admin', 'GET', `${item}/connection`);
    const uri = String(member(body, 'result', 'sqlalchemy_uri')).replace('/hive', '/other');
    const changed = await house.as('admin', 'PUT', item, { body: { sqlalchemy_uri: uri } });
    expect(changed.status).toBe(200);
    asked.length = 0;
    redirection(await run('admin'));
    expect(asked).toEqual([]);
    const trial = {
      database_name: 'lake',
      sqlalchemy_uri: uri,
      impersonate_user: true,
    };
    redirection(await house.as('admin', 'POST', '/api/v1/database/test_connection/', { body: trial }));
  });
});

test.each([
  ['true', 'ada.l'],
  ['false', 'admin'],
])('with IMPERSONATE_WITH_EMAIL_PREFIX=%s a database knows somebody as %s', async (setting, name) => {
  const names: unknown[] = [];
  const coordinator = createServer((request, response) => {
    names.push(request.headers['x-trino-user']);
    response.end(JSON.stringify({ id: 'q', columns: [{ name: 'a', type: 'integer' }], data: [[1]] }));
  });
  const house = await openTestApp('sqlite', {
    settings: { CHARTROOM_IMPERSONATE_WITH_EMAIL_PREFIX: setting },
  });
  try {
    await house.services.db
      .updateTable('users')
      .set({ email: 'ada.l@example.org' })
      .where('id', '=', house.ids.admin)
      .execute();
    const sqlalchemy_uri = `trino://service@${await listening(coordinator)}/hive?http_scheme=http`;
    const made = await house.as('admin', 'POST', '/api/v1/database/', {
      body: { database_name: 'lake', sqlalchemy_uri, impersonate_user: true },
    });
    names.length = 0;
    const { status } = await house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: member(made.body, 'id'), sql: 'SELECT 1 AS a' },
    });
    expect([status, new Set(names)]).toEqual([200, new Set([name])]);
  } finally {
    coordinator.close();
    await house.close();
  }
});
