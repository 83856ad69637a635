import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exportFiles, importFiles } from '../testing/bundle-calls.ts';
import { keyPair, startSshServer, type TestSshServer } from '../testing/ssh-server.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';
import type { BundleFiles } from './bundle-files.ts';

const MASK = 'XXXXXXXXXX';
const FILE = 'databases/behind.yaml';
const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';

describe.each(RECORD_KINDS)('tunnels in bundles on %s', (kind) => {
  const pair = keyPair('sesame');
  let house: TestApp;
  let other: TestApp;
  let ssh: TestSshServer;
  let files: BundleFiles;
  beforeAll(async () => {
    const settings = { CHARTROOM_SSH_TUNNELING: 'true' };
    [house, other, ssh] = await Promise.all([
      openTestApp(kind, { settings }),
      openTestApp(kind, { settings }),
      startSshServer({ publicKey: pair.public }),
    ]);
    const ssh_tunnel = {
      server_address: '127.0.0.1',
      server_port: ssh.port,
      username: 'jump',
      private_key: pair.private,
      private_key_password: 'sesame',
    };
    const body = { database_name: 'behind', sqlalchemy_uri: POSTGRES, ssh_tunnel };
    const made = await house.as('admin', 'POST', '/api/v1/database/', { body });
    expect(made).toMatchObject({ status: 201 });
    files = await exportFiles(house, 'database', [memberId(made.body)]);
  });
  afterAll(async () => {
    await house.close();
    await other.close();
    await ssh.close();
  });

  const secrets = (more: Record<string, Record<string, string>> = {}) => ({
    fields: Object.fromEntries(
      Object.entries({
        passwords: { [FILE]: 'chartroom' },
        ssh_tunnel_private_keys: { [FILE]: pair.private },
        ssh_tunnel_private_key_passwords: { [FILE]: 'sesame' },
        ...more,
      }).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  });
  const problems = (body: unknown) => member(body, 'errors', 0, 'extra', FILE);
  const changed = (from: string, to: string): BundleFiles =>
    new Map([...files].map(([path, text]) => [path, text.replace(from, to)]));

  test('an export has the tunnel, its secrets masked', () => {
    expect(member(parse(files.get(FILE) ?? ''), 'ssh_tunnel')).toEqual({
      server_address: '127.0.0.1',
      server_port: ssh.port,
      username: 'jump',
      private_key: MASK,
      private_key_password: MASK,
    });
    expect([...files.values()].join('')).not.toContain('PRIVATE KEY');
  });

  test('an import asks for all that is missing at once, and works with it', async () => {
    const asked = await importFiles(other, 'database', files);
    expect(asked.status).toBe(422);
    expect(problems(asked.body)).toEqual({
      _schema: [
        'Must provide a password for the database',
        'Must provide a private key for the ssh tunnel',
        'Must provide a private key password for the ssh tunnel',
      ],
    });
    const half = await importFiles(
      other,
      'database',
      files,
      secrets({ ssh_tunnel_private_key_passwords: {} }),
    );
    expect(problems(half.body)).toEqual({
      _schema: ['Must provide a private key password for the ssh tunnel'],
    });
    expect(await importFiles(other, 'database', files, secrets())).toMatchObject({
      status: 200,
      body: { message: 'OK' },
    });
    const { id } = await other.services.db
      .selectFrom('databases')
      .select('id')
      .where('database_name', '=', 'behind')
      .executeTakeFirstOrThrow();
    const before = ssh.forwarded.length;
    expect((await other.as('admin', 'GET', `/api/v1/database/${id}/schemas/?q=(force:!t)`)).status).toBe(200);
    expect(ssh.forwarded.length).toBeGreaterThan(before);
    // What is stored is used again when the bundle comes once more.
    expect((await importFiles(other, 'database', files, { overwrite: true })).status).toBe(200);
    expect((await other.as('admin', 'GET', `/api/v1/database/${id}/schemas/?q=(force:!t)`)).status).toBe(200);
  });

  test('a password is asked for too; unfit credentials and unknown members are refused', async () => {
    const fresh = changed(parse(files.get(FILE) ?? '').uuid, '11111111-2222-4333-8444-555555555555');
    const at = (text: string) =>
      new Map(fresh).set(
        FILE,
        (fresh.get(FILE) ?? '').replace('behind', 'second').replace(/ssh_tunnel:\n( .*\n)+/, text),
      );
    const head = `ssh_tunnel:\n  server_address: 127.0.0.1\n  server_port: ${ssh.port}\n  username: jump\n`;
    const asked = await importFiles(other, 'database', at(`${head}  password: ${MASK}\n`), secrets());
    expect(member(asked.body, 'errors', 0, 'extra', FILE)).toEqual({
      _schema: ['Must provide a password for the ssh tunnel'],
    });
    const none = secrets({ ssh_tunnel_private_keys: {}, ssh_tunnel_private_key_passwords: {} });
    expect(await importFiles(other, 'database', at(head), none)).toMatchObject({
      status: 422,
      body: { message: 'Must provide credentials for the SSH Tunnel' },
    });
    expect(await importFiles(other, 'database', at(`${head}  password: a\n`), secrets())).toMatchObject({
      status: 422,
      body: { message: 'Cannot have multiple credentials for the SSH Tunnel' },
    });
    const unknown = await importFiles(other, 'database', at(`${head}  password: a\n  colour: red\n`), none);
    expect(unknown.text).toContain('ssh_tunnel');
    expect(unknown.status).toBe(422);
    const wrong = await importFiles(other, 'database', files, { fields: { ssh_tunnel_passwords: '[]' } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('ssh_tunnel_passwords') },
    });
  });
});
