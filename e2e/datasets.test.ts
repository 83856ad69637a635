import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import { documentOf, item } from './support/layouts.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Stored {
  kind: string;
  columns: { column_name: string; verbose_name: string | null; expression: string | null; type: string }[];
  metrics: Record<string, unknown>[];
  cache_timeout: number | null;
}

describe.runIf(browserAtHand())('datasets', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
  });
  afterAll(() => seat?.leave());

  const idOf = async (name: string) => {
    const q = encodeURIComponent(`(filters:!((col:table_name,opr:eq,value:${name})))`);
    const { result } = await client.call<{ result: { id: number }[] }>('GET', `/api/v1/dataset/?q=${q}`);
    return result[0]?.id ?? 0;
  };
  const stored = async (name: string) =>
    (await client.call<{ result: Stored }>('GET', `/api/v1/dataset/${await idOf(name)}`)).result;
  const choose = async (field: string, name: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option-content')
      .getByText(name, { exact: true })
      .click();
  };
  const dialog = () => page.getByRole('dialog', { name: /^Edit Dataset/ });
  const save = async () => {
    await dialog().getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm save' });
    await question.getByText('affects all the charts').waitFor();
    await question.getByRole('button', { name: 'OK' }).click();
    await page.getByText('The dataset has been saved').first().waitFor();
    await dialog().waitFor({ state: 'hidden' });
  };

  test('a table becomes a dataset, once', async () => {
    await client.call('DELETE', `/api/v1/dataset/${await idOf('airports')}`);
    await page.goto(`${seat.product.url}/tablemodelview/list/`);
    await page.getByRole('link', { name: 'Dataset', exact: true }).click();
    await page.getByRole('heading', { name: 'New dataset' }).waitFor();
    const create = page.getByRole('button', { name: 'Create and explore dataset' });
    await choose('Database', 'examples');
    await choose('Schema', 'main');
    await choose('Table', 'stocks');
    await page.getByText('This table already has a dataset', { exact: true }).waitFor();
    expect(await create.isDisabled()).toBe(true);
    await choose('Table', 'airports');
    await page.getByRole('heading', { name: 'airports' }).waitFor();
    await page.getByRole('cell', { name: 'latitude' }).waitFor();
    await create.click();
    await page.waitForURL('**/chart/add?dataset=airports');
    expect((await stored('airports')).columns.map((each) => each.column_name)).toContain('latitude');
  });

  test('metrics, columns and settings are changed in its list', async () => {
    await page.goto(`${seat.product.url}/tablemodelview/list/?filters=(search:stocks)`);
    await page.getByRole('button', { name: 'Edit stocks' }).click();
    await dialog()
      .getByRole('tab', { name: /^Metrics/ })
      .click();
    await dialog().getByRole('button', { name: 'Add item' }).click();
    const field = (name: string) => dialog().getByRole('textbox', { name, exact: true }).first();
    await dialog().getByText('Metric [<new metric>] requires an expression').waitFor();
    expect(await dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await field('Metric Key').fill('mean_price');
    await field('Label').fill('Mean price');
    await field('SQL expression').fill('AVG(price)');
    await dialog().getByRole('button', { name: 'Expand row' }).first().click();
    await field('Certified by').fill('Data office');
    await choose('Metric currency', '€ (EUR)');
    await dialog()
      .getByRole('tab', { name: /^Calculated columns/ })
      .click();
    await dialog().getByRole('button', { name: 'Add item' }).click();
    await field('Column').fill('is_dear');
    await dialog().getByRole('button', { name: 'Expand row' }).last().click();
    await dialog().getByRole('textbox', { name: 'SQL expression' }).last().fill('price > 100');
    await dialog().getByRole('tab', { name: 'Settings' }).click();
    await dialog().getByRole('spinbutton', { name: 'Cache timeout' }).fill('90');
    await save();
    const now = await stored('stocks');
    expect(now.metrics).toContainEqual(
      expect.objectContaining({
        metric_name: 'mean_price',
        verbose_name: 'Mean price',
        expression: 'AVG(price)',
        currency: { symbol: 'EUR', symbolPosition: 'prefix' },
        extra: '{"certification":{"certified_by":"Data office","details":""}}',
      }),
    );
    expect(now.columns).toContainEqual(
      expect.objectContaining({ column_name: 'is_dear', expression: 'price > 100' }),
    );
    expect(now.cache_timeout).toBe(90);
  });

  test('new names are carried everywhere: charts draw on, and filters filter', async () => {
    const dataset = await idOf('stocks');
    const chart = async (slice_name: string, viz_type: string, form: object) => {
      const params = JSON.stringify({ datasource: `${dataset}__table`, viz_type, ...form });
      const body = { slice_name, viz_type, datasource_id: dataset, datasource_type: 'table', params };
      return (await client.call<{ id: number }>('POST', '/api/v1/chart/', body)).id;
    };
    const ids = [
      await chart('Price by dearness', 'pie', { groupby: ['is_dear'], metric: 'mean_price' }),
      await chart('Prices', 'table', {
        groupby: ['symbol', 'is_dear'],
        metrics: ['mean_price'],
        adhoc_filters: [{ clause: 'WHERE', expressionType: 'SQL', sqlExpression: "'is_dear' <> 'x'" }],
      }),
    ];
    const positions = documentOf(
      item('GRID_ID', ['ROW-1']),
      item('ROW-1', ['CHART-1', 'CHART-2']),
      item('CHART-1', [], { chartId: ids[0], width: 6, height: 50 }),
      item('CHART-2', [], { chartId: ids[1], width: 6, height: 50 }),
    );
    const filter = {
      id: 'NATIVE_FILTER-1',
      name: 'Dear',
      type: 'NATIVE_FILTER',
      filterType: 'filter_select',
      targets: [{ datasetId: dataset, column: { name: 'is_dear' } }],
      controlValues: { multiSelect: true },
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
    };
    const json_metadata = JSON.stringify({ positions, native_filter_configuration: [filter] });
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
      dashboard_title: 'Dear stocks',
      json_metadata,
    });
    await page.getByRole('button', { name: 'Edit stocks' }).click();
    await dialog()
      .getByRole('tab', { name: /^Metrics/ })
      .click();
    const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
    await field('Search Metrics').fill('mean_price');
    await field('Metric Key').fill('average_price');
    await dialog()
      .getByRole('tab', { name: /^Calculated columns/ })
      .click();
    await field('Column').fill('costly');
    await dialog().getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm save' });
    const column = question.getByRole('region', { name: 'column is_dear' });
    await column.getByText('Price by dearness (chart): takes the new name').waitFor();
    await column.getByText('Dear (filter of Dear stocks): takes the new name').waitFor();
    await column.getByText('to be changed by hand').waitFor();
    const rename = column.getByRole('checkbox', { name: 'Rename everywhere' });
    await rename.uncheck();
    await column.getByText('Price by dearness (chart): will break').waitFor();
    await rename.check();
    await question.getByRole('button', { name: 'OK' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/`);
    await everyChartDrawn(page);
    const asked = page.waitForRequest((request) => /dashboard\/\d+\/data$/.test(request.url()));
    await choose('Dear', 'true');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    const filters = [{ col: 'costly', val: [true] }];
    expect((await asked).postDataJSON()).toMatchObject({
      charts: ['costly', 'symbol'].map((first) => ({
        query_context: {
          queries: [
            { columns: expect.arrayContaining([first, 'costly']), metrics: ['average_price'], filters },
          ],
        },
      })),
    });
    await everyChartDrawn(page);
    const table = await client.call<{ result: { params: string } }>('GET', `/api/v1/chart/${ids[1]}`);
    expect(JSON.parse(table.result.params)).toMatchObject({
      groupby: ['symbol', 'costly'],
      metrics: ['average_price'],
    });
  });

  test('its page tells which charts stand on it, by whom, and on which dashboards', async () => {
    await page.goto(`${seat.product.url}/tablemodelview/list/?filters=(search:stocks)`);
    await page.getByRole('link', { name: 'Usage of stocks' }).click();
    await page.getByRole('heading', { name: 'stocks' }).waitFor();
    const usage = page.getByRole('tabpanel', { name: /^Usage/ });
    const row = usage.getByRole('row', { name: /Price by dearness/ });
    await row.getByRole('link', { name: 'Dear stocks' }).waitFor();
    await usage.getByRole('searchbox', { name: 'Search charts' }).fill('nobody made it');
    await usage.getByText('No results match your filter criteria').waitFor();
    await usage.getByRole('searchbox', { name: 'Search charts' }).fill('dearness');
    await row.waitFor();
    await usage.getByRole('columnheader', { name: 'Chart', exact: true }).click();
    await page.getByRole('tab', { name: /^Metrics/ }).click();
    await page.getByRole('cell', { name: 'average_price' }).waitFor();
    await page.goto(`${seat.product.url}/dataset/999999`);
    await page.getByText("The dataset couldn't be loaded").waitFor();
    await page.goto(`${seat.product.url}/tablemodelview/list/?filters=(search:stocks)`);
  });

  test('what will break is told before a metric goes', async () => {
    await page.goto(`${seat.product.url}/tablemodelview/list/?filters=(search:weather)`);
    await page.getByRole('button', { name: 'Edit weather' }).click();
    await dialog()
      .getByRole('tab', { name: /^Metrics/ })
      .click();
    await dialog().getByRole('button', { name: 'Delete rain' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm save' });
    await question.getByText('The metric rain is taken away').waitFor();
    await question.getByText('Rain, day by day (chart): will break').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('dialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Discard' })
      .click();
    expect((await stored('weather')).metrics.map((each) => each.metric_name)).toContain('rain');
    await page.goto(`${seat.product.url}/tablemodelview/list/?filters=(search:stocks)`);
  });

  test('what somebody else has saved meanwhile is not overwritten unseen', async () => {
    await page.getByRole('button', { name: 'Edit stocks' }).click();
    await dialog().getByRole('tab', { name: 'Settings' }).click();
    await dialog().getByRole('textbox', { name: 'Description' }).fill('Mine');
    await client.call('PUT', `/api/v1/dataset/${await idOf('stocks')}`, { description: 'Theirs' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Confirm save' }).getByRole('button', { name: 'OK' }).click();
    await page
      .locator('.ant-modal-confirm-title')
      .getByText('Somebody else has saved this dataset since you opened it.')
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    expect(await stored('stocks')).toMatchObject({ description: 'Theirs' });
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('dialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await dialog().waitFor({ state: 'hidden' });
  });

  test('a chart moves to another dataset, and says what became of its settings', async () => {
    await page.goto(`${seat.product.url}/explore/?datasource=${await idOf('stocks')}__table&viz_type=table`);
    const source = page.getByRole('complementary', { name: 'Chart Source' });
    await source.getByRole('button', { name: 'Share' }).first().click();
    await page.getByRole('button', { name: 'Dataset actions' }).click();
    await page.getByRole('menuitem', { name: 'Swap dataset' }).click();
    await page.getByRole('textbox', { name: 'Search / Filter' }).fill('weath');
    await page.getByRole('button', { name: 'weather', exact: true }).click();
    await page.getByRole('button', { name: 'Proceed' }).click();
    await page.getByText('Successfully changed dataset!').waitFor();
    await page.getByText('Keep control settings?').waitFor();
    await source.getByText('weather', { exact: true }).waitFor();
    // The address follows, and what is asked of the person stays.
    const now = `${await idOf('weather')}__table`;
    const reread = page.waitForResponse((response) => response.url().includes('/api/v1/explore/?'));
    await page.waitForURL((url) => url.searchParams.get('datasource') === now);
    await reread;
    await page.getByText('Keep control settings?').waitFor();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Keep control settings?').waitFor({ state: 'hidden' });
  });

  test('in Explore, whose chart takes new names over as if it had been opened with them', async () => {
    const q = encodeURIComponent("(filters:!((col:slice_name,opr:eq,value:'Price by dearness')))");
    const { result } = await client.call<{ result: { id: number }[] }>('GET', `/api/v1/chart/?q=${q}`);
    await page.goto(`${seat.product.url}/explore/?slice_id=${result[0]?.id}`);
    await page.locator('[data-status="success"] [data-chart-drawn]').first().waitFor();
    await page.getByRole('button', { name: 'Dataset actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit dataset' }).click();
    await dialog()
      .getByRole('tab', { name: /^Metrics/ })
      .click();
    await dialog().getByRole('textbox', { name: 'Search Metrics' }).fill('average_price');
    await dialog().getByRole('textbox', { name: 'Metric Key' }).fill('typical_price');
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/chart/data'));
    await save();
    expect((await answered).request().postDataJSON()).toMatchObject({
      queries: [{ metrics: ['typical_price'] }],
    });
    await page.locator('[data-status="success"] [data-chart-drawn]').first().waitFor();
    expect(await page.getByText('Altered').count()).toBe(0);
  });

  test('in Explore, where the chart has what was added at once', async () => {
    await page.goto(`${seat.product.url}/explore/?datasource=${await idOf('stocks')}__table&viz_type=table`);
    await page.getByRole('button', { name: 'Dataset actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit dataset' }).click();
    await dialog()
      .getByRole('tab', { name: /^Columns/ })
      .click();
    await dialog().getByRole('button', { name: 'Sync columns from source' }).click();
    await page.getByText('Metadata has been synced').waitFor();
    await dialog().getByRole('button', { name: 'Expand row' }).first().click();
    await dialog().getByRole('textbox', { name: 'Label', exact: true }).first().fill('Ticker');
    await save();
    const source = page.getByRole('complementary', { name: 'Chart Source' });
    await source.getByText('Ticker').waitFor();
    await source.getByText('Mean price').waitFor();
    expect(seat.complaints.filter((each) => !/412|999999/.test(each))).toEqual([]);
  });
});
