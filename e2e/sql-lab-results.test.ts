import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { ADMIN, type Product } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

const SCRIPT = `SELECT range AS n, 'name ' || range AS t, '{"deep": [' || range || ']}' AS j FROM range(500);
SELECT 42 AS answer`;

describe.runIf(browserAtHand())('results of SQL Lab', () => {
  let seat: Seat;
  let product: Product;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ product, page } = seat);
  });
  afterAll(async () => seat?.leave());

  const grid = () => page.getByRole('grid', { name: 'Query results' });
  const cell = (row: number, column: number) =>
    grid().locator(`tr[aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const copyAs = async (form: string) => {
    await page.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem', { name: form, exact: true }).click();
  };

  const write = async (sql: string) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(sql);
  };
  const query = async (sql: string) => {
    await write(sql);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
  };

  test('every statement of a script has its rows, which are found again after a reload', async () => {
    await page.goto(`${product.url}/sqllab/?dbname=examples&name=Script&sql=${encodeURIComponent(SCRIPT)}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await cell(1, 1).getByText('42').waitFor();
    await page.reload();
    await cell(1, 1).getByText('42').waitFor();
    await page.getByRole('tab', { name: /^1: SELECT range/ }).click();
    await page.getByText('500 rows').waitFor();
    expect(await page.locator('code').getByText('LIMIT').count()).toBe(0);
  });

  test('the statements of a long script are gone through by keys, and bar nobody', async () => {
    const tab = (place: number) => page.getByRole('tab', { name: `${place}: SELECT ${place}`, exact: true });
    await query(Array.from({ length: 40 }, (_each, at) => `SELECT ${at + 1}`).join(';\n'));
    await tab(40).waitFor();
    expect(await tab(40).getAttribute('aria-selected')).toBe('true');
    await tab(40).press('ArrowRight');
    await expect.poll(() => tab(1).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await tab(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: '2: SELECT 2', exact: true }).waitFor();
    await cell(1, 1).getByText('2', { exact: true }).waitFor();
    expect(await barriersInBothLights(page, '[aria-label="Results of the query"]')).toEqual([]);
    await query(SCRIPT);
    await page.getByRole('tab', { name: /^1: SELECT range/ }).click();
    await page.getByText('500 rows').waitFor();
  });

  test('rows are filtered, sorted, marked and copied as they are seen', async () => {
    await page.getByRole('button', { name: 'Column n' }).click();
    await page.getByRole('textbox', { name: 'Filter n' }).fill('10..12');
    await page.getByText('3 of 500 rows').waitFor();
    await page.getByRole('button', { name: 'Sort descending' }).click();
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('region', { name: 'Summary' }).getByText('Distinct').waitFor();
    await page.keyboard.press('Escape');
    await cell(1, 1).getByText('12').waitFor();
    await cell(1, 1).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(clipboard).toBe('n\tt\n12\tname 12\n11\tname 11');
    await copyAs('INSERT');
    await expect.poll(clipboard).toContain(`VALUES\n  (12, 'name 12'),`);
    await page.getByRole('textbox', { name: 'Filter results' }).fill('name 11');
    await grid().locator('mark').getByText('name 11').waitFor();
    await cell(1, 3).dblclick();
    await page.getByRole('dialog').getByText('deep').waitFor();
    await page.keyboard.press('Escape');
  });

  test('columns are hidden, pinned and brought back', async () => {
    await page.getByRole('button', { name: 'Column t' }).click();
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => grid().getByRole('columnheader').first().textContent()).toContain('t');
    await page.getByRole('button', { name: 'Column j' }).click();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('button', { name: 'View (1 hidden)' }).click();
    await page.getByRole('menuitem', { name: /^Reset/ }).click();
    await expect.poll(() => grid().getByRole('columnheader').count()).toBe(3);
  });

  test('markup of a cell is drawn where it is switched on, in a frame that leads nowhere', async () => {
    await query(
      `SELECT '<b>bold</b><a href="https://example.org/">link</a><script>top.seen = 1</script>' AS h`,
    );
    const drawn = page.frameLocator('iframe[title="Value as HTML"]');
    await cell(1, 1).getByText('<b>bold</b>').dblclick();
    await page.getByRole('dialog').getByText('HTML', { exact: true }).click();
    await drawn.locator('b').getByText('bold').waitFor();
    expect(await drawn.getByRole('link').getAttribute('target')).toBe('_blank');
    expect(await page.evaluate(() => 'seen' in window)).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Render HTML/ }).click();
    await page.keyboard.press('Escape');
    await cell(1, 1).dblclick();
    await page.getByRole('dialog').getByText('<b>bold</b>').waitFor();
    expect(await page.getByRole('dialog').getByText('HTML', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('cells of any size and kind are shown, of columns of any number and name', async () => {
    const columns = Array.from({ length: 1_500 }, (_, at) => `${at} AS c${at}`).join(', ');
    await query(`SELECT ${columns}`);
    await cell(1, 1_500).waitFor({ state: 'detached' });
    await expect.poll(() => grid().getAttribute('aria-colcount')).toBe('1500');
    await grid().focus();
    await page.keyboard.press('Control+End');
    await cell(1, 1_500).getByText('1499').waitFor();
    await query(
      `SELECT 1 AS a, 2 AS a, 'infinity'::DOUBLE AS i, 'nan'::DOUBLE AS n, '\\x00\\xFF'::BLOB AS b, TIMESTAMP '9999-12-31 23:59:59' AS late, DATE '0044-03-15 (BC)' AS early, repeat('x', 5000000) AS t`,
    );
    await expect.poll(() => grid().getAttribute('aria-colcount')).toBe('8');
    await cell(1, 2).getByText('2').waitFor();
    await grid().getByText('9999-12-31T23:59:59').waitFor();
    expect([await cell(1, 3).textContent(), await cell(1, 4).textContent()]).toEqual(['Infinity', 'NaN']);
    await cell(1, 8).click();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('5,000,000 characters', { exact: false }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('truth values have words, JSON opens as a tree by its sign and by a key', async () => {
    await query(`SELECT true AS yes, false AS no, [1, 2] AS list, '{"deep": 1}' AS text, '{no' AS other`);
    await expect.poll(() => grid().getAttribute('aria-colcount')).toBe('5');
    expect([await cell(1, 1).textContent(), await cell(1, 2).textContent()]).toEqual(['True', 'False']);
    expect(await grid().getByRole('button', { name: 'Show JSON' }).count()).toBe(2);
    const dialog = page.getByRole('dialog');
    await cell(1, 4).getByRole('button', { name: 'Show JSON' }).click();
    await dialog.getByText('deep').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await cell(1, 3).click();
    await page.keyboard.press('Enter');
    await dialog.getByText('list', { exact: true }).waitFor();
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download to CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('True,False,');
  });

  test('all rows are downloaded, though a limit has cut what is shown', async () => {
    await query('SELECT range AS n, range % 7 AS g FROM range(2500)');
    await page.getByText('1,000 rows', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download to CSV' }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(2_501);
    await page.getByRole('button', { name: 'Run again for up to 10,000' }).click();
    await page.getByText('2,500 rows', { exact: true }).waitFor();
  });

  test('runs are compared, and a query beside the editor', async () => {
    await query('SELECT range AS n, range % 7 + (range // 2400) AS g FROM range(100, 2600)');
    await page.getByText('2,500 rows', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Query history' }).click();
    const earlier = page.getByRole('row', { name: /range\(2500\)/ }).first();
    await earlier.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Compare with the rows shown' }).click();
    await page.getByText('Changed 100').waitFor();
    await page.getByText('Added 100').waitFor();
    await page.getByText('Removed 100').waitFor();
    await page.getByText('2,300 rows are the same.').waitFor();
    await page.keyboard.press('Escape');
    await earlier.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Compare with the editor' }).click();
    await page.getByRole('dialog').getByText('range(100, 2600)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Search by query text' }).fill('no such text');
    await page.getByText('No query is like this').waitFor();
  });

  test('earlier queries come when one scrolls to them, also by keys', async () => {
    const client = await Client.signIn(product);
    const database_id = await client.database('examples');
    for (let number = 0; number < 30; number++)
      await client.call('POST', '/api/v1/sqllab/execute/', { database_id, sql: `SELECT ${number} AS seen` });
    const search = page.getByRole('textbox', { name: 'Search by query text' });
    await page.getByText('All tabs', { exact: true }).click();
    await search.fill('AS seen');
    const list = page.getByRole('region', { name: 'Queries' });
    const rows = () => list.getByRole('row', { name: /AS seen/ }).count();
    await expect.poll(rows).toBe(25);
    await list.focus();
    await page.keyboard.press('End');
    await expect.poll(rows).toBe(30);
    await search.fill('');
  });

  test('a table is looked at, and is there again after a reload', async () => {
    await page.getByRole('combobox', { name: 'Preview a table' }).fill('airports');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Columns (7)' }).waitFor();
    await page.getByRole('tab', { name: 'Data preview' }).click();
    await page.getByRole('grid', { name: 'First rows of airports' }).getByText('Thigpen').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'main.airports' }).waitFor();
  });

  test('in a narrow window nothing is out of reach, and nothing is offered that does nothing', async () => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 390, height: 844 });
    await query('SELECT 1 AS one, 2 AS two, 3 AS three');
    await page.getByRole('button', { name: 'Column one' }).click();
    const filter = await page.getByRole('textbox', { name: 'Filter one' }).boundingBox();
    expect([filter && filter.x >= 0, filter && filter.x + filter.width <= 390]).toEqual([true, true]);
    await page.keyboard.press('Escape');
    // There is no room for all tabs: the one that is chosen comes into sight.
    await page.getByRole('combobox', { name: 'Preview a table' }).fill('airports');
    await page.keyboard.press('Enter');
    const end = async () => {
      const place = await page.getByRole('tab', { name: 'main.airports' }).boundingBox();
      return place ? place.x + place.width : 390;
    };
    await expect.poll(end).toBeLessThan(230);
    await page.getByRole('tab', { name: 'Columns (7)' }).waitFor();
    expect(await barriersInBothLights(page, '[aria-label="Results of the query"]')).toEqual([]);
    await page.getByRole('tab', { name: 'Columns (7)' }).focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight');
    const metadata = await page.getByRole('tab', { name: 'Metadata' }).boundingBox();
    expect((metadata?.x ?? 390) + (metadata?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Tab actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate tab' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Hide tool bar' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    const seen = seat.complaints.length;
    await query('SELECT nothing_there');
    const words = await page.getByText('nothing_there', { exact: false }).last().boundingBox();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    expect(words?.width).toBeGreaterThan(220);
    expect(seat.complaints.splice(seen).filter((line) => !/status of 400/.test(line))).toEqual([]);
    expect(await barriersInBothLights(page, '[aria-label="Results of the query"]')).toEqual([]);
    await page.setViewportSize({ width, height });
    await query('SELECT range AS n, range % 7 AS g FROM range(100)');
    await page.getByText('100 rows', { exact: true }).waitFor();
  });

  test('a chart is drawn beside the rows, and goes on in Explore on the query itself', async () => {
    await page.getByRole('button', { name: 'Quick chart' }).click();
    await page.getByRole('region', { name: 'Quick chart' }).locator('canvas').waitFor();
    await page.mouse.move(0, 0);
    expect(await barriersInBothLights(page, '[aria-label="Results of the query"]')).toEqual([]);
    await page.getByRole('button', { name: 'Open in Explore' }).click();
    await page.waitForURL(/\/explore\/\?.*datasource_type=query/);
    await page.locator('[data-chart-frame] canvas').first().waitFor();
  });

  test('each frame of scrolling, by steps and by leaps, has every row and every column in their places', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `range || ' of ${at}' AS c${at}`).join(', ');
    await page.goto(`${product.url}/sqllab/?new=true&dbname=examples`);
    await query(`SELECT ${names} FROM range(1000)`);
    await cell(1, 1).getByText('0 of 0', { exact: true }).waitFor();
    expect(await grid().evaluate(scrolledFrames, STEPS)).toEqual({ wrong: [], missing: [] });
  });

  test('the console stayed clean', () => expect(seat.complaints).toEqual([]));

  describe('what the end of a session has cut off', () => {
    const runs: unknown[] = [];
    const signInAfter = async (sql: string) => {
      // Nothing else is asked any more by which the page would learn first that the session has ended.
      const isKept = (method: string, url: string) => method === 'PUT' && url.includes('/tabstateview/');
      await Promise.all([
        page.waitForResponse((answer) => isKept(answer.request().method(), answer.url())),
        write(sql),
      ]);
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByLabel('Username').fill(ADMIN.ADMIN_USERNAME);
      await page.getByLabel('Password').fill(ADMIN.ADMIN_PASSWORD);
      runs.length = 0;
      await page.getByRole('button', { name: 'Sign in' }).click();
    };

    test('is run once more after signing in where it reads, also where others write', async () => {
      await page.goto(`${product.url}/sqllab/?new=true&dbname=uploads`);
      await query('SELECT 6 * 7 AS answer');
      await cell(1, 1).getByText('42').waitFor();
      await page.getByRole('button', { name: 'Close live SQL' }).click();
      page.on('request', (request) => {
        if (request.url().endsWith('/sqllab/execute/')) runs.push(request.postDataJSON().sql);
      });
      await signInAfter('SELECT 6 * 8 AS answer');
      await cell(1, 1).getByText('48').waitFor();
      await page.reload();
      await cell(1, 1).getByText('48').waitFor();
      expect(runs).toEqual(['SELECT 6 * 8 AS answer']);
    });

    test('is left alone where it writes, and says so', async () => {
      await signInAfter('CREATE TABLE written AS SELECT 1 AS n');
      await page.getByText('It writes, so it was not run again').waitFor();
      expect(runs).toHaveLength(1);
      await page.getByRole('button', { name: 'Run again' }).click();
      await page.getByText('1 row', { exact: true }).waitFor();
    });
  });
});

