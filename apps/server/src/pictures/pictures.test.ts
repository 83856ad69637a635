import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../testing/things.ts';
import type { Picture, PictureRequest, PictureTaker } from './picture-taker.ts';

/** The smallest PNG there is. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Takes pictures when the test lets it, and says what of and who looks. */
class Camera implements PictureTaker {
  readonly asked: PictureRequest[] = [];
  readonly viewers: string[] = [];
  house: TestApp | undefined;
  fails = false;
  gate: Promise<void> = Promise.resolve();

  async take(request: PictureRequest): Promise<Picture> {
    this.asked.push(request);
    const me = await this.house?.app.inject({
      url: '/api/v1/me/',
      headers: { cookie: `session=${request.session}` },
    });
    this.viewers.push(String(member(me?.json(), 'result', 'username')));
    await this.gate;
    if (this.fails) throw new Error('the browser is gone');
    return { png: PNG, pdf: request.pdf ? Buffer.from('%PDF-1.4') : undefined };
  }

  async close(): Promise<void> {}
}

const ON = {
  CHARTROOM_THUMBNAILS: 'true',
  CHARTROOM_PICTURES_BY_CHROMIUM: 'true',
  CHARTROOM_ENABLE_DASHBOARD_SCREENSHOT_ENDPOINTS: 'true',
};

