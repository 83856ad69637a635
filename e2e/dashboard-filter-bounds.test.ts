import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAtHand } from './support/browser.ts';
import { takeFlights } from './support/flights-board.ts';

describe.runIf(browserAtHand())('filters beyond the usual: many, slow, damaged', () => {
  let board: Awaited<ReturnType<typeof takeFlights>>;
  beforeAll(async () => {
    board = await takeFlights();
  });
  afterAll(() => board?.seat.leave());

  test('a filter that begins with its first value holds back only the charts that it concerns', async () => {
    const scope = { rootPath: ['TAB-9'], excluded: [] };
    const controlValues = { defaultToFirstItem: true, enableEmptyFilter: true, multiSelect: false };
    await board.change({
      modified: [
        await board.variant('NATIVE_FILTER-first', {
          name: 'First',
          scope,
          controlValues,
          requiredFirst: true,
        }),
      ],
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await board.page.route('**/api/v1/chart/data', async (route) => {
      if (route.request().postData()?.includes('NATIVE_FILTER-first')) await held;
      await route.continue();
    });
    await board.open();
    await board.answered('Flights');
    expect(await board.tile('When flights are late').getAttribute('data-status')).toBe('waiting');
    release();
    await board.answered('When flights are late');
    await expect.poll(() => board.badge('When flights are late').textContent()).toBe('1');
    expect(await board.badge('Flights').count()).toBe(0);
    await board.page.unroute('**/api/v1/chart/data');
    await board.change({ deleted: ['NATIVE_FILTER-first'] });
  });

  test('of ten thousand values each can be found', async () => {
    const { result } = await board.client.call<{ result: { id: number; database_name: string }[] }>(
      'GET',
      '/api/v1/database/',
    );
    const database = result.find(({ database_name }) => database_name === 'examples')?.id;
    const sql = "select 'n' || i as name from range(12000) as t(i)";
    const { id: datasetId } = await board.client.call<{ id: number }>('POST', '/api/v1/dataset/', {
      database,
      table_name: 'many names',
      sql,
    });
    const targets = [{ datasetId, column: { name: 'name' } }];
    await board.change({ modified: [await board.variant('NATIVE_FILTER-many', { name: 'Name', targets })] });
    await board.open();
    await board.bar().getByText('1000 options and more: type to search').waitFor();
    await board.bar().getByRole('combobox', { name: 'Name', exact: true }).fill('n11999');
    await board.option('n11999').waitFor();
    expect(board.ofFilter('NATIVE_FILTER-many').at(-1)?.filters).toContainEqual({
      col: 'name',
      op: 'ILIKE',
      val: '%n11999%',
    });
    await board.page.keyboard.press('Enter');
    await board.page.keyboard.press('Escape');
    await board.page.getByRole('button', { name: 'Apply filters' }).click();
    await expect
      .poll(() => board.badge('Flights').getAttribute('aria-label'))
      .toBe('Applied filters (0), others are not applied');
    await board.change({ deleted: ['NATIVE_FILTER-many'] });
  });

  test('what cannot be read is told, and takes nothing with it', async () => {
    await board.open('?native_filters=(');
    await board.page.getByText('Some filters of this address could not be read.').waitFor();
    const gone = { name: 'Gone', targets: [{ datasetId: 1, column: { name: 'gone' } }] };
    const origin = await board.variant('NATIVE_FILTER-gone', {});
    const [target] = Array.isArray(origin.targets) ? origin.targets : [];
    const scope = { rootPath: ['ROOT_ID'], excluded: [] };
    await board.change({
      modified: [{ ...origin, ...gone, targets: [{ ...target, column: { name: 'gone' } }], scope }],
    });
    const chosen =
      '(NATIVE_FILTER-gone:(extraFormData:(filters:!((col:gone,op:IN,val:!(x)))),filterState:(value:!(x),label:x)))';
    await board.open(`?native_filters=${encodeURIComponent(chosen)}`);
    await board.bar().getByText('This filter cannot offer its values').waitFor();
    await board.badge('Busiest origins').hover();
    await board.page.getByText('The dataset of the chart has no column "gone".').waitFor();
    await board.change({ deleted: ['NATIVE_FILTER-gone'] });
  });

  test('a filter that asks nothing tells it', async () => {
    await board.change({
      modified: [await board.variant('NATIVE_FILTER-junk', { name: 'Junk', targets: 'none' })],
    });
    await board.open();
    await board.bar().getByText('This filter does not say which column it asks.').waitFor();
    await board.change({ deleted: ['NATIVE_FILTER-junk'] });
  });

  test('of five hundred filters only those are asked that can be seen', async () => {
    const one = await board.variant('', {});
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...one,
      id: `NATIVE_FILTER-${at}`,
      name: `Filter ${at}`,
    }));
    await board.change({ modified: many });
    board.asked.length = 0;
    await board.open();
    await board.bar().getByRole('combobox', { name: 'Filter 0', exact: true }).waitFor();
    const values = () => board.asked.filter((request) => request.url().endsWith('/api/v1/chart/data')).length;
    await expect.poll(values).toBeGreaterThan(0);
    expect(values()).toBeLessThan(60);
    await board.bar().getByRole('button', { name: 'Filter 499', exact: true }).scrollIntoViewIfNeeded();
    await board.bar().getByRole('combobox', { name: 'Filter 499', exact: true }).waitFor();
    await board.change({ deleted: many.map(({ id }) => id) });
  });

  test('the console told nothing', () => {
    // A column that is gone is refused by the server.
    expect(board.seat.complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
  });
});
