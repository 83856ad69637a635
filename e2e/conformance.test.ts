import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Product, startProduct } from './support/product.ts';

const ROOT = join(import.meta.dirname, '..');
const CONFORMANCE = process.env.CHARTROOM_CONFORMANCE ?? join(ROOT, '..', 'shared', 'conformance');
const playable = existsSync(join(CONFORMANCE, 'conform.mjs')) && (await listens(5432));
if (!playable) {
  const note = 'conformance cases: the recorded cases or the PostgreSQL warehouse on :5432 are missing; the smoke case was not played';
  if (process.env.CI) throw new Error(note);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  appendFileSync(join(ROOT, '.cache', 'absent.txt'), `${note}\n`);
}

describe.runIf(playable)('conformance', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ settings: { ...ADMIN, LOAD_EXAMPLES: 'false' } });
  });
  afterAll(() => product.remove());

  test('the smoke case passes against a running server', () => {
    const args = [
      join(CONFORMANCE, 'conform.mjs'),
      '--url',
      product.url,
      '--user',
      'admin',
      '--password',
      ADMIN.ADMIN_PASSWORD,
      join(CONFORMANCE, 'cases', 'smoke.json'),
    ];
    const played = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
    expect(played.stdout + played.stderr).toMatch(/\b[1-9]\d* passed, 0 failed/);
    expect(played.status).toBe(0);
  });
});

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
