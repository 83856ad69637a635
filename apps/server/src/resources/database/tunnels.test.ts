import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSshServer, type TestSshServer } from '../../testing/ssh-server.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const MASK = 'XXXXXXXXXX';
const PATH = '/api/v1/database/';

describe.each(RECORD_KINDS)('tunnels on %s', (kind) => {
  let house: TestApp;
  let closed: TestApp;
  let ssh: TestSshServer;
  beforeAll(async () => {
    [house, closed, ssh] = await Promise.all([
      openTestApp(kind, { settings: { CHARTROOM_SSH_TUNNELING: 'true' } }),
      openTestApp(kind),
      startSshServer(),
    ]);
  });
  afterAll(async () => {
    await house.close();
    await closed.close();
    await ssh.close();
  });

  const tunnel = (more: object = {}) => ({
    server_address: '127.0.0.1',
    server_port: ssh.port,
    username: 'jump',
    password: 'hop',
    ...more,
  });
  const form = (name: string, more: object = {}) => ({
    database_name: name,
    sqlalchemy_uri: POSTGRES,
    ssh_tunnel: tunnel(more),
  });
  const post = (path: string, body: unknown, at = house) =>
    at.as('admin', 'POST', `${PATH}${path}`, { body });
  const put = (id: number, body: unknown) => house.as('admin', 'PUT', `${PATH}${id}`, { body });
  const shown = async (id: number, at = '') =>
    member((await house.as('admin', 'GET', `${PATH}${id}${at}`)).body, 'result', 'ssh_tunnel');
  const masked = (id?: number) => ({
    ...(id !== undefined && { id }),
    server_address: '127.0.0.1',
    server_port: ssh.port,
    username: 'jump',
    password: MASK,
  });

  test('the way of a database: kept, masked, used, changed and removed', async () => {
    const made = await post('', form('behind'));
    expect(made).toMatchObject({ status: 201, body: { result: { ssh_tunnel: masked() } } });
    const id = memberId(made.body);
    expect(await shown(id)).toEqual(masked(id));
    expect(await shown(id, '/connection')).toEqual(masked(id));
    const list = await house.as('admin', 'GET', PATH);
    expect(list.text).not.toContain('"ssh_tunnel"');
    const row = await house.services.db
      .selectFrom('databases')
      .select('ssh_tunnel')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.ssh_tunnel).toMatch(/^v1\./);

    const before = ssh.forwarded.length;
    expect((await house.as('admin', 'GET', `${PATH}${id}/schemas/?q=(force:!t)`)).status).toBe(200);
    expect(ssh.forwarded.length).toBeGreaterThan(before);
    const keys = await house.services.db.selectFrom('ssh_servers').select(['server', 'key']).execute();
    expect(keys).toEqual([{ server: `127.0.0.1:${ssh.port}`, key: expect.stringMatching(/^ssh-ed25519 /) }]);

    // The mask keeps what is stored; what is not named stays.
    expect((await put(id, { ssh_tunnel: masked(id) })).status).toBe(200);
    expect((await put(id, { expose_in_sqllab: false })).status).toBe(200);
    expect(
      await post('test_connection/', { ...form('behind'), sqlalchemy_uri: POSTGRES, ssh_tunnel: masked(id) }),
    ).toMatchObject({
      status: 200,
    });
    const wrong = await put(id, { ssh_tunnel: { password: 'wrong' } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: [{ error_type: 'CONNECTION_ACCESS_DENIED_ERROR' }] },
    });
    expect(wrong.text).toContain('did not let');
    expect(await shown(id)).toEqual(masked(id));

    expect((await put(id, { ssh_tunnel: null })).status).toBe(200);
    expect(await shown(id)).toBeUndefined();
    expect((await put(id, { ssh_tunnel: tunnel(), sqlalchemy_uri: POSTGRES })).status).toBe(200);
    expect(await house.as('admin', 'DELETE', `${PATH}${id}/ssh_tunnel/`)).toMatchObject({
      status: 200,
      body: { message: 'OK' },
    });
    expect((await house.as('admin', 'DELETE', `${PATH}${id}/ssh_tunnel/`)).status).toBe(404);
    expect((await house.as('gamma', 'DELETE', `${PATH}${id}/ssh_tunnel/`)).status).toBe(403);
    expect((await house.as('nobody', 'DELETE', `${PATH}${id}/ssh_tunnel/`)).status).toBe(401);
    await put(id, { database_name: 'done with' });
  });

  test.each([
    ['no credentials', { password: null }, 422, 'Must provide credentials for the SSH Tunnel'],
    [
      'two kinds of credentials',
      { private_key: 'key' },
      422,
      'Cannot have multiple credentials for the SSH Tunnel',
    ],
    ['no account', { username: '' }, 422, { 'ssh_tunnel.username': ['Field is required'] }],
    ['no port', { server_port: 70_000 }, 422, { 'ssh_tunnel.server_port': [expect.anything()] }],
    ['a mask of nothing', { password: MASK }, 422, 'Must provide credentials for the SSH Tunnel'],
  ])('%s is refused', async (_case, more, status, message) => {
    for (const path of ['', 'test_connection/'])
      expect(await post(path, form('refused', more))).toMatchObject({ status, body: { message } });
  });

  test('an address without a port, an engine that cannot and an installation that does not are refused', async () => {
    const portless = { ...form('portless'), sqlalchemy_uri: 'postgresql://u:p@127.0.0.1/d' };
    const message = 'A database port is required when connecting via SSH Tunnel.';
    for (const path of ['', 'test_connection/'])
      expect(await post(path, portless)).toMatchObject({ status: 400, body: { message } });
    expect((await post('', { ...form('cloud'), sqlalchemy_uri: 'bigquery://project' })).status).toBe(422);
    const off = { status: 400, body: { message: 'SSH Tunneling is not enabled' } };
    for (const path of ['', 'test_connection/'])
      expect(await post(path, form('off'), closed)).toMatchObject(off);
    const none = await closed.as('admin', 'DELETE', `${PATH}${closed.uploads}/ssh_tunnel/`);
    expect(none).toMatchObject({ status: 404, body: { message: 'Not found' } });
    const engines = member((await house.as('admin', 'GET', `${PATH}available/`)).body, 'databases');
    const able = (Array.isArray(engines) ? engines : []).filter(
      (each) => member(each, 'engine_information', 'disable_ssh_tunneling') === false,
    );
    const names = able.map((each) => member(each, 'engine'));
    expect(names).toEqual(
      expect.arrayContaining(['postgresql', 'mysql', 'mssql', 'oracle', 'trino', 'clickhousedb']),
    );
    for (const never of ['duckdb', 'sqlite', 'bigquery', 'snowflake', 'athena', 'databricks'])
      expect(names).not.toContain(never);
  });

  test('a form of fields is tried through the tunnel, whose server has to be open instead', async () => {
    const parameters = {
      host: '127.0.0.1',
      port: 5432,
      username: 'chartroom',
      password: 'chartroom',
      database: 'warehouse',
    };
    const checked = {
      engine: 'postgresql',
      configuration_method: 'dynamic_form',
      parameters,
      ssh_tunnel: tunnel(),
    };
    expect((await post('validate_parameters/', checked)).status).toBe(200);
    const behind = await post('validate_parameters/', { ...checked, parameters: { ...parameters, port: 1 } });
    expect(behind).toMatchObject({
      status: 400,
      body: { errors: [{ error_type: 'CONNECTION_PORT_CLOSED_ERROR' }] },
    });
    expect(behind.text).toContain('The SSH server');
  });
});
