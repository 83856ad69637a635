import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Stored {
  id: number;
  dashboard_title: string;
  slug: string | null;
  css: string | null;
  theme: { theme_name: string } | null;
  published: boolean;
  changed_on: string;
  certified_by: string | null;
  json_metadata: string;
  owners: { id: number }[];
}

const DARK = { token: { colorPrimary: '#7b2cbf' }, algorithm: 'dark' };

describe.runIf(browserAtHand())('menus and dialogs of dashboards', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat({ EMBEDDED_SUPERSET: 'true' });
    ({ page } = seat);
    client = await Client.signIn(seat.product);
    await client.call('POST', '/api/v1/theme/', { theme_name: 'Night', json_data: JSON.stringify(DARK) });
    await client.call('POST', '/api/v1/css_template/', {
      template_name: 'Round',
      css: 'article { border-radius: 24px !important }',
    });
  });
  afterAll(() => seat?.leave());

  const stored = async (key: number | string) =>
    (await client.call<{ result: Stored }>('GET', `/api/v1/dashboard/${key}`)).result;
  const settings = async (key: number | string): Promise<Record<string, unknown>> =>
    JSON.parse((await stored(key)).json_metadata || '{}');
  const tile = (name: string) => page.getByRole('article', { name, exact: true });
  const dialog = (name?: string) => page.getByRole('dialog', name === undefined ? {} : { name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = async (form: Locator, field: string, name: string) => {
    await form.getByRole('combobox', { name: field, exact: true }).fill(name);
    await page.locator('.ant-select-item-option').getByText(name, { exact: true }).click();
  };
  const open = async (address: string) => {
    await page.goto(`${seat.product.url}/superset/dashboard/${address}`);
    await page.getByRole('button', { name: 'Menu actions trigger' }).waitFor();
  };
  const fromMenu = async (...entries: string[]) => {
    await press('Menu actions trigger');
    for (const [at, name] of entries.entries()) {
      const entry = page.getByRole('menuitem', { name, exact: true });
      if (at === entries.length - 1) await entry.click();
      else await entry.hover();
    }
  };
  const save = async () => {
    await press('Save');
    await page.getByText('This dashboard was saved successfully.').last().waitFor();
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
  };
  const cornerOf = (name: string) => tile(name).evaluate((element) => getComputedStyle(element).borderRadius);
  const surfaceOf = (name: string) =>
    tile(name).evaluate((element) => getComputedStyle(element).backgroundColor);

  test('a dialog can be typed in at once, and who closes it is where they were', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/us-flights/`);
    const menu = page.getByRole('button', { name: 'Menu actions trigger' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Set auto-refresh interval' }).click();
    const isFocused = (part: Locator) => part.evaluate((element) => element === document.activeElement);
    await expect.poll(() => isFocused(page.getByLabel('Refresh frequency'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(menu)).toBe(true);
    await page.goto(`${seat.product.url}/chart/list/`);
    const remove = page.getByRole('button', { name: /^Delete/ }).first();
    await remove.click();
    await expect.poll(() => isFocused(page.getByLabel('Type "DELETE" to confirm'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(remove)).toBe(true);
  });

  test('theme and CSS are seen at once, gone with Discard, and kept with Save', async () => {
    await open('films/?edit=true');
    const [corner, surface] = [await cornerOf('Films by rating'), await surfaceOf('Films by rating')];
    const dress = async () => {
      await fromMenu('Theme & CSS');
      await choose(dialog('Theme & CSS'), 'Theme', 'Night');
      await expect.poll(() => surfaceOf('Films by rating')).not.toBe(surface);
      await choose(dialog('Theme & CSS'), 'Load CSS template', 'Round');
      await expect.poll(() => cornerOf('Films by rating')).toBe('24px');
    };
    await dress();
    await dialog('Theme & CSS').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => cornerOf('Films by rating')).toBe(corner);
    expect(await surfaceOf('Films by rating')).toBe(surface);
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await dress();
    await dialog('Theme & CSS').getByRole('button', { name: 'Apply' }).click();
    await dialog('Theme & CSS').waitFor({ state: 'hidden' });
    expect((await stored('films')).css).toBeNull();
    await press('Discard');
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
    await expect.poll(() => cornerOf('Films by rating')).toBe(corner);
    await press('Edit dashboard');
    await dress();
    await dialog('Theme & CSS').getByRole('button', { name: 'Apply' }).click();
    await save();
    expect(await stored('films')).toMatchObject({
      css: 'article { border-radius: 24px !important }',
      theme: { theme_name: 'Night' },
    });
    await page.reload();
    await expect.poll(() => cornerOf('Films by rating')).toBe('24px');
    expect(await surfaceOf('Films by rating')).not.toBe(surface);
  });

  test('CSS that hides the buttons has a way out by the address', async () => {
    const { id } = await stored('films');
    await client.call('PUT', `/api/v1/dashboard/${id}`, { css: 'header { display: none !important }' });
    await page.goto(`${seat.product.url}/superset/dashboard/films/`);
    await tile('Films by rating').waitFor();
    expect(await page.getByRole('button', { name: 'Edit dashboard' }).isVisible()).toBe(false);
    await open('films/?css=off');
    await page.getByText('This dashboard is shown without its own theme and CSS').waitFor();
    await press('Edit dashboard');
    await fromMenu('Theme & CSS');
    await dialog('Theme & CSS').getByText('shown without theme and CSS now').waitFor();
    await dialog('Theme & CSS').getByRole('textbox', { name: 'CSS' }).fill('');
    await dialog('Theme & CSS').getByRole('button', { name: 'Apply' }).click();
    await save();
    expect((await stored('films')).css).toBe('');
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.getByText('This dashboard is shown without').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
  });

  test('properties wait for Save: scheme, colours of labels, names, metadata, another address', async () => {
    const { id } = await stored('us-flights');
    await open('us-flights/?edit=true');
    await fromMenu('Edit properties');
    const form = dialog('Dashboard properties');
    await form.getByLabel('Name', { exact: true }).fill('Flights of 2001');
    await form.getByLabel('URL slug').fill('flights 2001');
    await choose(form, 'Color scheme', 'Airbnb Colors');
    await form.getByRole('combobox', { name: 'Label colors' }).fill('ORD');
    await form.getByRole('button', { name: 'Add color' }).click();
    await form.getByRole('button', { name: 'Color of ORD', exact: true }).waitFor();
    await form.getByLabel('Certified by').fill('The tower');
    const json = form.getByRole('textbox', { name: 'JSON metadata' });
    expect(await json.textContent()).toContain('"ORD": "#1FA8C9"');
    expect(await json.textContent()).not.toMatch(/positions|map_label_colors|color_scheme_domain/);
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Dashboard title' }).inputValue()).toBe('Flights of 2001');
    expect((await stored(id)).slug).toBe('us-flights');
    // What was applied is what the dialog begins with the next time.
    await fromMenu('Edit properties');
    await expect.poll(() => form.getByLabel('Certified by').inputValue()).toBe('The tower');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await save();
    await page.waitForURL(`**/superset/dashboard/${id}/`);
    expect(await stored(id)).toMatchObject({
      dashboard_title: 'Flights of 2001',
      slug: 'flights-2001',
      certified_by: 'The tower',
    });
    expect(await settings(id)).toMatchObject({ color_scheme: 'bnbColors', label_colors: { ORD: '#1FA8C9' } });
  });

  test('a label has one colour in all charts, and the colours are kept when an editor leaves', async () => {
    const before = await stored('flights-2001');
    await open('flights-2001/');
    await expect.poll(() => tile('Average delay by week').getAttribute('data-status')).toBe('success');
    await tile('Average delay by week').scrollIntoViewIfNeeded();
    await tile('Average delay by week').locator('[data-chart-drawn]').waitFor();
    await page.getByRole('link', { name: 'Dashboards' }).first().click();
    await page.waitForURL('**/dashboard/list/**');
    await expect.poll(async () => (await settings(before.id)).map_label_colors).toHaveProperty('PHX');
    const { map_label_colors, color_scheme_domain } = await settings(before.id);
    expect(map_label_colors).toMatchObject({
      PHX: expect.stringMatching(/^#/),
      ATL: expect.stringMatching(/^#/),
    });
    expect(color_scheme_domain).toContain('#29696B');
    // It is no new version of the dashboard: nobody's save is refused for it.
    expect((await stored(before.id)).changed_on).toBe(before.changed_on);
  });

  test('an interval of refreshing is kept for everybody from edit mode; publishing works there, too', async () => {
    const { id, published } = await stored('films');
    await open('films/?edit=true');
    await fromMenu('Set auto-refresh interval');
    await dialog('Refresh interval').getByRole('combobox', { name: 'Refresh frequency' }).click();
    await page.locator('.ant-select-item-option').getByText('1 hour', { exact: true }).click();
    await dialog('Refresh interval').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^(Published|Draft), / }).click();
    await page.getByText(/This dashboard is now (hidden|published)/).waitFor();
    await save();
    expect((await settings(id)).refresh_frequency).toBe(3_600);
    expect((await stored(id)).published).toBe(!published);
    await page.getByRole('button', { name: /^(Published|Draft), / }).click();
  });

  test('the mapping of filter boxes of former versions is offered where there is one, and waits for Save', async () => {
    const before = await stored('films');
    const charts = await client.call<{ result: { id: number; slice_name: string }[] }>(
      'GET',
      '/api/v1/dashboard/films/charts',
    );
    const [box, other] = charts.result;
    if (!box || !other) throw new Error('The example dashboard has no charts.');
    await open('films/?edit=true');
    await press('Menu actions trigger');
    await page.getByRole('menuitem', { name: 'Set auto-refresh interval' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Set filter mapping' }).count()).toBe(0);
    const filter_scopes = { [box.id]: { Genre: { scope: ['ROOT_ID'], immune: [box.id] } } };
    const json_metadata = JSON.stringify({ ...(await settings('films')), filter_scopes });
    await client.call('PUT', `/api/v1/dashboard/${before.id}`, { json_metadata });
    await open('films/?edit=true');
    await fromMenu('Set filter mapping');
    const form = dialog('Set filter mapping');
    await form.getByRole('button', { name: `${box.slice_name}: Genre` }).waitFor();
    expect(await form.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await form.getByRole('treeitem', { name: other.slice_name }).locator('.ant-tree-checkbox').click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.waitFor({ state: 'hidden' });
    expect((await settings('films')).filter_scopes).toEqual(filter_scopes);
    await save();
    const immune = [box.id, other.id];
    expect((await settings('films')).filter_scopes).toEqual({
      [box.id]: { Genre: { scope: ['ROOT_ID'], immune: expect.arrayContaining(immune) } },
    });
  });

  test('what was done is saved over the dashboard, or as another one', async () => {
    const { id } = await stored('films');
    await open('films/?edit=true');
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Films, again');
    await page.getByRole('textbox', { name: 'Dashboard title' }).press('Enter');
    await fromMenu('Save as');
    await dialog().getByRole('radio', { name: 'Overwrite Dashboard [Films, again]' }).check();
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Films, again' }).waitFor();
    expect((await stored(id)).dashboard_title).toBe('Films, again');
    await press('Edit dashboard');
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Not of this one');
    await page.getByRole('textbox', { name: 'Dashboard title' }).press('Enter');
    await fromMenu('Save as');
    await dialog().getByRole('textbox', { name: 'Save as:' }).fill('Films of mine');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Films of mine' }).waitFor();
    const copy = Number(/dashboard\/(\d+)\//.exec(page.url())?.[1]);
    expect(copy).not.toBe(id);
    expect((await stored(copy)).dashboard_title).toBe('Films of mine');
    expect((await stored(id)).dashboard_title).toBe('Films, again');
  });

  test('a dashboard is embedded, its sites are changed, and it is no more', async () => {
    const { id } = await stored('films');
    const embedded = () =>
      client
        .call<{ result: { uuid: string; allowed_domains: string[] } }>(
          'GET',
          `/api/v1/dashboard/${id}/embedded`,
        )
        .then(({ result }) => result);
    await open('films/');
    await fromMenu('Embed dashboard');
    await dialog().getByLabel('Allowed Domains (comma separated)').fill('https://a.example, b.example');
    await dialog().getByRole('button', { name: 'Enable embedding' }).click();
    await dialog().locator('[data-embed-id]').waitFor();
    const first = await embedded();
    expect(first.allowed_domains).toEqual(['https://a.example', 'b.example']);
    expect(await dialog().locator('[data-embed-id]').textContent()).toBe(first.uuid);
    await dialog().getByText(`dashboard="${first.uuid}"`).waitFor();
    await dialog().getByText('Embedding library').click();
    await dialog().getByText(`id: '${first.uuid}'`).waitFor();
    await dialog().getByLabel('Allowed Domains (comma separated)').fill('https://a.example');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await embedded()).allowed_domains).toEqual(['https://a.example']);
    await dialog().getByRole('button', { name: 'Deactivate' }).click();
    await dialog('Disable embedding?').getByRole('button', { name: 'OK' }).click();
    await dialog().getByRole('button', { name: 'Enable embedding' }).waitFor();
    await expect(embedded()).rejects.toThrow('404');
    await page.keyboard.press('Escape');
  });

  test('a description that an editor shows is shown to everybody', async () => {
    const { id } = await stored('films');
    const charts = await client.call<{ result: { id: number; slice_name: string }[] }>(
      'GET',
      `/api/v1/dashboard/${id}/charts`,
    );
    const chart = charts.result.find(({ slice_name }) => slice_name === 'Films by rating');
    await client.call('PUT', `/api/v1/chart/${chart?.id}`, { description: 'As **boards** rate them.' });
    await open('films/');
    await press('More Options: Films by rating');
    await page.getByRole('menuitem', { name: 'Show chart description' }).click();
    await tile('Films by rating').getByText('As boards rate them.').waitFor();
    await expect
      .poll(async () => (await settings(id)).expanded_slices)
      .toEqual({ [String(chart?.id)]: true });
    await page.reload();
    await tile('Films by rating').getByText('As boards rate them.').waitFor();
    await press('More Options: Films by rating');
    await page.getByRole('menuitem', { name: 'Hide chart description' }).click();
    await expect.poll(async () => (await settings(id)).expanded_slices).toEqual({});
  });

  test('a link to a chart opens its tab, leads to it and outlines it for a moment', async () => {
    const { id } = await stored('flights-2001');
    const { position_json } = (
      await client.call<{ result: { position_json: string } }>('GET', `/api/v1/dashboard/${id}`)
    ).result;
    const layout: Record<
      string,
      { id: string; type: string; meta?: { sliceName?: string; chartId?: number } }
    > = JSON.parse(position_json);
    const chart = Object.values(layout).find(({ meta }) => meta?.sliceName === 'Routes');
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/#${chart?.id}`);
    await page.locator(`#${chart?.id}[data-located]`).waitFor();
    expect(await tile('Routes').isVisible()).toBe(true);
    await expect.poll(() => page.locator('[data-located]').count()).toBe(0);
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/?focused_chart=${chart?.meta?.chartId}`);
    await page.locator(`#${chart?.id}[data-located]`).waitFor();
    expect(page.url()).not.toContain('focused_chart');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press('More Options: Routes');
    await page.getByRole('menuitem', { name: 'Share' }).hover();
    await page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click();
    await page.getByText('Permalink copied to clipboard').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(link);
    await page.locator(`#${chart?.id}[data-located]`).waitFor();
  });

  test('a chart opens in Explore with the filters in force, which are not its own', async () => {
    await open('films/');
    await page.getByRole('combobox', { name: 'Genre' }).click();
    await page.locator('.ant-select-item-option').getByText('Drama', { exact: true }).click();
    await page.keyboard.press('Escape');
    await press('Apply');
    await tile('Films by rating').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
    const again: string[] = [];
    page.on('request', (request) => /dashboard\/\d+\/data/.test(request.url()) && again.push(request.url()));
    const asked = page.waitForRequest(
      (request) => request.url().includes('/api/v1/chart/data') && page.url().includes('/explore/'),
    );
    await tile('Films by rating').getByRole('link', { name: 'Films by rating' }).click();
    await page.waitForURL('**/explore/**slice_id=*');
    const { queries } = (await asked).postDataJSON();
    expect(queries[0].filters).toEqual(
      expect.arrayContaining([expect.objectContaining({ op: 'IN', val: ['Drama'] })]),
    );
    // The dashboard that is left asks nothing any more.
    expect(again).toEqual([]);
  });

  test('the console told nothing', () => {
    // That nothing is embedded is what the dialog asks first.
    expect(seat.complaints.filter((line) => !/embedded/.test(line) && !/status of 404/.test(line))).toEqual(
      [],
    );
  });
});
