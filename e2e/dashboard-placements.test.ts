import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { componentsPane, openNewBoard, saveBoard } from './support/building.ts';
import { documentOf, item, type Layout } from './support/layouts.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Stored {
  result: { id: number; position_json: string; json_metadata: string };
}

describe.runIf(browserAtHand())('charts in several places, first steps, odd layouts', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let charts: Map<string, number>;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
    const { result } = await client.call<{ result: { id: number; slice_name: string }[] }>(
      'GET',
      '/api/v1/chart/?q=(page_size:200)',
    );
    charts = new Map(result.map(({ id, slice_name }) => [slice_name, id]));
  });
  afterAll(() => seat?.leave());

  const pane = () => componentsPane(page);
  const tile = (name: string) => page.getByRole('article', { name, exact: true }).filter({ visible: true });
  const chartId = (name: string) => charts.get(name) ?? Number.NaN;
  const stored = async (id: number) => (await client.call<Stored>('GET', `/api/v1/dashboard/${id}`)).result;
  const layoutOf = async (id: number): Promise<Layout> => JSON.parse((await stored(id)).position_json);
  const drawn = (name: string) => expect.poll(() => tile(name).getAttribute('data-status')).toBe('success');

  const openNew = () => openNewBoard(seat);
  const save = () => saveBoard(page);

  async function make(title: string, layout: object): Promise<number> {
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
      dashboard_title: title,
    });
    await client.call('PUT', `/api/v1/dashboard/${id}`, { position_json: JSON.stringify(layout) });
    return id;
  }

  test('a chart stands in two tabs, with a title in each, asked once; each place fills the window alone', async () => {
    const id = await openNew();
    await page.getByRole('button', { name: 'Tabs', exact: true }).click();
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await pane().getByRole('button', { name: 'Add Routes at the end' }).click();
    await drawn('Routes');
    await pane().getByText('Added', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await pane().getByRole('button', { name: 'Add Routes once more at the end' }).click();
    const title = page.getByRole('textbox', { name: 'Title of chart Routes' }).filter({ visible: true });
    await title.fill('Routes in detail');
    await title.press('Enter');
    await drawn('Routes in detail');
    await save();
    const layout = await layoutOf(id);
    const placed = Object.values(layout).filter(({ type }) => type === 'CHART');
    expect(placed.map(({ meta }) => [meta.chartId, meta.sliceName, meta.sliceNameOverride])).toEqual([
      [chartId('Routes'), 'Routes', undefined],
      [chartId('Routes'), 'Routes', 'Routes in detail'],
    ]);
    const asked: number[] = [];
    page.on('request', (request) => {
      if (/dashboard\/\d+\/data$/.test(request.url()))
        asked.push(...request.postDataJSON().charts.map((chart: { id: number }) => chart.id));
    });
    await page.reload();
    await drawn('Routes');
    await page.getByRole('tab', { name: 'Details' }).click();
    await drawn('Routes in detail');
    expect(asked).toEqual([chartId('Routes')]);
    await tile('Routes in detail').getByRole('button', { name: 'More Options: Routes' }).click();
    await page.getByRole('menuitem', { name: 'Enter fullscreen' }).click();
    await expect.poll(() => tile('Routes in detail').getAttribute('data-full')).toBe('true');
    expect(await page.locator('article[data-full="true"]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await tile('Routes').waitFor();
  });

  test('an empty board begins with a layout and with the datasets that were used last', async () => {
    const id = await openNew();
    await page.getByText('Drag and drop components here').waitFor();
    await page
      .getByRole('link', { name: /movies/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Key figures above, charts below' }).click();
    await expect.poll(() => page.getByText('Empty column').count()).toBe(6);
    await page.keyboard.press('Control+z');
    await page
      .getByRole('link', { name: /movies/ })
      .first()
      .click();
    await page.waitForURL('**/explore/**');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save chart' });
    await dialog.getByText('[ untitled dashboard ]').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Chart name' }).fill('First of its board');
    await dialog.getByRole('button', { name: 'Save & go to dashboard' }).click();
    await page.waitForURL(`**/superset/dashboard/${id}/**`);
    await drawn('First of its board');
    const { GRID_ID, ...others } = await layoutOf(id);
    expect(GRID_ID?.children).toHaveLength(1);
    expect(Object.keys(others).some((each) => /^CHART-explore-\d+-1$/.test(each))).toBe(true);
  });

  test('a text is written in the code editor, looked at, and kept when it is left', async () => {
    const id = await openNew();
    await pane().getByRole('tab', { name: 'Layout elements' }).click();
    await pane().getByRole('button', { name: 'Add Text / Markdown at the end' }).click();
    await page.getByRole('button', { name: 'Edit text' }).click();
    const field = page.getByRole('textbox', { name: 'Text in Markdown' });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('# Said');
    await page.keyboard.press('Control+z');
    await page.keyboard.type('# Said once');
    await page.getByText('Preview', { exact: true }).click();
    await page.getByRole('heading', { name: 'Said once' }).waitFor();
    await page.getByText('Edit', { exact: true }).click();
    await field.waitFor();
    await page.getByRole('textbox', { name: 'Dashboard title' }).click();
    await page.getByRole('button', { name: 'Edit text' }).waitFor();
    await page.getByRole('heading', { name: 'Said once' }).waitFor();
    await save();
    const text = Object.values(await layoutOf(id)).find(({ type }) => type === 'MARKDOWN');
    expect(text?.meta.code).toContain('# Said once');
  });

  test('phones show the board in the order of its author', async () => {
    const id = await make(
      'For phones',
      documentOf(
        item('GRID_ID', ['ROW-1', 'HEADER-1']),
        item('ROW-1', ['CHART-1', 'CHART-2']),
        item('CHART-1', [], { chartId: chartId('Routes'), sliceName: 'Routes', width: 6, height: 30 }),
        item('CHART-2', [], {
          chartId: chartId('Films by rating'),
          sliceName: 'Films by rating',
          width: 6,
          height: 30,
        }),
        item('HEADER-1', [], { text: 'Read me first' }),
      ),
    );
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/?edit=true`);
    await pane().getByRole('tab', { name: 'Layout elements' }).click();
    await pane().getByRole('button', { name: 'Reading order on phones' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reading order on phones' });
    const names = () => dialog.getByRole('listitem').allInnerTexts();
    await expect.poll(names).toEqual(['Chart Routes', 'Chart Films by rating', 'Header Read me first']);
    await dialog.getByRole('button', { name: 'Move Header Read me first, 3 of 3' }).press('Home');
    await expect.poll(names).toEqual(['Header Read me first', 'Chart Routes', 'Chart Films by rating']);
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'Films by rating' })
      .dragTo(dialog.getByRole('listitem').filter({ hasText: 'Routes' }));
    await expect.poll(names).toEqual(['Header Read me first', 'Chart Films by rating', 'Chart Routes']);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The reading order was saved').waitFor();
    expect(JSON.parse((await stored(id)).json_metadata).reading_order).toEqual([
      'HEADER-1',
      'CHART-2',
      'CHART-1',
    ]);
    await page.getByRole('button', { name: 'Discard' }).click();
    const top = async (name: string) => (await tile(name).boundingBox())?.y ?? 0;
    await drawn('Routes');
    expect(await top('Routes')).toBe(await top('Films by rating'));
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await top('Routes')) > (await top('Films by rating'))).toBe(true);
    const head = await page.getByRole('heading', { name: 'Read me first' }).boundingBox();
    expect(head?.y).toBeLessThan(await top('Films by rating'));
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a board is built by touch alone', async () => {
    const id = await make('By touch', documentOf(item('GRID_ID')));
    const context = await page
      .context()
      .browser()
      ?.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
        storageState: await page.context().storageState(),
      });
    if (!context) throw new Error('the browser is gone');
    const phone = await context.newPage();
    await phone.goto(`${seat.product.url}/superset/dashboard/${id}/?edit=true`);
    const onlyMine = phone.getByRole('checkbox', { name: 'Show only my charts' });
    if (await onlyMine.isChecked()) await onlyMine.tap();
    for (const name of ['Routes', 'Films by rating'])
      await phone.getByRole('button', { name: `Add ${name} at the end` }).tap();
    const choose = async (what: string, name: string) => {
      await phone.getByRole('article', { name }).tap({ position: { x: 40, y: 60 } });
      await phone.getByRole('button', { name: `Move or size Chart ${name}` }).tap();
      await phone.getByRole('menuitem', { name: what, exact: true }).tap();
    };
    await choose('Higher', 'Films by rating');
    await choose('Move up', 'Films by rating');
    await phone.getByRole('button', { name: 'Save', exact: true }).tap();
    await phone.getByRole('button', { name: 'Edit dashboard' }).waitFor();
    await context.close();
    const layout = await layoutOf(id);
    const rows = (layout.GRID_ID?.children ?? []).map((row) =>
      layout[row]?.children.map((child) => layout[child]?.meta),
    );
    expect(rows).toMatchObject([
      [{ sliceName: 'Films by rating', height: 55 }],
      [{ sliceName: 'Routes', height: 50 }],
    ]);
  });

  test('an odd layout opens, is told of, and nothing of it is lost when it is saved', async () => {
    const odd = documentOf(
      item('GRID_ID', ['ROW-1', 'FRAME-1']),
      item('ROW-1', ['COLUMN-1', 'CHART-gone']),
      item('COLUMN-1', ['ROW-1', 'CHART-1']),
      item('CHART-1', [], { chartId: chartId('Routes'), sliceName: 'Routes', width: 4, height: 30 }),
      item('CHART-gone', [], { chartId: 987_654, sliceName: 'Gone', width: 4, height: 30 }),
      item('FRAME-1', [], { url: 'kept' }),
      item('HEADER-lost', [], { text: 'Lost words' }),
    );
    const id = await make('Odd', odd);
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/`);
    await drawn('Routes');
    await page.getByText('There is no chart definition associated with this component').waitFor();
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'The layout of this dashboard is not as it should be' });
    await notice.getByText('Header Lost words').waitFor();
    await notice.getByText('FRAME-1').waitFor();
    await notice.getByText('inside themselves').waitFor();
    await page.getByRole('button', { name: 'Edit dashboard' }).click();
    await notice.getByRole('button', { name: 'Put them at the end' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Header text' }).inputValue())
      .toBe('Lost words');
    await save();
    const layout = await layoutOf(id);
    expect(layout['FRAME-1']?.meta).toEqual({ url: 'kept' });
    expect(layout.GRID_ID?.children).toEqual(['ROW-1', 'FRAME-1', 'HEADER-lost']);
    expect(layout['ROW-1']?.children).toEqual(['COLUMN-1', 'CHART-gone']);
    expect(layout['COLUMN-1']?.children).toEqual(['CHART-1']);
  });

  test('a chart opens in Explore with the filters in force, which are not saved with it', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    await page.getByRole('combobox', { name: 'Genre' }).click();
    await page.locator('.ant-select-item-option').getByText('Drama', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.waitForURL('**native_filters_key=**');
    await drawn('Films by rating');
    const asked = page.waitForRequest(
      (request) =>
        request.url().includes('/api/v1/chart/data') &&
        request.postDataJSON().form_data?.slice_id === chartId('Films by rating'),
    );
    await tile('Films by rating').getByRole('link', { name: 'Films by rating' }).click();
    await page.waitForURL('**/explore/**dashboard_page_id=**');
    const question: { queries: { filters: { op: string; val: unknown }[] }[] } = (await asked).postDataJSON();
    expect(question.queries[0]?.filters).toContainEqual(
      expect.objectContaining({ op: 'IN', val: ['Drama'] }),
    );
    const note = page.getByText('Filters of the dashboard are in force here');
    await note.waitFor();
    await page.getByRole('button', { name: 'Show it without them' }).click();
    await note.waitFor({ state: 'hidden' });
    await page.goBack();
    await page
      .getByRole('complementary', { name: 'Filters' })
      .getByText('Drama', { exact: true })
      .first()
      .waitFor();
  });

  test('it is told what makes a dashboard slow', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    await drawn('Films by rating');
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Why is it slow?' }).click();
    const panel = page.getByRole('dialog', { name: 'Why is it slow?' });
    const bar = panel.getByRole('img', { name: /^Films by rating: Waiting .*Query .*Transfer .*Drawing / });
    await bar.waitFor();
    await panel.getByRole('button', { name: 'Ask afresh: Films by rating' }).click();
    const line = panel
      .getByRole('listitem')
      .filter({ has: page.getByRole('img', { name: /^Films by rating:/ }) });
    await line.getByText('fetched from the database').waitFor();
    await line.getByText('SQL').click();
    await line
      .getByText(/SELECT/i)
      .first()
      .waitFor();
  });

  test('a link leads to a tab and to a heading inside it', async () => {
    const id = await make(
      'With places',
      documentOf(
        item('GRID_ID', ['TABS-1']),
        item('TABS-1', ['TAB-1', 'TAB-2']),
        item('TAB-1', ['CHART-1'], { text: 'One' }),
        item('TAB-2', ['HEADER-1'], { text: 'Two' }),
        item('CHART-1', [], { chartId: chartId('Routes'), sliceName: 'Routes', width: 4, height: 30 }),
        item('HEADER-1', [], { text: 'Down here' }),
      ),
    );
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/#HEADER-1`);
    const heading = page.getByRole('heading', { name: 'Down here' });
    await heading.waitFor();
    await page.locator('#HEADER-1[data-located="true"]').waitFor();
    await heading.hover();
    await page.getByRole('button', { name: 'Copy a link to Down here' }).click();
    await page.getByText('Permalink copied to clipboard').last().waitFor();
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await page.locator('#HEADER-1[data-located="true"]').waitFor();
    await page.getByRole('button', { name: 'Copy a link to tab Two' }).waitFor();
  });

  test('of three hundred charts those far away are not drawn, and go again', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      item(`CHART-${at}`, [], {
        chartId: chartId('Films in the list'),
        sliceName: 'Films',
        width: 3,
        height: 20,
      }),
    );
    const rows = Array.from({ length: 75 }, (_, row) =>
      item(
        `ROW-${row}`,
        [0, 1, 2, 3].map((at) => `CHART-${row * 4 + at}`),
      ),
    );
    const grid = item(
      'GRID_ID',
      rows.map((row) => row.id),
    );
    const id = await make('Three hundred', documentOf(grid, ...rows, ...many));
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/`);
    const drawnIn = (place: string) => page.locator(`${place} [data-chart-drawn]`).count();
    await expect.poll(() => drawnIn('#CHART-0')).toBe(1);
    expect(await page.locator('article[data-status]').count()).toBe(300);
    expect(await drawnIn('article')).toBeLessThan(80);
    await page.locator('#CHART-299').scrollIntoViewIfNeeded();
    await expect.poll(() => drawnIn('#CHART-299')).toBe(1);
    await expect.poll(() => drawnIn('#CHART-0')).toBe(0);
  });

  test('what was closed while a dashboard was asked afresh is asked afresh, too', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/us-flights/`);
    await drawn('When flights are late');
    await page.getByRole('tab', { name: 'Routes' }).click();
    await drawn('Routes');
    await page.getByRole('tab', { name: 'Delays' }).click();
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Refresh dashboard' }).click();
    await page.getByText('Refreshing charts').waitFor();
    const asked = page.waitForRequest((request) => /dashboard\/\d+\/data$/.test(request.url()));
    await page.getByRole('tab', { name: 'Routes' }).click();
    const question: { charts: { query_context: { force: boolean } }[] } = (await asked).postDataJSON();
    expect(question.charts.map(({ query_context }) => query_context.force)).toEqual([true]);
    await drawn('Routes');
  });

  test('a dashboard that is closed is asked for once', async () => {
    const asked: string[] = [];
    // The dashboard that is left keeps its colours.
    page.on('request', (request) => request.method() === 'GET' && asked.push(request.url()));
    await page.goto(`${seat.product.url}/superset/dashboard/987654/`);
    await page.getByText('This dashboard does not exist').waitFor();
    await page.waitForTimeout(500);
    expect(asked.filter((url) => url.includes('/api/v1/dashboard/'))).toHaveLength(1);
  });

  test('the console told nothing', () => {
    expect(seat.complaints.filter((line) => !/status of 404/.test(line))).toEqual([]);
  });
});
