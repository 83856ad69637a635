import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('what uses a dataset, on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  test('what of its charts and filters uses a column is told to who may change it', async () => {
    const id = await makeDataset(house, 'used');
    const ask = (who: 'admin' | 'gamma' | 'nobody', names: unknown) =>
      house.as(who, 'POST', `/api/v1/dataset/${id}/impact`, { body: { names } });
    expect((await ask('nobody', ['a'])).status).toBe(401);
    expect((await ask('gamma', ['a'])).status).toBe(403);
    expect((await ask('admin', 'a')).status).toBe(400);
    const chart = await makeChart(house, id, 'By a');
    const params = JSON.stringify({ viz_type: 'pie', groupby: ['a'], metric: 'count' });
    await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { params } });
    const filter = {
      id: 'NATIVE_FILTER-1',
      name: 'Which b',
      type: 'NATIVE_FILTER',
      filterType: 'filter_select',
      targets: [{ datasetId: id, column: { name: 'b' } }],
    };
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', {
      body: {
        dashboard_title: 'With a filter',
        json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
      },
    });
    expect(await ask('admin', ['a', 'b', 'c'])).toMatchObject({
      status: 200,
      body: {
        result: {
          charts: [{ id: chart, slice_name: 'By a', uses: ['a'] }],
          filters: [{ dashboard_id: memberId(made.body), name: 'Which b', uses: ['b'] }],
          others: 0,
        },
      },
    });
    expect(member((await ask('admin', ['c'])).body, 'result')).toEqual({
      charts: [],
      filters: [],
      others: 0,
    });
  });
});
