import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { chartNamed, inExplore, storedForm } from './support/explore-seat.ts';
import { setMatrix } from './support/matrix-panel.ts';
import { type Seat, takeSeat } from './support/seat.ts';

describe.runIf(browserAtHand())('what Explore makes of one chart', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
  });
  afterAll(() => seat?.leave());

  const open = (chart: number) => inExplore(seat).open(chart);
  const drawn = () => inExplore(seat).drawn();
  const update = () => inExplore(seat).update();

  test('a chart is repeated as a matrix of three metrics by four destinations', async () => {
    const { id: chart } = await chartNamed(client, 'Busiest origins');
    await open(chart);
    await setMatrix(page);
    await update();
    const board = page.getByRole('table', { name: 'Busiest origins; rows: Metrics, columns: Destination' });
    const cells = board.locator('[data-cell] [data-chart-drawn]');
    await expect.poll(() => cells.count()).toBe(12);
    expect(await board.getByRole('columnheader').allInnerTexts()).toEqual(['ORD', 'DFW', 'ATL', 'LAX']);
    expect(await board.getByRole('rowheader').allInnerTexts()).toEqual([
      'Flights',
      'Average delay (min)',
      'Routes',
    ]);
    await page
      .locator('[data-control="matrixify_cell_title_template"]')
      .getByRole('textbox')
      .fill('{{rowLabel}} to {{colLabel}}');
    await board.getByText('Routes to LAX').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Chart [Busiest origins] has been overwritten').waitFor();
    expect(await storedForm(client, chart)).toMatchObject({
      matrixify_enable: true,
      matrixify_mode_rows: 'metrics',
    });
    await open(chart);
    await expect.poll(() => cells.count()).toBe(12);
    expect(await inExplore(seat).isAltered()).toBe(false);
    await page.getByText('Results and samples').click();
    await page.getByRole('combobox', { name: 'Chart of the matrix' }).fill('Routes, LAX');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'routes' }).waitFor();
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByText('Hide rows').click();
  });

  test('rows of each query and samples are looked through, written as they are stored, and kept as files', async () => {
    const line = await chartNamed(client, 'Flights by week and distance');
    await open(line.id);
    await page.getByText('Results and samples').click();
    const grid = page.getByRole('grid');
    const week = grid.getByRole('columnheader').filter({ hasText: 'date' });
    await grid.getByText('2001-01-01', { exact: true }).first().waitFor();
    await grid.getByRole('button', { name: 'Format of date' }).click();
    await page.getByRole('menuitem', { name: 'Original value' }).click();
    await grid.getByText('978307200000').first().waitFor();
    expect(await week.getAttribute('title')).toBe('date: moments');
    const file = page.waitForEvent('download');
    await page.getByRole('tabpanel', { name: 'Results' }).getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Export to .CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
    const handle = page.getByRole('separator').last();
    const room = async () =>
      (await page.getByRole('tabpanel', { name: 'Results' }).boundingBox())?.height ?? 0;
    const before = await room();
    const at = await handle.boundingBox();
    await page.mouse.move((at?.x ?? 0) + 200, (at?.y ?? 0) + 2);
    await page.mouse.down();
    await page.mouse.move((at?.x ?? 0) + 200, (at?.y ?? 0) - 120, { steps: 4 });
    await page.mouse.up();
    await page.reload();
    await drawn();
    // How moments are written is remembered, and so is the room that the rows take.
    await grid.getByText('978307200000').first().waitFor();
    expect(await room()).toBeGreaterThan(before + 80);
    await page.getByRole('tab', { name: 'Samples' }).click();
    await page.getByText('the first of 3,000,000').waitFor();
    await page.getByText('Hide rows').click();
  });

  test('numbers and dates are written in the way of the language that somebody chooses', async () => {
    const choose = async (name: string) => {
      await page.goto(`${seat.product.url}/user_info/`);
      await page.getByRole('combobox', { name: 'Formats' }).fill(name);
      await page.keyboard.press('Enter');
    };
    await choose('Deutsch');
    await page.getByText('1.234.567,89 · Donnerstag, 14.03.2024 · März').waitFor();
    const line = await chartNamed(client, 'Average delay by week');
    await open(line.id);
    const picture = page.getByRole('img', { name: 'Average delay by week' });
    const said = await picture.evaluate((element) => {
      const id = element.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent;
    });
    expect(said).toMatch(/Januar 2001/);
    expect(said).toMatch(/\d,\d/);
    const removal = page.getByRole('button', { name: 'Remove Departure (No filter)' });
    await removal.click();
    await page.getByText('That was the last temporal filter', { exact: false }).waitFor();
    await page.keyboard.press('Control+z');
    await removal.waitFor();
    await choose('As the installation');
    await page.getByText('1,234,567.89 · Thursday, 3/14/2024 · March').waitFor();
  });

  test('formulas, events, intervals and lines of other charts are laid over a chart', async () => {
    const line = await chartNamed(client, 'Average delay by week');
    const layer = await client.call<{ id: number }>('POST', '/api/v1/annotation_layer/', {
      name: 'Holidays',
    });
    await client.call('POST', `/api/v1/annotation_layer/${layer.id}/annotation/`, {
      short_descr: 'A long weekend',
      start_dttm: '2001-02-16T00:00:00',
      end_dttm: '2001-02-20T00:00:00',
    });
    await client.call('POST', '/api/v1/chart/', spans(line));
    await client.call('POST', `/api/v1/chart/${line.id}/favorites/`);
    await open(line.id);
    await page.getByText('Annotations and Layers').click();
    const add = page.getByRole('button', { name: /Add annotation layer/ });
    const editor = page.locator('.ant-popover:visible').last();
    const choose = async (field: string, name: string) => {
      await editor.getByRole('combobox', { name: field, exact: true }).click();
      await page
        .locator('.ant-select-dropdown:visible .ant-select-item-option-content')
        .getByText(name, { exact: true })
        .click();
    };
    await add.click();
    await editor.getByRole('button', { name: 'OK' }).click();
    expect(await editor.getByRole('alert').allInnerTexts()).toEqual(['Mandatory', 'Mandatory']);
    await editor.getByRole('textbox', { name: 'Name' }).fill('Goal');
    await editor.getByRole('textbox', { name: 'Formula' }).fill('5 +');
    await editor.getByText('Bad formula.').waitFor();
    await editor.getByRole('textbox', { name: 'Formula' }).fill('5');
    await editor.getByRole('button', { name: 'OK' }).click();
    await add.click();
    await editor.getByRole('textbox', { name: 'Name' }).fill('Days off');
    await choose('Annotation layer type', 'Event');
    await choose('Annotation layer', 'Holidays');
    await editor.getByText('Show label').click();
    await editor.getByRole('button', { name: 'OK' }).click();
    await add.click();
    await editor.getByRole('textbox', { name: 'Name' }).fill('Spans');
    await choose('Annotation layer type', 'Interval');
    await choose('Annotation source', 'Table');
    await choose('Chart', 'Spans of flights');
    await choose('Interval start column', 'date');
    await choose('Interval end column', 'until');
    await choose('Title column', 'origin');
    await editor.getByRole('button', { name: 'OK' }).click();
    await add.click();
    await editor.getByRole('textbox', { name: 'Name' }).fill('Weeks');
    await choose('Annotation layer type', 'Time Series');
    await choose('Chart', line.slice_name);
    await editor.getByText('Show Markers').click();
    await editor.getByRole('button', { name: 'OK' }).click();
    const answer = page.waitForResponse(/api\/v1\/chart\/data/);
    await update();
    const { result } = await (await answer).json();
    expect(Object.keys(result[0].annotation_data).sort()).toEqual(['Days off', 'Spans', 'Weeks']);
    expect(result[0].annotation_data['Days off'].records).toMatchObject([{ short_descr: 'A long weekend' }]);
    expect(result[0].annotation_data.Spans.records).toHaveLength(2);
    await drawn();
    await page.keyboard.press('Control+s');
    await page.getByText(`Chart [${line.slice_name}] has been overwritten`).waitFor();
    const params = await storedForm(client, line.id);
    expect(params.annotation_layers).toMatchObject([
      { name: 'Goal', annotationType: 'FORMULA', value: '5', show: true, style: 'solid' },
      { name: 'Days off', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer.id, showLabel: true },
      { annotationType: 'INTERVAL', sourceType: 'table', timeColumn: 'date', intervalEndColumn: 'until' },
      { annotationType: 'TIME_SERIES', sourceType: 'line', value: line.id, showMarkers: true },
    ]);
    await page.getByRole('button', { name: 'Spans', exact: true }).click();
    await editor.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Spans', exact: true }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Spans', exact: true }).waitFor();
  });

  test('a line is continued with its band, saved, and continued again when it is opened', async () => {
    const line = await chartNamed(client, 'Average delay by week');
    const address = `${seat.product.url}/explore/?slice_id=${line.id}`;
    const columns = async (act: () => Promise<unknown>): Promise<string[]> => {
      const answer = page.waitForResponse(/api\/v1\/chart\/data/);
      await act();
      const { result } = await (await answer).json();
      await drawn();
      return result[0].colnames;
    };
    const enabled = page.getByRole('checkbox', { name: 'Enable forecast' });
    const periods = page.getByRole('textbox', { name: 'Forecast periods' });
    const told = async () => {
      const box = await page.locator('[data-chart-drawn] canvas').first().boundingBox();
      if (!box) throw new Error('The chart has no place.');
      await page.mouse.move(box.x + box.width / 2 - 1, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page
        .getByText(/, ŷ = .+ \(.+, .+\)/)
        .first()
        .waitFor();
    };
    await page.goto(address);
    await drawn();
    await page.getByText('Predictive Analytics').click();
    await enabled.check();
    await periods.fill('4');
    const continued = await columns(update);
    expect(continued).toEqual(
      expect.arrayContaining(['ATL', 'ATL__yhat', 'ATL__yhat_lower', 'ATL__yhat_upper']),
    );
    await told();
    await page.keyboard.press('Control+s');
    await page.getByText(`Chart [${line.slice_name}] has been overwritten`).waitFor();
    expect(await storedForm(client, line.id)).toMatchObject({ forecastEnabled: true, forecastPeriods: '4' });
    expect(await columns(() => page.goto(address))).toEqual(continued);
    await told();
    await page.getByText('Predictive Analytics').click();
    expect([await enabled.isChecked(), await periods.inputValue()]).toEqual([true, '4']);
    // Only what was refused because somebody else had saved.
    expect(seat.complaints.filter((each) => !each.includes('412'))).toEqual([]);
  });
});

/** A table of flights that begin on a day and last for two. */
function spans({ datasource_id }: { datasource_id: number }) {
  const until = { label: 'until', sqlExpression: "date + interval '2 days'", expressionType: 'SQL' };
  const columns = ['date', until, 'origin'];
  const datasource = { id: datasource_id, type: 'table' };
  return {
    slice_name: 'Spans of flights',
    viz_type: 'table',
    datasource_id,
    datasource_type: 'table',
    params: JSON.stringify({ query_mode: 'raw', all_columns: columns, row_limit: 2 }),
    query_context: JSON.stringify({
      datasource,
      queries: [{ columns, metrics: [], row_limit: 2, orderby: [] }],
      result_type: 'full',
      result_format: 'json',
    }),
  };
}
