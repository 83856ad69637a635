import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';

/** Presses of Tab within which everything of a page is reached. */
const MOST_TABS = 120;

describe.runIf(browserAtHand())('Explore without a mouse', () => {
  let seat: Seat;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
  });
  afterAll(() => seat?.leave());

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const isFocused = (element: Locator) =>
    element.first().evaluate((each) => each === document.activeElement, undefined, { timeout: 2_000 });
  /** Goes on with Tab, or another key, until the focus is there. */
  const reach = async (element: Locator, key = 'Tab') => {
    await element.first().waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await isFocused(element)) return;
      await press(key);
    }
    throw new Error(`${String(element)} is not reached by ${MOST_TABS} presses of ${key}`);
  };
  const focused = (element: Locator) => expect.poll(() => isFocused(element)).toBe(true);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const adds = (field: string) => button(new RegExp(`^${field}: Drop`));
  const field = (name: string) => page.getByRole('combobox', { name, exact: true });
  const control = (name: string) => page.locator(`[data-control="${name}"]`);
  const pill = (name: string, text: string) => control(name).getByRole('button', { name: text, exact: true });
  const editor = () => page.locator('.ant-popover:visible');
  const drawn = () => page.locator('[data-status="success"] [data-chart-drawn]').first().waitFor();

  const open = async () => {
    await page.goto(`${seat.product.url}/explore/?datasource=2__table`);
    await drawn();
  };

  test('from the list of datasets to a saved chart', async () => {
    await page.goto(`${seat.product.url}/tablemodelview/list/?filters=(search:flights)`);
    await reach(page.getByRole('link', { name: 'flights', exact: true }));
    await press('Enter');
    await drawn();

    await reach(button('View all charts'));
    await press('Enter');
    await focused(page.getByRole('textbox', { name: 'Search all charts' }));
    await type('bar chart');
    await press('Enter', 'Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await focused(button('View all charts'));
    await button('Bar Chart').and(page.locator('[aria-pressed="true"]')).waitFor();

    // Metrics: a saved one by what it reckons, a simple one, and one in SQL.
    await reach(adds('Metrics'), 'Shift+Tab');
    await press('Enter');
    await focused(field('Saved metric'));
    await type('avg(');
    await press('Enter', 'Control+Enter');
    await pill('metrics', 'Average delay (min)').waitFor();
    await focused(adds('Metrics'));
    await press('Enter');
    await focused(field('Saved metric'));
    await reach(editor().getByRole('tab', { name: 'Saved' }), 'Shift+Tab');
    await press('ArrowRight', 'Enter');
    await reach(field('Column'));
    await type('distance (m');
    await press('Enter');
    await reach(field('Aggregate'));
    await type('max');
    await press('Enter', 'Control+Enter');
    await pill('metrics', 'MAX(distance)').waitFor();
    await focused(adds('Metrics'));
    await press('Enter');
    await focused(field('Saved metric'));
    await reach(editor().getByRole('tab', { name: 'Saved' }), 'Shift+Tab');
    await press('ArrowRight', 'ArrowRight', 'Enter');
    await reach(page.getByRole('textbox', { name: 'SQL expression' }));
    await type('min(dela');
    await page.locator('.cm-tooltip-autocomplete').getByText('delay', { exact: true }).waitFor();
    // A completion takes no key in the first moment, in which it may come in the way of what is typed.
    await page.waitForTimeout(150);
    await press('Enter', 'End');
    await type(' +');
    await editor().getByRole('alert').getByText("Error parsing near '+'", { exact: true }).waitFor();
    await press('Backspace', 'Backspace');
    await editor().getByRole('alert').waitFor({ state: 'hidden' });
    await reach(page.getByRole('textbox', { name: 'Label' }));
    await type('Earliest');
    await press('Enter');
    await pill('metrics', 'Earliest').waitFor();
    await focused(adds('Metrics'));
    // The last is put first.
    await press('Shift+Tab', 'Shift+Tab');
    await focused(pill('metrics', 'Earliest'));
    await press('Alt+ArrowUp');
    await expect.poll(() => control('metrics').textContent()).toMatch(/Earliest\s*MAX/);
    await focused(pill('metrics', 'Earliest'));

    await reach(adds('Dimensions'));
    await press('Enter');
    await focused(field('column(s)'));
    await type('origin');
    await press('Enter', 'Control+Enter');
    await focused(adds('Dimensions'));

    // Filters: values from the list and from elsewhere, and a range of time.
    await reach(adds('Filters'));
    await press('Enter');
    await focused(field('Column'));
    await type('destination');
    await press('Enter');
    await reach(field('Value'));
    await type('OR');
    await page.locator('.ant-select-item-option').filter({ hasText: /^ORD/ }).waitFor();
    await type('D');
    await press('Enter');
    await page.evaluate(() => navigator.clipboard.writeText('ATL\r\n LAX\n\nORD\n'));
    await press('Control+v', 'Control+Enter');
    await button('Destination IN (ORD, ATL, LAX)').waitFor();
    await focused(adds('Filters'));
    await reach(button('Departure (No filter)'), 'Shift+Tab');
    await press('Enter');
    await reach(editor().getByRole('button', { name: /^Time range/ }));
    await press('Enter');
    await focused(field('Range type'));
    await press('Enter', 'ArrowUp', 'Enter');
    await reach(page.getByRole('textbox', { name: 'START (INCLUSIVE)' }));
    await type('2001-01-01');
    await reach(page.getByRole('textbox', { name: 'END (EXCLUSIVE)' }));
    await type('2001-02-01');
    await expect.poll(() => button('APPLY').isEnabled()).toBe(true);
    await reach(button('APPLY'));
    await press('Enter');
    await focused(editor().getByRole('button', { name: /^Time range/ }));
    await press('Control+Enter');
    await focused(button('Departure (2001-01-01 : 2001-02-01)'));

    const asked = page.waitForRequest(/api\/v1\/chart\/data/);
    await press('Control+Enter');
    const [query] = (await asked).postDataJSON().queries;
    expect(query.metrics.map((each: { label?: string }) => each.label ?? each)).toEqual([
      'SUM(delay)',
      'avg_delay',
      'Earliest',
      'MAX(distance)',
    ]);
    expect(query.filters).toContainEqual({ col: 'destination', op: 'IN', val: ['ORD', 'ATL', 'LAX'] });
    await drawn();

    await reach(button('Results and samples'));
    await press('Enter');
    await focused(button('Hide rows'));
    await page.getByRole('grid').getByText('2001-01-01').first().waitFor();
    await focused(button('Hide rows'));
    await press('Enter');
    await focused(button('Results and samples'));

    await press('Control+s');
    await focused(page.getByRole('textbox', { name: 'Chart name' }));
    await type('Made by keys');
    await press('Enter');
    await page.waitForURL('**/explore/?slice_id=*');
    await page.getByText('Chart [Made by keys] has been saved').waitFor();
  });

  test('what is answered at once is asked at once, as long as that is wanted', async () => {
    const setRows = async (rows: string) => {
      await reach(field('Row limit'));
      await type(rows);
      const offered = page.locator('.ant-select-item-option-active');
      await offered.getByText(rows, { exact: true }).waitFor();
      await press('Enter', 'Escape');
    };
    const behind = page.getByText('Your chart is not up to date');
    const rows = (count: number) => page.getByText(`${count} rows`).first().waitFor();
    const choose = async (name: string) => {
      await reach(button('Menu actions trigger'), 'Shift+Tab');
      await press('Enter', 'ArrowDown');
      await reach(page.getByRole('menuitem', { name }), 'ArrowDown');
      await press('Enter');
      await focused(button('Menu actions trigger'));
    };
    await page.goto(`${seat.product.url}/explore/?datasource=4__table`);
    await drawn();
    await reach(adds('Metrics'));
    for (const count of [7, 5]) {
      await setRows(String(count));
      await press('Control+Enter');
      await rows(count);
    }
    await setRows('7');
    await rows(7);
    await choose('Run quick questions at once: on');
    await reach(adds('Metrics'));
    await setRows('5');
    await behind.waitFor();
    await choose('Run quick questions at once: off');
    await rows(5);
    expect(await behind.isVisible()).toBe(false);
  });

  test('Escape closes the completion of a written metric, not what was written', async () => {
    await open();
    await page.locator('[data-control="metrics"] button').first().click();
    await page.getByRole('tab', { name: 'Custom SQL' }).click();
    const editor = page.getByRole('textbox', { name: 'SQL expression' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('sum(del');
    await page.locator('.cm-tooltip-autocomplete').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'hidden' });
    expect(await editor.textContent()).toContain('sum(del');
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'hidden' });
  });

  test('a field opens where it can be typed; a filter on numbers takes numbers, and finds them in order', async () => {
    await open();
    await page.getByRole('button', { name: /^Metrics: Drop/ }).press('Enter');
    await page.getByRole('combobox', { name: 'Saved metric' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filters: Drop/ }).press('Enter');
    await page.getByRole('combobox', { name: 'Column' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('distance (m');
    await page.keyboard.press('Enter');
    const value = page.getByRole('combobox', { name: 'Value' });
    await value.click();
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option-content');
    await offered.first().waitFor();
    const numbers = (await offered.allInnerTexts()).map((each) => Number(each.split('\n')[0]));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    await value.fill('abc');
    await page.keyboard.press('Enter');
    await page.getByText('"abc" is not a number, and distance holds numbers.').waitFor();
    const save = page.locator('.ant-popover:visible').getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    // In the first moment after a value was taken, Backspace does not take it away.
    await page.waitForTimeout(300);
    await value.press('Backspace');
    await page.getByText('"abc" is not a number').waitFor({ state: 'hidden' });
    // What stands before a comma is a value.
    await value.pressSequentially('21,');
    await expect.poll(() => save.isEnabled()).toBe(true);
    // The list of choices may lie over it.
    await save.press('Enter');
    await page.getByRole('button', { name: 'Distance (miles) IN (21)', exact: true }).waitFor();
  });

  test('nobody was complained about', () => {
    expect(seat.complaints).toEqual([]);
  });
});
