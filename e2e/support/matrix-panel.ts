import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sets, in the panel of a chart of flights, a matrix of three metrics by the four destinations with the most flights. */
export async function setMatrix(page: Page): Promise<void> {
  const control = (name: string) => page.locator(`[data-control="matrixify_${name}"]`);
  const choose = async (name: string, text: string) => {
    await control(name).getByRole('combobox').click();
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option-content')
      .getByText(text, { exact: true })
      .click();
  };
  const add = async (name: string, metric: string) => {
    await control(name)
      .getByRole('button', { name: /: Drop/ })
      .click();
    await page.getByRole('combobox', { name: 'Saved metric' }).fill(metric);
    await page.keyboard.press('Enter');
    await page.locator('.ant-popover:visible').getByRole('button', { name: 'Save' }).click();
    await control(name).getByRole('button', { name: metric, exact: true }).waitFor();
  };
  await page.getByRole('button', { name: 'Matrixify' }).click();
  await page.getByRole('checkbox', { name: 'Enable matrixify' }).check();
  await page.getByText('choose what stands in rows or columns').waitFor();
  await control('mode_rows').getByText('Metrics').click();
  for (const metric of ['Flights', 'Average delay (min)', 'Routes']) await add('rows', metric);
  // Metrics stand along one side only.
  expect(await control('mode_columns').getByRole('radio').count()).toBe(2);
  await control('mode_columns').getByText('Dimensions').click();
  await choose('dimension_selection_mode_columns', 'Top n');
  await choose('dimension_columns', 'Destination');
  await control('topn_value_columns').getByRole('spinbutton').fill('4');
  await add('topn_metric_columns', 'Flights');
}