describe.each(RECORD_KINDS)('pictures, records in %s', (kind) => {
  let house: TestApp;
  let chart: number;
  let dashboard: number;
  const camera = new Camera();
  beforeAll(async () => {
    house = await openTestApp(kind, { settings: ON, pictures: camera });
    camera.house = house;
    chart = await makeChart(house, await makeDataset(house, 'pictured'), 'pictured');
    const body = { dashboard_title: 'pictured', published: true, position_json: '{}' };
    dashboard = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
  });
  afterAll(() => house.close());
  const thumbnail = async (who: PersonName = 'admin') =>
    String(member((await house.as(who, 'GET', `/api/v1/chart/${chart}`)).body, 'result', 'thumbnail_url'));
  const shoot = (q = '', body: object = {}) =>
    house.as('admin', 'POST', `/api/v1/dashboard/${dashboard}/cache_dashboard_screenshot/${q}`, { body });
  const arrives = (url: string, who: PersonName = 'admin') =>
    expect.poll(async () => (await house.as(who, 'GET', url)).status, { timeout: 10_000 }).toBe(200);

  test('are for those who may see the thing', async () => {
    const url = await thumbnail();
    expect((await house.as('nobody', 'GET', url)).status).toBe(401);
    expect((await house.as('gamma', 'GET', url)).status).toBe(404);
    expect((await house.as('gamma', 'GET', `/api/v1/chart/${chart}/cache_screenshot/`)).status).toBe(404);
    expect((await house.as('admin', 'GET', '/api/v1/chart/99999/cache_screenshot/')).status).toBe(404);
    expect(
      (
        await house.as('nobody', 'POST', `/api/v1/dashboard/${dashboard}/cache_dashboard_screenshot/`, {
          body: {},
        })
      ).status,
    ).toBe(401);
    expect(camera.asked).toEqual([]);
  });

  test('refuse what is no size, no state and no format', async () => {
    const wide = await house.as(
      'admin',
      'GET',
      `/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(99999,600))`,
    );
    expect(wide).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('99999 is greater than the maximum of 4000') },
    });
    expect((await shoot('?q=(thumb_size:!(1))')).status).toBe(400);
    expect(await shoot('', { filters: [] })).toMatchObject({ status: 400 });
    const format = await house.as(
      'admin',
      'GET',
      `/api/v1/dashboard/${dashboard}/screenshot/abc/?download_format=gif`,
    );
    expect(format).toMatchObject({ status: 400, body: { message: 'download_format: must be png or pdf' } });
    expect(camera.asked).toEqual([]);
  });

  test('small ones are taken by a job in a session of who looks, and then kept', async () => {
    const url = await thumbnail();
    let open = () => {};
    camera.gate = new Promise((resolve) => (open = resolve));
    expect(await house.as('admin', 'GET', url)).toMatchObject({
      status: 202,
      body: { task_status: 'Pending' },
    });
    await expect
      .poll(async () => member((await house.as('admin', 'GET', url)).body, 'task_status'))
      .toBe('Computing');
    open();
    await arrives(url);
    const answer = await house.as('admin', 'GET', url);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(camera.asked).toMatchObject([
      { path: `/explore/?slice_id=${chart}&standalone=1`, window: [800, 600], size: [800, 600] },
    ]);
    expect(camera.viewers).toEqual(['admin']);
    const left = await house.services.db.selectFrom('sessions').select('id').execute();
    expect(left).toEqual([]);
  });

  test('have another address when what they show changes, or who looks; an old address leads to the present one', async () => {
    const before = await thumbnail();
    expect(
      (await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { params: '{"page_length": 5}' } }))
        .status,
    ).toBe(200);
    const after = await thumbnail();
    expect(after).not.toBe(before);
    expect(await thumbnail('alpha')).not.toBe(after);
    const moved = await house.as('admin', 'GET', before);
    expect([moved.status, moved.headers.location]).toEqual([302, after]);
    const listed = await house.as('admin', 'GET', '/api/v1/chart/?q=(columns:!(id,thumbnail_url))');
    expect(member(listed.body, 'result')).toContainEqual({ id: chart, thumbnail_url: after });
  });

  test('rules about rows are part of the address', async () => {
    const before = await thumbnail();
    const dataset = await house.services.db
      .selectFrom('charts')
      .select('datasource_id')
      .where('id', '=', chart)
      .executeTakeFirstOrThrow();
    const body = {
      name: 'pictured',
      filter_type: 'Base',
      tables: [dataset.datasource_id],
      roles: [],
      clause: 'a = 1',
    };
    const rule = memberId((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).body);
    expect(await thumbnail()).not.toBe(before);
    await house.as('admin', 'DELETE', `/api/v1/rowlevelsecurity/${rule}`);
    expect(await thumbnail()).toBe(before);
  });

  test('screenshots are for who asked for them', async () => {
    const url = `/api/v1/chart/${chart}/cache_screenshot/`;
    const asked = await house.as('admin', 'GET', `${url}?q=(window_size:!(1000,500),thumb_size:!(500,250))`);
    expect(asked).toMatchObject({
      status: 202,
      body: { task_status: 'Pending', chart_url: expect.stringContaining('standalone=1') },
    });
    const image = new URL(String(member(asked.body, 'image_url'))).pathname;
    expect(image).toBe(`/api/v1/chart/${chart}/screenshot/${member(asked.body, 'cache_key')}/`);
    await arrives(image);
    expect(camera.asked.at(-1)).toMatchObject({ window: [1000, 500], size: [500, 250] });
    expect((await house.as('alpha', 'GET', image)).status).toBe(404);
    const again = await house.as('admin', 'GET', `${url}?q=(window_size:!(1000,500),thumb_size:!(500,250))`);
    expect(again).toMatchObject({ status: 200, body: { task_status: 'Updated' } });
    const forced = await house.as(
      'admin',
      'GET',
      `${url}?q=(force:!t,window_size:!(1000,500),thumb_size:!(500,250))`,
    );
    expect(forced).toMatchObject({ status: 202, body: { task_status: 'Pending' } });
    await arrives(image);
  });

  test('a dashboard is shown in the state that is asked for, and is a document too', async () => {
    const plain = await shoot();
    const filtered = await shoot('', {
      dataMask: { F: { filterState: { value: ['x'] } } },
      activeTabs: ['TAB-1'],
    });
    expect(member(filtered.body, 'cache_key')).not.toBe(member(plain.body, 'cache_key'));
    const link = new URL(String(member(filtered.body, 'dashboard_url'))).searchParams.get('permalink_key');
    const state = await house.as('admin', 'GET', `/api/v1/dashboard/permalink/${link}`);
    expect(state).toMatchObject({ status: 200, body: { state: { activeTabs: ['TAB-1'] } } });
    const image = new URL(String(member(filtered.body, 'image_url'))).pathname;
    await arrives(image);
    const pdf = await house.as('admin', 'GET', `${image}?download_format=pdf`);
    expect([pdf.headers['content-type'], pdf.text]).toEqual(['application/pdf', '%PDF-1.4']);
  });

  test('one that failed says so, and is tried again when that is forced', async () => {
    camera.fails = true;
    const url = `/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(640,480))`;
    await house.as('admin', 'GET', url);
    await expect
      .poll(async () => member((await house.as('admin', 'GET', url)).body, 'task_status'))
      .toBe('Error');
    const tries = camera.asked.length;
    expect(await house.as('admin', 'GET', url)).toMatchObject({
      status: 202,
      body: { task_status: 'Error' },
    });
    expect(camera.asked.length).toBe(tries);
    camera.fails = false;
    await house.as(
      'admin',
      'GET',
      `/api/v1/chart/${chart}/cache_screenshot/?q=(force:!t,window_size:!(640,480))`,
    );
    await expect.poll(async () => (await house.as('admin', 'GET', url)).status).toBe(200);
    expect(camera.asked.length).toBe(tries + 1);
  });

  test('nobody has more than so many taken a minute', async () => {
    let refused: Awaited<ReturnType<TestApp['as']>> | undefined;
    for (let width = 100; width < 260 && !refused; width += 1) {
      const answer = await house.as(
        'alpha',
        'GET',
        `/api/v1/chart/${chart}/cache_screenshot/?q=(window_size:!(${width},100))`,
      );
      if (answer.status !== 202 && answer.status !== 200) refused = answer;
    }
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect((await shoot('?q=(window_size:!(99,99))')).status).toBe(202);
  });
});

