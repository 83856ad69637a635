import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { copiedHome } from './support/prepared-home.ts';
import { ADMIN, type Product, startProduct } from './support/product.ts';

interface Listed {
  count: number;
}

describe('the examples', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ settings: ADMIN });
  });
  afterAll(() => product?.remove());

  test('go with one call and do not come back, while what people built on them stays', async () => {
    const client = await Client.signIn(product);
    await client.examplesReady();
    expect((await client.call<Listed>('GET', '/api/v1/dashboard/')).count).toBe(4);
    const datasetId = await client.dataset('stocks');
    const params = JSON.stringify({ datasource: `${datasetId}__table`, viz_type: 'table' });
    const own = {
      slice_name: 'My shares',
      viz_type: 'table',
      datasource_id: datasetId,
      datasource_type: 'table',
      params,
    };
    await client.call('POST', '/api/v1/chart/', own);
    await client.call('DELETE', '/api/v1/examples/');
    await expectRemoved(client, datasetId);

    const { home } = product;
    await product.stop();
    product = await startProduct({ home, settings: ADMIN });
    await expectRemoved(await Client.signIn(product), datasetId);
  });

  test('leave no file when nothing was built on them', async () => {
    const fresh = await startProduct({ home: copiedHome(), settings: ADMIN });
    try {
      const client = await Client.signIn(fresh);
      await client.examplesReady();
      await client.call('DELETE', '/api/v1/examples/');
      expect((await client.call<Listed>('GET', '/api/v1/dataset/')).count).toBe(0);
      expect(existsSync(join(fresh.home, 'examples.duckdb'))).toBe(false);
    } finally {
      await fresh.remove();
    }
  });
});

/** No dashboard, one chart of one's own, and its dataset that still answers. */
async function expectRemoved(client: Client, datasetId: number): Promise<void> {
  expect(await client.call('GET', '/api/v1/examples/')).toMatchObject({ state: 'removed' });
  expect((await client.call<Listed>('GET', '/api/v1/dashboard/')).count).toBe(0);
  expect((await client.call<Listed>('GET', '/api/v1/chart/')).count).toBe(1);
  const question = {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: ['symbol'], metrics: ['count'], row_limit: 3 }],
  };
  const answer = await client.call<{ result: { rowcount: number }[] }>(
    'POST',
    '/api/v1/chart/data',
    question,
  );
  expect(answer.result[0]?.rowcount).toBe(3);
}
