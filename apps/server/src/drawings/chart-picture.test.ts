import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeDataset, memberId, openDataset } from '../testing/things.ts';
import { drawChart, type WantedChart } from './chart-picture.ts';

describe.each(RECORD_KINDS)('pictures of charts, records in %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  let rows: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    dataset = await makeDataset(house, 'drawn');
    rows = await chart('table', { query_mode: 'raw', all_columns: ['a', 'b'] });
  });
  afterAll(() => house.close());

  async function chart(viz_type: string, params: object): Promise<number> {
    const body = {
      slice_name: 'drawn',
      viz_type,
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify(params),
    };
    return memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body })).body);
  }
  async function draw(wanted: Partial<WantedChart> & { id: number }, who: PersonName = 'admin') {
    const caller = await house.services.callers.byId(house.ids[who]);
    if (!caller) throw new Error('there is such a person');
    const act = { services: house.services, caller, signal: AbortSignal.timeout(30_000) };
    const usual = { dark: false, size: { width: 600, height: 300 }, formats: ['svg' as const] };
    const [svg] = await drawChart({ ...usual, ...wanted }, act);
    return String(svg);
  }
  const texts = (svg: string) =>
    [...svg.matchAll(/<text[^>]*>(?:<title>.*?<\/title>)?([^<]*)/g)].map(([, text]) => text).join(' ');

  test('show what their question answers, light or dark', async () => {
    const svg = await draw({ id: rows });
    expect(svg).toMatch(/^<svg [^>]*width="600"/);
    expect(texts(svg)).toBe('a b 1 x');
    expect(await draw({ id: rows, dark: true })).toContain('#181d23');
    const pie = await chart('pie', { groupby: ['b'], metric: 'count' });
    expect(texts(await draw({ id: pie }))).toContain('x');
  });

  test('are drawn in another process, which begins once', async () => {
    const before = performance.eventLoopUtilization();
    const begun = performance.now();
    await draw({ id: rows });
    const { active } = performance.eventLoopUtilization(before);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(active).toBeLessThan(1_000);
  });

  test('are for those who may see the chart, by the rules for them', async () => {
    await expect(draw({ id: rows }, 'gamma')).rejects.toMatchObject({ status: 404 });
    await openDataset(house, dataset, 'Gamma');
    const body = {
      name: 'drawn',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [await roleId('Gamma')],
      clause: "b = 'nothing'",
    };
    expect(await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).toMatchObject({
      status: 201,
    });
    expect(texts(await draw({ id: rows }, 'gamma'))).toContain('No results were returned');
    expect(texts(await draw({ id: rows }))).toBe('a b 1 x');
  });

  test('say in their place what went wrong with the data, and nothing that the database says', async () => {
    const broken = await chart('table', { query_mode: 'raw', all_columns: ['there is no such column'] });
    const svg = texts(await draw({ id: broken }));
    expect(svg).toContain('could not be read');
    expect(svg).not.toContain('no such column');
    const strange = await chart('of somebody else', {});
    expect(texts(await draw({ id: strange }))).toContain('drawn by browsers alone');
  });

  test('of charts repeated as a matrix have a small chart for each value', async () => {
    const matrix = await chart('pie', {
      groupby: ['b'],
      metric: 'count',
      matrixify_enable: true,
      matrixify_mode_rows: 'dimensions',
      matrixify_dimension_rows: { dimension: 'b', values: ['x', 'y'] },
      matrixify_row_height: 140,
    });
    const said = texts(await draw({ id: matrix }));
    expect(said).toMatch(/^x /);
    expect(said).toContain('No results were returned');
  });

  async function roleId(name: string): Promise<number> {
    const { id } = await house.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return id;
  }
  test('that nobody keeps are gone', async () => {
    await expect(draw({ id: 99_999 })).rejects.toMatchObject({ status: 404 });
  });
});
