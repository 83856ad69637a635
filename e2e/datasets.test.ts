import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
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
    await choose('Metric currency', 'EUR');
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
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Keep control settings?').waitFor({ state: 'hidden' });
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
    expect(seat.complaints.filter((each) => !each.includes('412'))).toEqual([]);
  });
});
