import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface AskedQuery {
  filters: { col: string; op: string; val?: unknown }[];
  time_range?: string;
  extras?: { where?: string };
}
type StoredFilter = Record<string, unknown> & { id: string };

describe.runIf(browserAtHand())('filters of dashboards', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let flights: number;
  /** What was asked since it was emptied last. */
  const asked: Request[] = [];
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
    flights = (await client.call<{ result: { id: number } }>('GET', '/api/v1/dashboard/us-flights')).result
      .id;
    page.on('request', (request) => void asked.push(request));
  });
  afterAll(() => seat?.leave());

  const tile = (name: string) => page.getByRole('article', { name, exact: true });
  const badge = (name: string) => tile(name).getByRole('button', { name: /^Applied filters/ });
  const bar = () => page.getByRole('complementary', { name: 'Filters' });
  const option = (name: string) => page.locator('.ant-select-item-option').getByText(name, { exact: true });
  const answered = (name: string) =>
    expect.poll(() => tile(name).getAttribute('data-status'), { timeout: 20_000 }).toBe('success');
  const open = async (search = '') => {
    await page.goto(`${seat.product.url}/superset/dashboard/us-flights/${search}`);
    await answered('Busiest origins');
  };
  const settings = async (): Promise<Record<string, unknown>> => {
    const { result } = await client.call<{ result: { json_metadata: string } }>(
      'GET',
      `/api/v1/dashboard/${flights}`,
    );
    return JSON.parse(result.json_metadata);
  };
  const filters = async (): Promise<StoredFilter[]> => {
    const { native_filter_configuration: stored } = await settings();
    return Array.isArray(stored) ? stored : [];
  };
  const change = (body: { modified?: object[]; deleted?: string[] }) =>
    client.call('PUT', `/api/v1/dashboard/${flights}/filters`, body);
  /** A filter of the origin, with a part of it changed. */
  const variant = async (id: string, part: object): Promise<StoredFilter> => {
    const origin = (await filters()).find(({ name }) => name === 'Origin');
    return { ...origin, ...part, id };
  };
  const gear = async (entry: string) => {
    await page.getByRole('button', { name: 'Filter bar settings' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  /** The questions that the dashboard asked last of a chart. */
  const questionsOf = async (name: string): Promise<AskedQuery[]> => {
    const { result } = await client.call<{ result: { id: number; slice_name: string }[] }>(
      'GET',
      `/api/v1/dashboard/${flights}/charts`,
    );
    const id = result.find(({ slice_name }) => slice_name === name)?.id;
    const bodies = asked
      .filter((request) => /dashboard\/\d+\/data$/.test(request.url()))
      .map((request): { charts: { id: number; query_context: { queries: AskedQuery[] } }[] } =>
        JSON.parse(request.postData() ?? '{}'),
      );
    const last = bodies.flatMap(({ charts }) => charts).findLast((chart) => chart.id === id);
    return last?.query_context.queries ?? [];
  };
  const ofFilter = (id: string): AskedQuery[] =>
    asked
      .filter((request) => request.url().endsWith('/api/v1/chart/data'))
      .map((request) => JSON.parse(request.postData() ?? '{}'))
      .filter(({ form_data }) => form_data?.native_filter_id === id)
      .flatMap(({ queries }) => queries);

  test('the whole range of the data is one click away, and every chart follows it and says so', async () => {
    await open();
    await bar().getByRole('button', { name: 'Time range: No filter' }).click();
    await page.getByText('Data from').waitFor();
    await page.getByRole('button', { name: 'Whole range' }).click();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    for (const name of ['Flights', 'Flights per day', 'Share of late flights', 'Busiest origins']) {
      await expect.poll(() => badge(name).getAttribute('aria-label')).toBe('Applied filters (1)');
      const [query] = await questionsOf(name);
      expect(query?.time_range).toMatch(/^2001-01-01T00:\d\d:\d\d : 2001-0[67]-\d\dT/);
      expect(query?.filters.map(({ col, op }) => `${col} ${op}`)).toContain('date TEMPORAL_RANGE');
    }
    await badge('Busiest origins').press('ArrowDown');
    const told = page.getByRole('tooltip');
    await told.getByRole('region', { name: 'Applied filters (1)' }).waitFor();
    await told
      .getByRole('region', { name: 'Not applied (2)' })
      .getByText('No value is chosen.')
      .first()
      .waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused).toMatch(/^Time range/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(/^Origin/);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Origin');
  });

  test('a chart without a temporal filter tells it, and follows once its author wants that', async () => {
    const { result } = await client.call<{ result: { id: number; params: string }[] }>(
      'GET',
      "/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'Busiest origins')))",
    );
    const [chart] = result;
    const body = { params: JSON.stringify({ ...JSON.parse(chart?.params ?? '{}'), adhoc_filters: [] }) };
    await client.call('PUT', `/api/v1/chart/${chart?.id}`, body);
    const range =
      "(time:(extraFormData:(time_range:'2001-01-01 : 2001-02-01'),filterState:(value:'2001-01-01 : 2001-02-01')))";
    const time = (await filters()).find(({ name }) => name === 'Time range')?.id ?? '';
    await open(`?native_filters=${encodeURIComponent(range.replace('time:', `${time}:`))}`);
    await expect
      .poll(() => badge('Busiest origins').getAttribute('aria-label'))
      .toBe('Applied filters (0), others are not applied');
    await badge('Busiest origins').hover();
    await page.getByText('The chart has no temporal filter.').waitFor();
    await page.mouse.move(0, 0);
    await gear("Apply time filters to the dataset's main time column");
    await expect.poll(async () => (await settings()).time_filters_on_main_dttm).toBe(true);
    await expect.poll(() => badge('Busiest origins').getAttribute('aria-label')).toBe('Applied filters (1)');
    const [query] = await questionsOf('Busiest origins');
    expect(query?.filters).toContainEqual({
      col: 'date',
      op: 'TEMPORAL_RANGE',
      val: '2001-01-01 : 2001-02-01',
    });
    await gear("Do not apply time filters to the dataset's main time column");
    await expect.poll(async () => (await settings()).time_filters_on_main_dttm).toBe(false);
  });

  test('a filter is out of the way where it reaches nothing, and charts it does not reach step back', async () => {
    const scope = { rootPath: ['TAB-9'], excluded: [] };
    await change({ modified: [await variant('NATIVE_FILTER-late', { name: 'Late from', scope })] });
    await open();
    const name = bar().getByRole('button', { name: 'Late from', exact: true });
    await name.hover();
    const card = page.getByRole('tooltip');
    await card.getByText('Delays', { exact: true }).waitFor();
    await card.getByText('Value', { exact: true }).waitFor();
    await expect.poll(() => tile('Flights').getAttribute('data-dimmed')).toBe('true');
    expect(await tile('When flights are late').getAttribute('data-dimmed')).toBe('false');
    await page.mouse.move(700, 10);
    await expect.poll(() => tile('Flights').getAttribute('data-dimmed')).toBe('false');
    await page.getByRole('tab', { name: 'Routes' }).click();
    await name.waitFor({ state: 'hidden' });
    await bar().getByText('Filters out of scope (1)').click();
    await name.waitFor();
    await page.getByRole('tab', { name: 'Delays' }).click();
    await bar().getByText('Filters out of scope').waitFor({ state: 'hidden' });
    await name.hover();
    await page.getByRole('button', { name: 'Edit filter Late from' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' });
    await expect.poll(() => dialog.getByLabel('Filter name').inputValue()).toBe('Late from');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await change({ deleted: ['NATIVE_FILTER-late'] });
  });

  test('values are narrowed before they are offered, and put in order', async () => {
    await open();
    await gear('Add or edit filters');
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' });
    await dialog.getByRole('button', { name: 'Add filter' }).click();
    await dialog.getByLabel('Filter name').fill('Far origin');
    await dialog.getByLabel('Column').click();
    await option('Origin').click();
    await dialog.getByRole('checkbox', { name: 'Pre-filter available values' }).check();
    await dialog.getByRole('checkbox', { name: 'Sort filter values' }).check();
    await dialog.getByRole('radio', { name: 'Sort descending' }).check();
    await dialog.getByLabel('Filter name').press('Enter');
    await dialog.getByText('Pre-filter is required').waitFor();
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    const editor = page.getByRole('tooltip').filter({ has: page.getByRole('tab', { name: 'Custom SQL' }) });
    await editor.getByRole('tab', { name: 'Custom SQL' }).click();
    await editor.getByRole('textbox', { name: 'SQL condition' }).fill('distance > 2000');
    await editor.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Pre-filter is required').waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The filters have been saved').waitFor();
    const stored = (await filters()).find(({ name }) => name === 'Far origin');
    expect(stored).toMatchObject({
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'distance > 2000' }],
      controlValues: { sortAscending: false },
    });
    await expect.poll(() => ofFilter(stored?.id ?? '').at(-1)?.extras?.where).toBe('(distance > 2000)');
    const far = bar().getByRole('combobox', { name: 'Far origin' });
    await far.click();
    const texts = () => page.locator('.ant-select-item-option-content').allTextContents();
    await expect.poll(async () => (await texts())[0]).toMatch(/^Select all \(\d+\)$/);
    const offered = (await texts()).slice(1);
    expect(offered).toEqual(offered.toSorted().toReversed());
    await page.keyboard.press('Escape');
  });

  test('a removed filter is there for five seconds, and can be brought back afterwards', async () => {
    await gear('Add or edit filters');
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' });
    const list = dialog.getByRole('list', { name: 'Filters' });
    await list.getByRole('button', { name: 'Far origin', exact: true }).click();
    await dialog.getByLabel('Filter name').fill('Farther origin');
    await list.getByRole('button', { name: 'Remove Farther origin' }).click();
    await list.getByText('(Removed)').waitFor();
    await list.getByRole('button', { name: 'Undo?' }).click();
    await list.getByRole('button', { name: 'Remove Farther origin' }).click();
    await list.getByText('(Removed)').waitFor({ state: 'hidden', timeout: 8_000 });
    await dialog.getByRole('button', { name: 'Restore filter' }).click();
    expect(await dialog.getByLabel('Filter name').inputValue()).toBe('Farther origin');
    const order = async () =>
      (await list.getByRole('listitem').allTextContents()).map((text) => text.replace('Undo?', '').trim());
    const before = await order();
    await list.getByRole('button', { name: 'Farther origin', exact: true }).press('Control+ArrowUp');
    expect(await order()).toEqual([...before.slice(0, -2), 'Farther origin', before.at(-2)]);
    await list.getByText('Farther origin').dragTo(list.getByText('Time range', { exact: true }));
    await expect.poll(async () => (await order())[0]).toBe('Farther origin');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await filters())[0]?.name).toBe('Farther origin');
    await change({ deleted: [(await filters())[0]?.id ?? ''] });
  });

  test('one number is asked for as its author wants it', async () => {
    const range = (await filters()).find(({ filterType }) => filterType === 'filter_range');
    await change({
      modified: [{ ...range, controlValues: { enableSingleValue: 0, rangeDisplayMode: 'input' } }],
    });
    await open();
    const least = bar().getByRole('spinbutton', { name: 'Distance (miles): minimum' });
    const apply = page.getByRole('button', { name: 'Apply filters' });
    await bar().getByText('Choose numbers between').waitFor();
    await least.fill('-5');
    await bar().getByRole('alert').getByText('Choose numbers between').waitFor();
    expect(await apply.isDisabled()).toBe(true);
    await least.fill('1000');
    await expect.poll(() => apply.isDisabled()).toBe(false);
    await least.press('Enter');
    await expect.poll(() => badge('Busiest origins').getAttribute('aria-label')).toBe('Applied filters (1)');
    expect((await questionsOf('Busiest origins'))[0]?.filters).toContainEqual({
      col: 'distance',
      op: '>=',
      val: 1000,
    });
    await change({ modified: [{ ...range }] });
  });

  test('what is chosen may be what is left out', async () => {
    const controlValues = { inverseSelection: true, multiSelect: true };
    await change({ modified: [await variant('NATIVE_FILTER-not', { name: 'Not from', controlValues })] });
    await open();
    await bar().getByRole('combobox', { name: 'Not from', exact: true }).fill('ord');
    await option('ORD').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    const filtersOf = async () => (await questionsOf('Busiest origins'))[0]?.filters ?? [];
    await expect.poll(filtersOf).toContainEqual({ col: 'origin', op: 'NOT IN', val: ['ORD'] });
    await bar().getByRole('combobox', { name: 'Not from: is or is not' }).click();
    await option('is').click();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect.poll(filtersOf).toContainEqual({ col: 'origin', op: 'IN', val: ['ORD'] });
    await change({ deleted: ['NATIVE_FILTER-not'] });
  });

  test('a filter that begins with its first value holds back only the charts that it concerns', async () => {
    const scope = { rootPath: ['TAB-9'], excluded: [] };
    const controlValues = { defaultToFirstItem: true, enableEmptyFilter: true, multiSelect: false };
    await change({
      modified: [
        await variant('NATIVE_FILTER-first', { name: 'First', scope, controlValues, requiredFirst: true }),
      ],
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/chart/data', async (route) => {
      if (route.request().postData()?.includes('NATIVE_FILTER-first')) await held;
      await route.continue();
    });
    await open();
    await answered('Flights');
    expect(await tile('When flights are late').getAttribute('data-status')).toBe('waiting');
    release();
    await answered('When flights are late');
    await expect.poll(() => badge('When flights are late').textContent()).toBe('1');
    expect(await badge('Flights').count()).toBe(0);
    await page.unroute('**/api/v1/chart/data');
    await change({ deleted: ['NATIVE_FILTER-first'] });
  });

  test('of ten thousand values each can be found', async () => {
    const { result } = await client.call<{ result: { id: number; database_name: string }[] }>(
      'GET',
      '/api/v1/database/',
    );
    const database = result.find(({ database_name }) => database_name === 'examples')?.id;
    const sql = "select 'n' || i as name from range(12000) as t(i)";
    const { id: datasetId } = await client.call<{ id: number }>('POST', '/api/v1/dataset/', {
      database,
      table_name: 'many names',
      sql,
    });
    const targets = [{ datasetId, column: { name: 'name' } }];
    await change({ modified: [await variant('NATIVE_FILTER-many', { name: 'Name', targets })] });
    await open();
    await bar().getByText('1000 options and more: type to search').waitFor();
    await bar().getByRole('combobox', { name: 'Name', exact: true }).fill('n11999');
    await option('n11999').waitFor();
    expect(ofFilter('NATIVE_FILTER-many').at(-1)?.filters).toContainEqual({
      col: 'name',
      op: 'ILIKE',
      val: '%n11999%',
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect
      .poll(() => badge('Flights').getAttribute('aria-label'))
      .toBe('Applied filters (0), others are not applied');
    await change({ deleted: ['NATIVE_FILTER-many'] });
  });

  test('a new chart begins with a temporal filter, whatever type is chosen', async () => {
    const { result } = await client.call<{ result: { id: number; table_name: string }[] }>(
      'GET',
      '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))',
    );
    for (const type of ['viz_type=pie&', '']) {
      await page.goto(`${seat.product.url}/explore/?${type}datasource=${result[0]?.id}__table`);
      await page
        .getByRole('button', { name: /^Departure \(No filter\)$/ })
        .first()
        .waitFor();
    }
  });

  test('the bar is as wide as it was left; lying, it puts what has no room behind a button', async () => {
    await open();
    const edge = page.getByRole('separator', { name: 'Width of the filter bar' });
    await edge.focus();
    for (let at = 0; at < 5; at++) await page.keyboard.press('ArrowRight');
    const width = async () => (await bar().boundingBox())?.width;
    await expect.poll(width).toBe(310);
    await page.reload();
    await expect.poll(width).toBe(310);
    const all = ['a', 'b', 'c', 'd', 'e', 'f'];
    const more = await Promise.all(all.map((id) => variant(`NATIVE_FILTER-${id}`, { name: `Filter ${id}` })));
    await change({ modified: more });
    await client.call('PUT', `/api/v1/dashboard/${flights}`, {
      json_metadata: JSON.stringify({ ...(await settings()), filter_bar_orientation: 'HORIZONTAL' }),
    });
    await open();
    const button = page.getByRole('button', { name: /^More filters \(\d\)$/ });
    await button.click();
    await page.getByRole('tooltip').getByRole('combobox', { name: 'Filter f' }).waitFor();
    await page.keyboard.press('Escape');
    await client.call('PUT', `/api/v1/dashboard/${flights}`, {
      json_metadata: JSON.stringify({ ...(await settings()), filter_bar_orientation: 'VERTICAL' }),
    });
    await change({ deleted: more.map(({ id }) => id) });
  });

  test('what cannot be read is told, and takes nothing with it', async () => {
    await open('?native_filters=(');
    await page.getByText('Some filters of this address could not be read.').waitFor();
    const gone = { name: 'Gone', targets: [{ datasetId: 1, column: { name: 'gone' } }] };
    const origin = await variant('NATIVE_FILTER-gone', {});
    const [target] = Array.isArray(origin.targets) ? origin.targets : [];
    const scope = { rootPath: ['ROOT_ID'], excluded: [] };
    await change({
      modified: [{ ...origin, ...gone, targets: [{ ...target, column: { name: 'gone' } }], scope }],
    });
    const chosen =
      '(NATIVE_FILTER-gone:(extraFormData:(filters:!((col:gone,op:IN,val:!(x)))),filterState:(value:!(x),label:x)))';
    await open(`?native_filters=${encodeURIComponent(chosen)}`);
    await bar().getByText('This filter cannot offer its values').waitFor();
    await badge('Busiest origins').hover();
    await page.getByText('The dataset of the chart has no column "gone".').waitFor();
    await change({ deleted: ['NATIVE_FILTER-gone'] });
  });

  test('a filter that asks nothing tells it', async () => {
    await change({ modified: [await variant('NATIVE_FILTER-junk', { name: 'Junk', targets: 'none' })] });
    await open();
    await bar().getByText('This filter does not say which column it asks.').waitFor();
    await change({ deleted: ['NATIVE_FILTER-junk'] });
  });

  test('of five hundred filters only those are asked that can be seen', async () => {
    const one = await variant('', {});
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...one,
      id: `NATIVE_FILTER-${at}`,
      name: `Filter ${at}`,
    }));
    await change({ modified: many });
    asked.length = 0;
    await open();
    await bar().getByRole('combobox', { name: 'Filter 0', exact: true }).waitFor();
    const values = () => asked.filter((request) => request.url().endsWith('/api/v1/chart/data')).length;
    await expect.poll(values).toBeGreaterThan(0);
    expect(values()).toBeLessThan(60);
    await bar().getByRole('button', { name: 'Filter 499', exact: true }).scrollIntoViewIfNeeded();
    await bar().getByRole('combobox', { name: 'Filter 499', exact: true }).waitFor();
    await change({ deleted: many.map(({ id }) => id) });
  });

  test('the console told nothing', () => {
    // A column that is gone is refused by the server.
    expect(seat.complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
  });
});
