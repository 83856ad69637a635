import { type Board, boardOf, mergeBoards, withMeta } from '@chartroom/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../../testing/things.ts';

describe.each(RECORD_KINDS)('versions of dashboards on %s', (kind) => {
  let house: TestApp;
  let chart: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    chart = await makeChart(house, await makeDataset(house, 'numbers'), 'Bars');
  });
  afterAll(() => house.close());

  const make = async (title: string, who: PersonName = 'admin') =>
    memberId((await house.as(who, 'POST', '/api/v1/dashboard/', { body: { dashboard_title: title } })).body);
  const change = async (id: number, body: object, who: PersonName = 'admin') => {
    const answer = await house.as(who, 'PUT', `/api/v1/dashboard/${id}`, { body });
    expect(answer.status).toBe(200);
  };
  const versions = (id: number, who: PersonName | 'nobody' = 'admin') =>
    house.as(who, 'GET', `/api/v1/dashboard/${id}/versions`);
  const summaries = async (id: number) => {
    const result = member((await versions(id)).body, 'result');
    return Array.isArray(result)
      ? result.map((each) => [member(each, 'number'), member(each, 'summary')])
      : [];
  };
  const item = async (id: number) =>
    member((await house.as('admin', 'GET', `/api/v1/dashboard/${id}`)).body, 'result');
  const board = (width: number) => ({
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    'CHART-1': {
      type: 'CHART',
      id: 'CHART-1',
      children: [],
      meta: { chartId: chart, width, height: 50, sliceName: 'Bars' },
    },
  });
  const withBoard = (width: number) => ({ json_metadata: JSON.stringify({ positions: board(width) }) });

  test('every save is one, with what changed in a line; a save that changes nothing is none', async () => {
    const id = await make('Trade');
    await change(id, withBoard(4));
    await change(id, withBoard(6));
    await change(id, withBoard(6));
    await change(id, { dashboard_title: 'Commerce', published: true });
    await change(id, { slug: 'commerce' });
    const filter = { id: 'NATIVE_FILTER-1', name: 'Region', type: 'NATIVE_FILTER' };
    await house.as('admin', 'PUT', `/api/v1/dashboard/${id}/filters`, { body: { modified: [filter] } });
    expect(await summaries(id)).toEqual([
      [5, 'added filter “Region”'],
      [4, 'renamed to “Commerce”; published'],
      [3, 'resized chart “Bars”'],
      [2, 'added chart “Bars”'],
      [1, 'created'],
    ]);
    expect(member((await versions(id)).body, 'result', 0)).toMatchObject({
      changed_by: { id: house.ids.admin },
      changed_on: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test('one is restored exactly, as a version of its own; who sees it and where stays', async () => {
    const id = await make('Before');
    await change(id, { ...withBoard(4), css: '.a {}', certified_by: 'Ann' });
    const before = await item(id);
    await change(id, { dashboard_title: 'After', css: '', published: true, slug: `after-${kind}` });
    await change(id, { json_metadata: JSON.stringify({ positions: {}, color_scheme: 'd3Category10' }) });
    const restored = await house.as('admin', 'POST', `/api/v1/dashboard/${id}/versions/2/restore`);
    expect(restored).toMatchObject({
      status: 200,
      body: { result: { number: 5, summary: 'restored version 2' }, missing_charts: [] },
    });
    const after = await item(id);
    for (const name of ['dashboard_title', 'css', 'position_json', 'json_metadata', 'certified_by', 'charts'])
      expect(member(after, name)).toEqual(member(before, name));
    expect(after).toMatchObject({ published: true, slug: `after-${kind}`, charts: ['Bars'] });
    const shown = await house.as('admin', 'GET', `/api/v1/dashboard/${id}/versions/4`);
    expect(member(shown.body, 'result', 'document')).toMatchObject({ dashboard_title: 'After', css: '' });
  });

  test('charts that are gone are named, and the rest is restored', async () => {
    const gone = await makeChart(house, await makeDataset(house, `short ${kind}`), 'Short-lived');
    const id = await make('With a chart');
    const positions = board(4);
    positions['CHART-1'].meta.chartId = gone;
    await change(id, { json_metadata: JSON.stringify({ positions }) });
    await change(id, { json_metadata: JSON.stringify({ positions: {} }) });
    await house.as('admin', 'DELETE', `/api/v1/chart/${gone}`);
    const restored = await house.as('admin', 'POST', `/api/v1/dashboard/${id}/versions/2/restore`);
    expect(restored.body).toMatchObject({ missing_charts: [gone] });
    expect(member(await item(id), 'charts')).toEqual([]);
    expect(String(member(await item(id), 'position_json'))).toContain('CHART-1');
  });

  test('a dashboard that was there before has what it was as its first', async () => {
    const id = await make('Old');
    await house.services.db.deleteFrom('dashboard_versions').where('dashboard_id', '=', id).execute();
    await change(id, { dashboard_title: 'New' });
    expect(await summaries(id)).toEqual([
      [2, 'renamed to “New”'],
      [1, 'as it was before'],
    ]);
  });

  test('they are for owners; numbers that are none are not found', async () => {
    const id = await make('Mine', 'alpha');
    await change(id, { published: true }, 'alpha');
    expect((await versions(id, 'nobody')).status).toBe(401);
    expect((await versions(id, 'gamma')).status).toBe(404);
    const others = await make('Of the admin');
    await change(others, { published: true });
    expect((await versions(others, 'alpha')).status).toBeGreaterThanOrEqual(403);
    const restore = (who: PersonName, number: string) =>
      house.as(who, 'POST', `/api/v1/dashboard/${others}/versions/${number}/restore`);
    expect((await restore('alpha', '1')).status).toBeGreaterThanOrEqual(403);
    for (const number of ['0', '99', 'x', '-1', '9'.repeat(30)])
      expect((await restore('admin', number)).status).toBe(404);
  });

  test('too many are forgotten, and so are old ones; the last stays', async () => {
    const { config } = house.services;
    const kept = config.DASHBOARD_VERSIONS_KEPT;
    config.DASHBOARD_VERSIONS_KEPT = 3;
    const id = await make('Often saved');
    for (let at = 1; at <= 6; at += 1) await change(id, { dashboard_title: `Saved ${at}` });
    expect((await summaries(id)).map(([number]) => number)).toEqual([7, 6, 5]);
    config.DASHBOARD_VERSIONS_KEPT = kept;
    await house.services.db
      .updateTable('dashboard_versions')
      .set({ changed_on: '2001-01-01T00:00:00.000Z' })
      .where('dashboard_id', '=', id)
      .execute();
    await change(id, { dashboard_title: 'Saved again' });
    expect((await summaries(id)).map(([number]) => number)).toEqual([8]);
  });

  // The merge is the same on both stores; what differs is how they refuse a save that comes too late.
  const pairs = kind === 'sqlite' ? 50 : 10;
  test(`${pairs} pairs of people who save at the same time lose nothing of each other`, async () => {
    const id = await make('Shared');
    const texts = Array.from({ length: 2 * pairs }, (_, at) => at);
    const row = (at: number) => ({
      [`ROW-${at}`]: { type: 'ROW', id: `ROW-${at}`, children: [`MARKDOWN-${at}`], meta: {} },
      [`MARKDOWN-${at}`]: { type: 'MARKDOWN', id: `MARKDOWN-${at}`, children: [], meta: { code: 'old' } },
    });
    const first = Object.assign(
      {
        ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
        GRID_ID: { type: 'GRID', id: 'GRID_ID', children: texts.map((at) => `ROW-${at}`) },
      },
      ...texts.map(row),
    );
    await change(id, { json_metadata: JSON.stringify({ positions: first }) });
    const read = async () => {
      const { body, headers } = await house.as('admin', 'GET', `/api/v1/dashboard/${id}`);
      const position_json = String(member(body, 'result', 'position_json'));
      const board = boardOf({ ...NOTHING, position_json });
      return { board, tag: String(headers.etag) };
    };
    const save = (board: Board, tag: string) =>
      house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, {
        body: { json_metadata: JSON.stringify({ positions: board.layout }) },
        headers: { 'if-match': tag },
      });
    for (let pair = 0; pair < pairs; pair += 1) {
      const opened = await read();
      const edited = (at: number): Board => ({
        ...opened.board,
        layout: withMeta(opened.board.layout, `MARKDOWN-${at}`, { code: `new ${at}` }),
      });
      expect((await save(edited(2 * pair), opened.tag)).status).toBe(200);
      expect((await save(edited(2 * pair + 1), opened.tag)).status).toBe(412);
      const there = await read();
      const edits = { base: opened.board, mine: edited(2 * pair + 1), theirs: there.board };
      const { board: both, conflicts } = mergeBoards(edits);
      expect(conflicts).toEqual([]);
      expect((await save(both, there.tag)).status).toBe(200);
    }
    const { board: last } = await read();
    expect(texts.map((at) => last.layout[`MARKDOWN-${at}`]?.meta.code)).toEqual(
      texts.map((at) => `new ${at}`),
    );
  });
});

const NOTHING = {
  dashboard_title: null,
  css: null,
  theme_id: null,
  certified_by: null,
  certification_details: null,
  published: false,
  json_metadata: null,
};
