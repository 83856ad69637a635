import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { ADMIN, startProduct } from './support/product.ts';

/** The way that the page for operators describes. */
test('the copied home of a stopped installation is a backup: people, roles, datasets and the key are there', async () => {
  const product = await startProduct({ settings: { ...ADMIN, LOAD_EXAMPLES: 'false' } });
  const first = await Client.signIn(product);
  const { result } = await first.call<{ result: { id: number }[] }>('GET', '/api/v1/database/');
  const database_id = result[0]?.id ?? 0;
  const dataset = { database: database_id, table_name: 'kept', sql: "select 'word' as a" };
  const { id } = await first.call<{ id: number }>('POST', '/api/v1/dataset/', dataset);
  await first.call('POST', '/api/v1/security/roles/', { name: 'Kept role' });
  await product.stop();
  const home = join(await mkdtemp(join(tmpdir(), 'chartroom-')), 'home');
  await cp(product.home, home, { recursive: true });

  const copy = await startProduct({ home, settings: { LOAD_EXAMPLES: 'false' } });
  try {
    const second = await Client.signIn(copy);
    expect(await second.call('GET', `/api/v1/dataset/${id}`)).toMatchObject({
      result: { table_name: 'kept' },
    });
    const question = { datasource: { id, type: 'table' }, queries: [{ columns: ['a'], row_limit: 10 }] };
    expect(await second.call('POST', '/api/v1/chart/data', question)).toMatchObject({
      result: [{ data: [{ a: 'word' }] }],
    });
    const roles = await second.call<{ result: { name: string }[] }>(
      'GET',
      '/api/v1/security/roles/?q=(page_size:100)',
    );
    expect(roles.result.map(({ name }) => name)).toContain('Kept role');
    // Tokens of before count: the key came along.
    const answer = await fetch(`${copy.url}/api/v1/dataset/${id}`, { headers: first.headers });
    expect(answer.status).toBe(200);
  } finally {
    await copy.remove();
    await product.remove();
  }
});