/** Pixels to the side and down: slowly, faster, past all that is in view, and back. */
const STEPS = [
  [0, 30],
  [90, 0],
  [120, 240],
  [700, 9_000],
  [0, 2_400],
  [-40, 60],
  [2_000, -300],
  [-1_500, -5_000],
  [60, 0],
  [-9_000, 90_000],
  [0, -250],
  [400, -90_000],
];

/** In the page: what is wrong with the cells of each frame while a grid is scrolled, and which rows are missing in sight. */
async function scrolledFrames(grid: Element, steps: readonly (readonly number[])[]) {
  const scroller = grid.parentElement;
  if (!scroller) throw new Error('Nothing scrolls.');
  const wrong: string[] = [];
  const missing: number[] = [];
  for (const [aside, down] of Array.from({ length: 5 }, () => steps).flat()) {
    scroller.scrollBy(aside ?? 0, down ?? 0);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const rows = [...grid.querySelectorAll('tbody tr')].map((row) => ({
      at: Number(row.getAttribute('aria-rowindex')) - 2,
      cells: [...row.querySelectorAll('td[aria-colindex]')],
    }));
    rows.forEach(({ at, cells }, place) => {
      if (at <= (rows[place - 1]?.at ?? -1)) wrong.push(`row ${at} behind ${rows[place - 1]?.at}`);
      for (const cell of cells)
        if (cell.textContent !== `${at} of ${Number(cell.getAttribute('aria-colindex')) - 1}`)
          wrong.push(`"${cell.textContent}" in row ${at}`);
    });
    const { top, bottom, left } = scroller.getBoundingClientRect();
    for (let y = top + 45; y < bottom - 20; y += 29) {
      const cell = document.elementFromPoint(left + 300, y)?.closest('td');
      if (!cell) missing.push(y - top);
    }
  }
  return { wrong, missing };
}
