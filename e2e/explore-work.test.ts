import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { setMatrix } from './support/matrix-panel.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Listed {
  id: number;
  slice_name: string;
  viz_type: string;
  datasource_id: number;
}

const TEN_TYPES = [
  'echarts_area',
  'pie',
  'table',
  'pivot_table_v2',
  'big_number',
  'heatmap_v2',
  'world_map',
  'funnel',
  'time_table',
  'mixed_timeseries',
];

describe.runIf(browserAtHand())('work in Explore is not lost', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let chart: number;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
    chart = (await chartNamed('Busiest origins')).id;
  });
  afterAll(() => seat?.leave());

  const open = async () => {
    await page.goto(`${seat.product.url}/explore/?slice_id=${chart}`);
    await drawn();
  };
  const drawn = () => page.locator('[data-status="success"] [data-chart-drawn]').first().waitFor();
  const rows = () => page.locator('[data-control="row_limit"]').locator('.ant-select').first();
  const rowLimit = () => rows().textContent();
  const setRowLimit = async (limit: string) => {
    await page.getByRole('combobox', { name: 'Row limit' }).click();
    await page.keyboard.type(limit);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(rowLimit).toContain(limit);
  };
  const altered = () => page.getByText('Altered', { exact: true });
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true });
  const redo = () => page.getByRole('button', { name: 'Redo', exact: true });
  const stored = async (id = chart) => {
    const { result } = await client.call<{ result: { params: string } }>('GET', `/api/v1/chart/${id}`);
    return JSON.parse(result.params);
  };
  const chartNamed = async (name: string): Promise<Listed> => {
    const q = encodeURIComponent(`(filters:!((col:slice_name,opr:eq,value:'${name}')))`);
    const { result } = await client.call<{ result: Listed[] }>('GET', `/api/v1/chart/?q=${q}`);
    const [found] = result;
    if (!found) throw new Error(`There is no chart named ${name}`);
    return found;
  };

  test('changes of the panel are taken back and made again, by button and by key', async () => {
    await open();
    const before = await rowLimit();
    expect(await undo().isDisabled()).toBe(true);
    await setRowLimit('7');
    await altered().waitFor();
    await page.getByRole('button', { name: 'Update chart' }).last().click();
    await drawn();
    await undo().click();
    await expect.poll(rowLimit).toBe(before);
    await altered().waitFor({ state: 'hidden' });
    // A picture that was up to date follows.
    await page.getByText('Your chart is not up to date').waitFor({ state: 'hidden' });
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Control+y');
    await expect.poll(rowLimit).toContain('7');
    await page.keyboard.press('Control+z');
    await expect.poll(rowLimit).toBe(before);
    expect(await redo().isEnabled()).toBe(true);
  });

  test('Back brings controls and picture back, Forward brings them again', async () => {
    await open();
    const before = await rowLimit();
    const address = () => new URL(page.url()).searchParams.get('form_data_key');
    await setRowLimit('5');
    await page.getByRole('button', { name: 'Update chart' }).last().click();
    await drawn();
    await expect.poll(address).not.toBeNull();
    await page.goBack();
    await expect.poll(rowLimit).toBe(before);
    await drawn();
    expect(page.url()).toContain(`slice_id=${chart}`);
    await page.goForward();
    await expect.poll(rowLimit).toContain('5');
    await page.getByText('5 rows').waitFor();
  });

  test('leaving asks; what is to be saved is saved before, what is discarded is gone', async () => {
    await open();
    await setRowLimit('8');
    const dialog = page.getByRole('dialog', { name: 'Save changes to your chart?' });
    const leave = () => page.getByRole('link', { name: 'Charts', exact: true }).first().click();
    await leave();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await rowLimit()).toContain('8');
    await leave();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const saving = page.getByRole('dialog', { name: 'Save chart' });
    await saving.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/chart/list/**');
    expect((await stored()).row_limit).toBe(8);
    await open();
    await setRowLimit('9');
    await leave();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/chart/list/**');
    expect((await stored()).row_limit).toBe(8);
  });

  test('Ctrl+S overwrites the chart, and asks where somebody else has saved it meanwhile', async () => {
    await open();
    await setRowLimit('6');
    await page.keyboard.press('Control+s');
    await page.getByText('Chart [Busiest origins] has been overwritten').waitFor();
    expect((await stored()).row_limit).toBe(6);
    await altered().waitFor({ state: 'hidden' });
    await client.call('PUT', `/api/v1/chart/${chart}`, { description: 'By others' });
    await setRowLimit('12');
    await page.keyboard.press('Control+s');
    const saving = page.getByRole('dialog', { name: 'Save chart' });
    await saving.getByText('Somebody else has saved this chart').waitFor();
    expect((await stored()).row_limit).toBe(6);
    await saving.getByRole('button', { name: 'Overwrite anyway' }).click();
    await saving.waitFor({ state: 'hidden' });
    expect((await stored()).row_limit).toBe(12);
  });

  test('a chart is repeated as a matrix of three metrics by four destinations', async () => {
    await open();
    await setMatrix(page);
    await page.getByRole('button', { name: 'Update chart' }).last().click();
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
    expect(await stored()).toMatchObject({ matrixify_enable: true, matrixify_mode_rows: 'metrics' });
    await open();
    await expect.poll(() => cells.count()).toBe(12);
    expect(await altered().isVisible()).toBe(false);
    await page.getByText('Results and samples').click();
    await page.getByRole('combobox', { name: 'Chart of the matrix' }).fill('Routes, LAX');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'routes' }).waitFor();
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByText('Hide rows').click();
  });

  test('rows of each query and samples are looked through, written as they are stored, and kept as files', async () => {
    const line = await chartNamed('Flights by week and distance');
    await page.goto(`${seat.product.url}/explore/?slice_id=${line.id}`);
    await drawn();
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

  test('nobody is shut out of it, with any of ten chart types, in the light and in the dark', async () => {
    const q = encodeURIComponent('(page_size:100)');
    const { result } = await client.call<{ result: Listed[] }>('GET', `/api/v1/chart/?q=${q}`);
    const byType = new Map(result.map((each) => [each.viz_type, each.id]));
    const found: Record<string, string[]> = {};
    for (const type of TEN_TYPES) {
      await page.goto(`${seat.product.url}/explore/?slice_id=${byType.get(type)}`);
      await drawn();
      found[type] = await barriersInBothLights(page);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
  });

  test('formulas, events, intervals and lines of other charts are laid over a chart', async () => {
    const line = await chartNamed('Average delay by week');
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
    await page.goto(`${seat.product.url}/explore/?slice_id=${line.id}`);
    await drawn();
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
    await page.getByRole('button', { name: 'Update chart' }).last().click();
    const { result } = await (await answer).json();
    expect(Object.keys(result[0].annotation_data).sort()).toEqual(['Days off', 'Spans', 'Weeks']);
    expect(result[0].annotation_data['Days off'].records).toMatchObject([{ short_descr: 'A long weekend' }]);
    expect(result[0].annotation_data.Spans.records).toHaveLength(2);
    await drawn();
    await page.keyboard.press('Control+s');
    await page.getByText(`Chart [${line.slice_name}] has been overwritten`).waitFor();
    const params = await stored(line.id);
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
    const line = await chartNamed('Average delay by week');
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
    const update = () => page.getByRole('button', { name: 'Update chart' }).last().click();
    const continued = await columns(update);
    expect(continued).toEqual(
      expect.arrayContaining(['ATL', 'ATL__yhat', 'ATL__yhat_lower', 'ATL__yhat_upper']),
    );
    await told();
    await page.keyboard.press('Control+s');
    await page.getByText(`Chart [${line.slice_name}] has been overwritten`).waitFor();
    expect(await stored(line.id)).toMatchObject({ forecastEnabled: true, forecastPeriods: '4' });
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
