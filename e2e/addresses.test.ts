import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { copiedHome } from './support/prepared-home.ts';
import { ADMIN, type Product, startProduct } from './support/product.ts';

describe('addresses that lead on', () => {
  let product: Product;
  let client: Client;
  beforeAll(async () => {
    product = await startProduct({ home: copiedHome(), settings: { ...ADMIN, EMBEDDED_SUPERSET: 'true' } });
    client = await Client.signIn(product);
    await client.examplesReady();
  });
  afterAll(() => product?.remove());
  const leads = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(`${product.url}${path}`, {
      headers: { authorization: `Bearer ${client.token}` },
      redirect: 'manual',
      ...options,
    });
    return `${answer.status} ${answer.headers.get('location') ?? ''}`.trim();
  };

  test('to Explore, with what they say', async () => {
    expect(await leads('/superset/slice/3/?standalone=1')).toBe('302 /explore/?slice_id=3&standalone=1');
    expect(await leads('/superset/slice/three/')).toBe('404');
    expect(await leads('/superset/explore/table/5/')).toBe(
      '302 /explore/?datasource_type=table&datasource_id=5',
    );
    const dataset = await client.dataset('stocks');
    const form = encodeURIComponent(JSON.stringify({ datasource: `${dataset}__table`, viz_type: 'pie' }));
    const kept = await leads(`/superset/explore/?form_data=${form}`);
    const key = /^302 \/explore\/\?form_data_key=([\w-]+)$/.exec(kept)?.[1];
    const { form_data } = await client.call<{ form_data: string }>('GET', `/api/v1/explore/form_data/${key}`);
    expect(JSON.parse(form_data)).toMatchObject({ viz_type: 'pie' });
  });

  test('to a dashboard in the state of a link, with further parameters and its place', async () => {
    const { result } = await client.call<{ result: { id: number; uuid: string } }>(
      'GET',
      '/api/v1/dashboard/films',
    );
    const state = { dataMask: {}, urlParams: [['colour', 'red']], anchor: 'TAB-1' };
    const { key } = await client.call<{ key: string }>(
      'POST',
      `/api/v1/dashboard/${result.id}/permalink`,
      state,
    );
    expect(await leads(`/superset/dashboard/p/${key}/?standalone=2`)).toBe(
      `302 /superset/dashboard/${result.uuid}/?colour=red&standalone=2&permalink_key=${key}#TAB-1`,
    );
    expect(await leads('/superset/dashboard/p/unheard-of/')).toBe('302 /dashboard/list/');
  });

  test('to SQL Lab, with the query of a form', async () => {
    const dataset = await client.dataset('stocks');
    const post = (form: object) =>
      leads('/sqllab/', { method: 'POST', body: new URLSearchParams({ form_data: JSON.stringify(form) }) });
    const kept = await post({ datasourceKey: `${dataset}__table`, sql: 'SELECT 1' });
    const key = /^303 \/sqllab\/p\/([\w-]+)\/$/.exec(kept)?.[1];
    expect(await client.call('GET', `/api/v1/sqllab/permalink/${key}`)).toMatchObject({
      sql: 'SELECT 1',
      dbId: expect.any(Number),
    });
    expect(await post({ datasourceKey: 'junk', sql: 'SELECT 1' })).toBe('400');
    expect(await post({ datasourceKey: '99999__table', sql: 'SELECT 1' })).toBe('404');
  });

  test('strangers are led to the sign-in, and back', async () => {
    expect(await leads('/superset/dashboard/p/x/', { headers: {} })).toBe(
      '302 /login/?next=%2Fsuperset%2Fdashboard%2Fp%2Fx%2F',
    );
  });

  test('a dashboard in a frame goes by its id and slug too, for the sites that may show it', async () => {
    const { result } = await client.call<{ result: { id: number } }>('GET', '/api/v1/dashboard/films');
    expect(await leads('/dashboard/films/embedded', { headers: {} })).toBe('404');
    const body = { allowed_domains: ['https://shop.example'] };
    await client.call('POST', `/api/v1/dashboard/${result.id}/embedded`, body);
    expect(await leads('/dashboard/films/embedded', { headers: {} })).toBe('403');
    for (const key of ['films', result.id]) {
      const shown = await fetch(`${product.url}/dashboard/${key}/embedded`, {
        headers: { referer: 'https://shop.example/page' },
      });
      expect(shown.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example');
      expect(await shown.text()).toContain(`"dashboard_id":${result.id}`);
    }
  });
});