test('there are no pictures unless the installation takes them, and every thing has their address all the same', async () => {
  const house = await openTestApp('sqlite', { pictures: new Camera() });
  try {
    const chart = await makeChart(house, await makeDataset(house, 'plain'), 'plain');
    const url = member(
      (await house.as('admin', 'GET', `/api/v1/chart/${chart}`)).body,
      'result',
      'thumbnail_url',
    );
    expect(url).toMatch(new RegExp(`^/api/v1/chart/${chart}/thumbnail/[0-9a-f]{32}/$`));
    for (const path of [
      String(url),
      `/api/v1/chart/${chart}/cache_screenshot/`,
      `/api/v1/chart/${chart}/screenshot/abc/`,
    ]) {
      expect((await house.as('admin', 'GET', path)).status).toBe(404);
    }
    expect(
      (await house.as('admin', 'POST', '/api/v1/dashboard/1/cache_dashboard_screenshot/', { body: {} }))
        .status,
    ).toBe(404);
  } finally {
    await house.close();
  }
});

test('small pictures of dashboards need no more than the first setting; screenshots of them do', async () => {
  const house = await openTestApp('sqlite', {
    settings: { CHARTROOM_THUMBNAILS: 'true', CHARTROOM_THUMBNAIL_EXECUTORS: 'creator_owner,admin' },
    pictures: new Camera(),
  });
  try {
    const body = { dashboard_title: 'owned', published: true };
    const dashboard = memberId((await house.as('alpha', 'POST', '/api/v1/dashboard/', { body })).body);
    const of = async (who: PersonName) =>
      String(
        member(
          (await house.as(who, 'GET', `/api/v1/dashboard/${dashboard}`)).body,
          'result',
          'thumbnail_url',
        ),
      );
    expect(await of('admin')).toBe(await of('alpha'));
    expect((await house.as('admin', 'GET', await of('admin'))).status).toBe(202);
    const shot = await house.as(
      'alpha',
      'POST',
      `/api/v1/dashboard/${dashboard}/cache_dashboard_screenshot/`,
      { body: {} },
    );
    expect(shot.status).toBe(404);
  } finally {
    await house.close();
  }
});
