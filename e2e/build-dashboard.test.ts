import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { carry, componentsPane, openNewBoard, outline, saveBoard } from './support/building.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import type { Layout } from './support/layouts.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Stored {
  result: { dashboard_title: string; position_json: string; charts: string[] };
}
describe.runIf(browserAtHand())('building dashboards', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
  });
  afterAll(() => seat?.leave());

  const pane = () => componentsPane(page);
  const palette = (name: string) => pane().getByText(name, { exact: true }).first();
  const tile = (name: string) => page.getByRole('article', { name });
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  const stored = async (id: number) => (await client.call<Stored>('GET', `/api/v1/dashboard/${id}`)).result;
  const boardOf = async (id: number) => outline(JSON.parse((await stored(id)).position_json));

  const openNew = () => openNewBoard(seat);
  const save = () => saveBoard(page);

  test('eight charts, texts and tabs inside tabs are put together with the mouse alone', async () => {
    const id = await openNew();
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Built by mouse');
    const show = (name: string) => pane().getByRole('tab', { name }).click();
    const empty = () => page.getByText('Drag and drop components here').filter({ visible: true });
    const put = async (name: string, onto: Locator, x: number, y: number) => {
      await carry(palette(name), onto, x, y);
      await tile(name).waitFor();
    };
    await put('Films by rating', empty(), 0.5, 0.5);
    await put('Routes', tile('Films by rating'), 0.95, 0.5);
    await show('Layout elements');
    await carry(palette('Column'), tile('Routes'), 0.97, 0.5);
    await show('Charts');
    await put('Busiest origins', page.getByText('Empty column'), 0.5, 0.5);
    await put('Flights per day', tile('Busiest origins'), 0.5, 0.85);
    await show('Layout elements');
    await carry(palette('Divider'), tile('Flights per day'), 0.5, 0.97);
    await carry(palette('Header'), tile('Films by rating'), 0.5, 0.01);
    await page.getByRole('textbox', { name: 'Header text' }).fill('At a glance');
    await page.getByRole('textbox', { name: 'Header text' }).press('Enter');
    await carry(palette('Tabs'), page.getByRole('textbox', { name: 'Header text' }), 0.5, 0.95);
    await carry(palette('Text / Markdown'), empty(), 0.5, 0.5);
    await page.getByRole('button', { name: 'Edit text' }).click();
    await page.getByRole('textbox', { name: 'Text in Markdown' }).fill('# All films');
    await page.getByRole('textbox', { name: 'Dashboard title' }).click();
    const heading = page.getByRole('heading', { name: 'All films' });
    await show('Charts');
    await put('Share of late flights', heading, 0.99, 0.5);
    await put('Rain by month', tile('Share of late flights'), 0.97, 0.5);
    await show('Layout elements');
    await carry(palette('Tabs'), tile('Rain by month'), 0.5, 0.97);
    await show('Charts');
    await put('Kinds of days', empty(), 0.5, 0.5);
    await put('High and low temperature', tile('Kinds of days'), 0.97, 0.5);
    await save();
    const board = await boardOf(id);
    expect(board).toEqual([
      'ROOT',
      '  GRID',
      '    HEADER At a glance',
      '    TABS',
      '      TAB',
      '        ROW',
      '          MARKDOWN # All films 4',
      '          CHART Share of late flights 4',
      '          CHART Rain by month 4',
      '        TABS',
      '          TAB',
      '            ROW',
      '              CHART Kinds of days 4',
      '              CHART High and low temperature 4',
      '    ROW',
      '      CHART Films by rating 4',
      '      CHART Routes 4',
      '      COLUMN 4',
      '        CHART Busiest origins 4',
      '        CHART Flights per day 4',
      '    DIVIDER',
    ]);
    const before = await stored(id);
    expect(before.dashboard_title).toBe('Built by mouse');
    expect(before.charts).toHaveLength(8);
    const layout: Layout = JSON.parse(before.position_json);
    for (const [parent, { children = [], parents = [] }] of Object.entries(layout))
      for (const child of children) expect(layout[child]?.parents).toEqual([...parents, parent]);
    await page.reload();
    await page.getByRole('heading', { name: 'At a glance' }).waitFor();
    await everyChartDrawn(page);

    const headers = { Authorization: String(client.headers.Authorization) };
    const bundle = await fetch(`${client.url}/api/v1/dashboard/export/?q=!(${id})`, { headers });
    const form = new FormData();
    form.set('formData', await bundle.blob(), 'board.zip');
    form.set('overwrite', 'true');
    await client.call('PUT', `/api/v1/dashboard/${id}`, { position_json: '{}' });
    const imported = await fetch(`${client.url}/api/v1/dashboard/import/`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(await imported.json()).toEqual({ message: 'OK' });
    expect(JSON.parse((await stored(id)).position_json)).toEqual(layout);
  });

  test('another with the keyboard alone: added, moved, sized, undone', async () => {
    const id = await openNew();
    const press = async (target: Locator, ...keys: string[]) => {
      await target.focus();
      for (const key of keys) await page.keyboard.press(key);
    };
    const add = (name: string) =>
      press(pane().getByRole('button', { name: `Add ${name} at the end` }), 'Enter');
    const show = async (name: string) => {
      await press(pane().getByRole('tab', { selected: true }), 'ArrowRight');
      await page.keyboard.press('Enter');
      await pane().getByRole('tab', { name, selected: true }).waitFor();
    };
    await add('Films by rating');
    await tile('Films by rating').waitFor();
    await add('Routes');
    await tile('Routes').waitFor();
    await press(handle('Chart Routes'), 'Control+ArrowUp');
    await press(handle('Chart Routes'), 'ArrowLeft');
    await press(handle('Chart Routes'), 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown');
    await press(handle('Chart Films by rating'), 'Delete');
    await tile('Films by rating').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+z');
    await tile('Films by rating').waitFor();
    await show('Layout elements');
    await add('Header');
    await press(page.getByRole('textbox', { name: 'Header text' }), 'Control+a', ...'By keys', 'Enter');
    await press(handle('Header By keys'), 'ArrowUp');
    await add('Tabs');
    await press(page.getByRole('tab', { name: 'Tab title' }), 'F2', ...'One', 'Enter');
    await press(page.getByRole('button', { name: 'Add tab', exact: true }), 'Enter');
    for (const key of [...'Two', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('tab', { name: 'Two', selected: true }).waitFor();
    await add('Divider');
    await add('Text / Markdown');
    await press(page.getByRole('button', { name: 'Save', exact: true }), 'Enter');
    await page.getByText('This dashboard was saved successfully.').last().waitFor();
    expect(await boardOf(id)).toEqual([
      'ROOT',
      '  GRID',
      '    HEADER By keys',
      '    ROW',
      '      CHART Routes 6',
      '      CHART Films by rating 4',
      '    TABS',
      '      TAB One',
      '      TAB Two',
      '    DIVIDER',
      '    ROW',
      '      MARKDOWN 4',
    ]);
  });

  test('tabs are named, filled and taken away; the whole board can be put into tabs and out again', async () => {
    const id = await openNew();
    await pane().getByRole('tab', { name: 'Layout elements' }).click();
    await pane().getByRole('button', { name: 'Add Tabs at the end' }).click();
    await page.getByRole('tab', { name: 'Tab title' }).click();
    await page.keyboard.type('One');
    await page.keyboard.press('Enter');
    // One that is added is named at once.
    await page.getByRole('button', { name: 'Add tab', exact: true }).click();
    await page.keyboard.type('Zwei');
    await page.keyboard.press('Enter');
    await page.keyboard.press('F2');
    await page.keyboard.type('not this');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.keyboard.type('Two');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'One', selected: true }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tab', { name: 'Two', selected: true }).waitFor();
    await carry(
      palette('Divider'),
      page.getByText('Drag and drop components here').filter({ visible: true }),
      0.5,
      0.5,
    );
    await pane().getByRole('tab', { name: 'Charts' }).click();
    await pane().getByRole('button', { name: 'Add Routes at the end' }).click();
    await tile('Routes').waitFor();
    await save();
    expect(await boardOf(id)).toEqual([
      'ROOT',
      '  GRID',
      '    TABS',
      '      TAB One',
      '      TAB Two',
      '        DIVIDER',
      '    ROW',
      '      CHART Routes 4',
    ]);
    await page.getByRole('button', { name: 'Edit dashboard' }).click();
    await page.getByRole('tab', { name: 'Two' }).press('Delete');
    const question = page.getByRole('dialog', { name: 'Delete dashboard tab?' });
    await question.getByRole('button', { name: 'DELETE' }).click();
    await save();
    expect((await boardOf(id)).filter((line) => line.includes('TAB '))).toEqual(['      TAB One']);
  });

  test('whoever leaves with unsaved changes is asked; Discard leaves everything as it was', async () => {
    const id = await openNew();
    await pane().getByRole('button', { name: 'Add Routes at the end' }).click();
    await tile('Routes').waitFor();
    await page.getByRole('link', { name: 'Charts', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Save changes to your dashboard?' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await tile('Routes').waitFor();
    await page.getByRole('link', { name: 'Charts', exact: true }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/chart/list/**');
    expect((await stored(id)).charts).toEqual([]);
    const kept = await openNew();
    await pane().getByRole('button', { name: 'Add Routes at the end' }).click();
    await tile('Routes').waitFor();
    await page.getByRole('link', { name: 'Charts', exact: true }).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/chart/list/**');
    expect((await stored(kept)).charts).toEqual(['Routes']);
  });

  test('what somebody else has saved meanwhile is not overwritten: both are kept', async () => {
    const id = await openNew();
    await pane().getByRole('button', { name: 'Add Routes at the end' }).click();
    await tile('Routes').waitFor();
    await client.call('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'By somebody else' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
    await tile('Routes').waitFor();
    expect(await stored(id)).toMatchObject({ dashboard_title: 'By somebody else', charts: ['Routes'] });
  });

  test('a copy is made, with another name; a chart is looked at as a table', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    await expect.poll(() => tile('Films by rating').getAttribute('data-status')).toBe('success');
    await page.getByRole('button', { name: 'More Options: Films by rating' }).click();
    await page.getByRole('menuitem', { name: 'View as table' }).click();
    const rows = page.getByRole('dialog', { name: 'Chart data: Films by rating' });
    await rows.getByRole('grid', { name: 'Rows' }).waitFor();
    await page.keyboard.press('Escape');
    await rows.waitFor({ state: 'hidden' });
    await tile('Films by rating').getByRole('button', { name: 'Show data as table' }).press('Enter');
    await rows.getByRole('grid', { name: 'Rows' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(':focus', { hasText: 'Show data as table' }).waitFor();
    await page.getByRole('button', { name: 'More Options: Films by rating' }).click();
    await page.getByRole('menuitem', { name: 'Enter fullscreen' }).click();
    await expect.poll(() => tile('Films by rating').getAttribute('data-full')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => tile('Films by rating').getAttribute('data-full')).toBe('false');
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Save as' }).click();
    const name = page.getByRole('textbox', { name: 'Save as:' });
    expect(await name.inputValue()).toBe('Films [copy]');
    await name.fill('');
    await name.press('Enter');
    await page.getByText('You must pick a name for the new dashboard').waitFor();
    await name.fill('Films of mine');
    await name.press('Enter');
    await page.getByRole('heading', { name: 'Films of mine' }).waitFor();
    await expect.poll(() => tile('Films by rating').getAttribute('data-status')).toBe('success');
  });

  test('the charts are asked again from time to time, when that is wanted', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    await expect.poll(() => tile('Films by rating').getAttribute('data-status')).toBe('success');
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Set auto-refresh interval' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refresh interval' });
    await dialog.getByRole('combobox').click();
    await page.locator('.ant-select-item-option').getByText('Custom interval').click();
    const keep = dialog.getByRole('button', { name: 'Save for this session' });
    expect(await keep.isDisabled()).toBe(true);
    await dialog.getByRole('spinbutton', { name: 'Seconds' }).fill('2');
    const asked = page.waitForRequest((request) => /dashboard\/\d+\/data$/.test(request.url()));
    await keep.click();
    await asked;
    await page.getByText('the next time is in 2 seconds').first().waitFor();
  });

  test('a filter is configured by pointing, reaches the charts it is meant for, and is taken away again', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    await expect.poll(() => tile('Films by rating').getAttribute('data-status')).toBe('success');
    const id = (await client.call<{ result: { id: number } }>('GET', '/api/v1/dashboard/films')).result.id;
    const configured = async () => {
      const { result } = await client.call<{ result: { json_metadata: string } }>(
        'GET',
        `/api/v1/dashboard/${id}`,
      );
      const filters: Record<string, unknown>[] =
        JSON.parse(result.json_metadata).native_filter_configuration ?? [];
      return filters;
    };
    const before = (await configured()).length;
    const configure = async () => {
      await page.getByRole('button', { name: 'Filter bar settings' }).click();
      await page.getByRole('menuitem', { name: 'Add or edit filters' }).click();
    };
    await configure();
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' });
    await dialog.getByRole('button', { name: 'Add filter' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByText('Column is required').waitFor();
    await dialog.getByLabel('Filter name').fill('Rated');
    await dialog.getByLabel('Column').click();
    await page.locator('.ant-select-item-option').getByText('MPAA rating', { exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'Select first filter value by default' }).check();
    await dialog.getByRole('tab', { name: 'Scoping' }).click();
    await dialog.getByRole('treeitem', { name: 'Films in the list' }).locator('.ant-tree-checkbox').click();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'There are unsaved changes.' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The filters have been saved').waitFor();
    const added = (await configured()).at(-1);
    expect(added).toMatchObject({
      name: 'Rated',
      filterType: 'filter_select',
      targets: [{ datasetId: expect.any(Number), column: { name: 'mpaa_rating' } }],
      scope: { rootPath: ['ROOT_ID'], excluded: [expect.any(Number)] },
    });
    expect(await configured()).toHaveLength(before + 1);
    await page.getByRole('combobox', { name: 'Rated' }).waitFor();
    await tile('Films by rating').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
    await expect.poll(() => tile('Films in the list').getAttribute('data-status')).toBe('success');
    expect(
      await tile('Films in the list')
        .getByRole('button', { name: /^Applied filters/ })
        .count(),
    ).toBe(0);
    await configure();
    await dialog.getByRole('button', { name: 'Rated', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove Rated' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await configured()).length).toBe(before);
  });

  test('the filter bar stands on the left or lies on top, as that is wanted', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    const bar = page.getByRole('complementary', { name: 'Filters' });
    const lie = async (name: string) => {
      await page.getByRole('button', { name: 'Filter bar settings' }).click();
      await page.getByRole('menuitem', { name: 'Orientation of filter bar' }).hover();
      await page.getByRole('menuitem', { name }).click();
    };
    await lie('Vertical (Left)');
    await expect.poll(() => bar.getAttribute('data-horizontal')).toBe('false');
    await page.reload();
    await expect.poll(() => bar.getAttribute('data-horizontal')).toBe('false');
    await lie('Horizontal (Top)');
    await expect.poll(() => bar.getAttribute('data-horizontal')).toBe('true');
  });

  test('who opens a chart and comes back finds the filters as they were', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    await page.getByRole('combobox', { name: 'Genre' }).click();
    await page.locator('.ant-select-item-option').getByText('Drama', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.waitForURL('**native_filters_key=**');
    await tile('Films by rating').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
    await tile('Films by rating').getByRole('link', { name: 'Films by rating' }).click();
    await page.waitForURL('**/explore/**');
    await page.goBack();
    await tile('Films by rating').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
    await page
      .getByRole('complementary', { name: 'Filters' })
      .getByText('Drama', { exact: true })
      .first()
      .waitFor();
  });

  test('the console told nothing', () => {
    // A save over somebody else's is refused by the server.
    expect(seat.complaints.filter((line) => !/status of 412/.test(line))).toEqual([]);
  });
});
