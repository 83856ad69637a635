import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAtHand } from './support/browser.ts';
import { takeFlights } from './support/flights-board.ts';

describe.runIf(browserAtHand())('filters of dashboards', () => {
  let board: Awaited<ReturnType<typeof takeFlights>>;
  beforeAll(async () => {
    board = await takeFlights();
  });
  afterAll(() => board?.seat.leave());

  test('the whole range of the data is one click away, and every chart follows it and says so', async () => {
    await board.open();
    await board.bar().getByRole('button', { name: 'Time range: No filter' }).click();
    await board.page.getByText('Data from').waitFor();
    await board.page.getByRole('button', { name: 'Whole range' }).click();
    await board.page.getByRole('button', { name: 'Apply filters' }).click();
    for (const name of ['Flights', 'Flights per day', 'Share of late flights', 'Busiest origins']) {
      await expect.poll(() => board.badge(name).getAttribute('aria-label')).toBe('Applied filters (1)');
      const [query] = await board.questionsOf(name);
      expect(query?.time_range).toMatch(/^2001-01-01T00:\d\d:\d\d : 2001-0[67]-\d\dT/);
      expect(query?.filters.map(({ col, op }) => `${col} ${op}`)).toContain('date TEMPORAL_RANGE');
    }
    await board.badge('Busiest origins').press('ArrowDown');
    const told = board.page.getByRole('tooltip');
    await told.getByRole('region', { name: 'Applied filters (1)' }).waitFor();
    await told
      .getByRole('region', { name: 'Not applied (2)' })
      .getByText('No value is chosen.')
      .first()
      .waitFor();
    const focused = () => board.page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused).toMatch(/^Time range/);
    await board.page.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(/^Origin/);
    await board.page.keyboard.press('Enter');
    await expect
      .poll(() => board.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Origin');
  });

  test('a chart without a temporal filter tells it, and follows once its author wants that', async () => {
    const { result } = await board.client.call<{ result: { id: number; params: string }[] }>(
      'GET',
      "/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'Busiest origins')))",
    );
    const [chart] = result;
    const body = { params: JSON.stringify({ ...JSON.parse(chart?.params ?? '{}'), adhoc_filters: [] }) };
    await board.client.call('PUT', `/api/v1/chart/${chart?.id}`, body);
    const range =
      "(time:(extraFormData:(time_range:'2001-01-01 : 2001-02-01'),filterState:(value:'2001-01-01 : 2001-02-01')))";
    const time = (await board.filters()).find(({ name }) => name === 'Time range')?.id ?? '';
    await board.open(`?native_filters=${encodeURIComponent(range.replace('time:', `${time}:`))}`);
    await expect
      .poll(() => board.badge('Busiest origins').getAttribute('aria-label'))
      .toBe('Applied filters (0), others are not applied');
    await board.badge('Busiest origins').hover();
    await board.page.getByText('The chart has no temporal filter.').waitFor();
    await board.page.mouse.move(0, 0);
    await board.gear("Apply time filters to the dataset's main time column");
    await expect.poll(async () => (await board.settings()).time_filters_on_main_dttm).toBe(true);
    await expect
      .poll(() => board.badge('Busiest origins').getAttribute('aria-label'))
      .toBe('Applied filters (1)');
    const [query] = await board.questionsOf('Busiest origins');
    expect(query?.filters).toContainEqual({
      col: 'date',
      op: 'TEMPORAL_RANGE',
      val: '2001-01-01 : 2001-02-01',
    });
    await board.gear("Do not apply time filters to the dataset's main time column");
    await expect.poll(async () => (await board.settings()).time_filters_on_main_dttm).toBe(false);
  });

  test('a filter is out of the way where it reaches nothing, and charts it does not reach step back', async () => {
    const scope = { rootPath: ['TAB-9'], excluded: [] };
    await board.change({
      modified: [await board.variant('NATIVE_FILTER-late', { name: 'Late from', scope })],
    });
    await board.open();
    const name = board.bar().getByRole('button', { name: 'Late from', exact: true });
    await name.hover();
    const card = board.page.getByRole('tooltip');
    await card.getByText('Delays', { exact: true }).waitFor();
    await card.getByText('Value', { exact: true }).waitFor();
    await expect.poll(() => board.tile('Flights').getAttribute('data-dimmed')).toBe('true');
    expect(await board.tile('When flights are late').getAttribute('data-dimmed')).toBe('false');
    await board.page.mouse.move(700, 10);
    await expect.poll(() => board.tile('Flights').getAttribute('data-dimmed')).toBe('false');
    await board.page.getByRole('tab', { name: 'Routes' }).click();
    await name.waitFor({ state: 'hidden' });
    await board.bar().getByText('Filters out of scope (1)').click();
    await name.waitFor();
    await board.page.getByRole('tab', { name: 'Delays' }).click();
    await board.bar().getByText('Filters out of scope').waitFor({ state: 'hidden' });
    await name.hover();
    await board.page.getByRole('button', { name: 'Edit filter Late from' }).click();
    const dialog = board.page.getByRole('dialog', { name: 'Add and edit filters' });
    await expect.poll(() => dialog.getByLabel('Filter name').inputValue()).toBe('Late from');
    await board.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // Whatever comes under the pointer as the dialog goes, the charts stand out no longer once it moves away.
    await expect
      .poll(async () => {
        await board.page.mouse.move(700, 10);
        await board.page.mouse.move(720, 500);
        return board.tile('Flights').getAttribute('data-dimmed');
      })
      .toBe('false');
    await board.change({ deleted: ['NATIVE_FILTER-late'] });
  });

  test('values are narrowed before they are offered, and put in order', async () => {
    await board.open();
    await board.gear('Add or edit filters');
    const dialog = board.page.getByRole('dialog', { name: 'Add and edit filters' });
    await dialog.getByRole('button', { name: 'Add filter' }).click();
    await dialog.getByLabel('Filter name').fill('Far origin');
    await dialog.getByLabel('Column').click();
    await board.option('Origin').click();
    await dialog.getByRole('checkbox', { name: 'Pre-filter available values' }).check();
    await dialog.getByRole('checkbox', { name: 'Sort filter values' }).check();
    await dialog.getByRole('radio', { name: 'Sort descending' }).check();
    await dialog.getByLabel('Filter name').press('Enter');
    await dialog.getByText('Pre-filter is required').waitFor();
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    const editor = board.page
      .getByRole('tooltip')
      .filter({ has: board.page.getByRole('tab', { name: 'Custom SQL' }) });
    await editor.getByRole('tab', { name: 'Custom SQL' }).click();
    await editor.getByRole('textbox', { name: 'SQL condition' }).fill('distance > 2000');
    await editor.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Pre-filter is required').waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await board.page.getByText('The filters have been saved').waitFor();
    const stored = (await board.filters()).find(({ name }) => name === 'Far origin');
    expect(stored).toMatchObject({
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'distance > 2000' }],
      controlValues: { sortAscending: false },
    });
    await expect.poll(() => board.ofFilter(stored?.id ?? '').at(-1)?.extras?.where).toBe('(distance > 2000)');
    const far = board.bar().getByRole('combobox', { name: 'Far origin' });
    await far.click();
    const texts = () => board.page.locator('.ant-select-item-option-content').allTextContents();
    await expect.poll(async () => (await texts())[0]).toMatch(/^Select all \(\d+\)$/);
    const offered = (await texts()).slice(1);
    expect(offered).toEqual(offered.toSorted().toReversed());
    await board.page.keyboard.press('Escape');
  });

  test('a removed filter is there for five seconds, and can be brought back afterwards', async () => {
    await board.gear('Add or edit filters');
    const dialog = board.page.getByRole('dialog', { name: 'Add and edit filters' });
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
    await expect.poll(async () => (await board.filters())[0]?.name).toBe('Farther origin');
    await board.change({ deleted: [(await board.filters())[0]?.id ?? ''] });
  });

  test('filters depend on one another, but not in a circle', async () => {
    const before = await board.filters();
    const [time, origin, range] = before;
    await board.open();
    await board.gear('Add or edit filters');
    const dialog = board.page.getByRole('dialog', { name: 'Add and edit filters' });
    const dependOn = async (name: string, parent: string) => {
      await dialog.getByRole('button', { name, exact: true }).click();
      await dialog.getByRole('checkbox', { name: 'Values are dependent on other filters' }).check();
      await dialog.getByRole('combobox', { name: 'Dependent on' }).click();
      await board.option(parent).last().click();
      await board.page.keyboard.press('Escape');
    };
    await dependOn('Distance (miles)', 'Origin');
    await dependOn('Origin', 'Distance (miles)');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Cyclic dependency detected').waitFor();
    await dialog.getByRole('checkbox', { name: 'Values are dependent on other filters' }).uncheck();
    await dependOn('Origin', 'Time range');
    await dialog.getByLabel('Time column').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await board.page.getByText('The filters have been saved').waitFor();
    const parents = (await board.filters()).map(({ cascadeParentIds }) => cascadeParentIds);
    expect(parents).toEqual([[], [time?.id], [origin?.id]]);
    expect(range?.cascadeParentIds).toEqual([]);
    await board.change({ modified: before });
  });

  test('one number is asked for as its author wants it', async () => {
    const range = (await board.filters()).find(({ filterType }) => filterType === 'filter_range');
    await board.change({
      modified: [{ ...range, controlValues: { enableSingleValue: 0, rangeDisplayMode: 'input' } }],
    });
    await board.open();
    const least = board.bar().getByRole('spinbutton', { name: 'Distance (miles): minimum' });
    const apply = board.page.getByRole('button', { name: 'Apply filters' });
    await board.bar().getByText('Choose numbers between').waitFor();
    await least.fill('-5');
    await board.bar().getByRole('alert').getByText('Choose numbers between').waitFor();
    expect(await apply.isDisabled()).toBe(true);
    await least.fill('1000');
    await expect.poll(() => apply.isDisabled()).toBe(false);
    await least.press('Enter');
    await expect
      .poll(() => board.badge('Busiest origins').getAttribute('aria-label'))
      .toBe('Applied filters (1)');
    await expect
      .poll(async () => (await board.questionsOf('Busiest origins'))[0]?.filters)
      .toContainEqual({ col: 'distance', op: '>=', val: 1000 });
    await board.change({ modified: [{ ...range }] });
  });

  test('what is chosen may be what is left out', async () => {
    const controlValues = { inverseSelection: true, multiSelect: true };
    await board.change({
      modified: [await board.variant('NATIVE_FILTER-not', { name: 'Not from', controlValues })],
    });
    await board.open();
    await board.bar().getByRole('combobox', { name: 'Not from', exact: true }).fill('ord');
    await board.option('ORD').waitFor();
    await board.page.keyboard.press('Enter');
    await board.page.keyboard.press('Escape');
    await board.page.getByRole('button', { name: 'Apply filters' }).click();
    const filtersOf = async () => (await board.questionsOf('Busiest origins'))[0]?.filters ?? [];
    await expect.poll(filtersOf).toContainEqual({ col: 'origin', op: 'NOT IN', val: ['ORD'] });
    await board.bar().getByRole('combobox', { name: 'Not from: is or is not' }).click();
    await board.option('is').click();
    await board.page.getByRole('button', { name: 'Apply filters' }).click();
    await expect.poll(filtersOf).toContainEqual({ col: 'origin', op: 'IN', val: ['ORD'] });
    await board.change({ deleted: ['NATIVE_FILTER-not'] });
  });

  test('a new chart begins with a temporal filter, whatever type is chosen', async () => {
    const { result } = await board.client.call<{ result: { id: number; table_name: string }[] }>(
      'GET',
      '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))',
    );
    for (const type of ['viz_type=pie&', '']) {
      await board.page.goto(`${board.seat.product.url}/explore/?${type}datasource=${result[0]?.id}__table`);
      await board.page
        .getByRole('button', { name: /^Departure \(No filter\)$/ })
        .first()
        .waitFor();
    }
  });

  test('the bar is as wide as it was left; lying, it puts what has no room behind a button', async () => {
    await board.open();
    const edge = board.page.getByRole('separator', { name: 'Width of the filter bar' });
    await edge.focus();
    for (let press = 0; press < 5; press++) await board.page.keyboard.press('ArrowRight');
    const width = async () => (await board.bar().boundingBox())?.width;
    await expect.poll(width).toBe(310);
    await board.page.reload();
    await expect.poll(width).toBe(310);
    const all = ['a', 'b', 'c', 'd', 'e', 'f'];
    const more = await Promise.all(
      all.map((id) => board.variant(`NATIVE_FILTER-${id}`, { name: `Filter ${id}` })),
    );
    await board.change({ modified: more });
    await board.client.call('PUT', `/api/v1/dashboard/${board.flights}`, {
      json_metadata: JSON.stringify({ ...(await board.settings()), filter_bar_orientation: 'HORIZONTAL' }),
    });
    await board.open();
    const button = board.page.getByRole('button', { name: /^More filters \(\d\)$/ });
    await button.click();
    await board.page.getByRole('tooltip').getByRole('combobox', { name: 'Filter f' }).waitFor();
    await board.page.keyboard.press('Escape');
    await board.client.call('PUT', `/api/v1/dashboard/${board.flights}`, {
      json_metadata: JSON.stringify({ ...(await board.settings()), filter_bar_orientation: 'VERTICAL' }),
    });
    await board.change({ deleted: more.map(({ id }) => id) });
  });

  test('an address that says so asks its charts afresh', async () => {
    for (const [search, isForced] of Object.entries({ '': false, '?force=true': true, '?force=0': false })) {
      const asked = board.page.waitForRequest((request) => /dashboard\/\d+\/data$/.test(request.url()));
      await board.page.goto(`${board.seat.product.url}/superset/dashboard/us-flights/${search}`);
      const told: { charts: { query_context: { force: boolean } }[] } = (await asked).postDataJSON();
      expect(new Set(told.charts.map(({ query_context }) => query_context.force))).toEqual(
        new Set([isForced]),
      );
    }
  });

  test('the console told nothing', () => {
    expect(board.seat.complaints).toEqual([]);
  });
});
