import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Stored {
  result: { dashboard_title: string; position_json: string; charts: string[] };
}
interface Component {
  type: string;
  children: string[];
  parents?: string[];
  meta: Record<string, unknown>;
}
type Layout = Record<string, Component>;

/** A board as people see it: kinds and words, what stands in what, columns in rows. */
function outline(layout: Layout, id = 'ROOT_ID'): string[] {
  const item = layout[id];
  if (!item) return [];
  const { sliceName, text, code, width } = item.meta;
  const words = [sliceName, text, code].find((each) => typeof each === 'string' && each !== '');
  const own = [item.type, words, width].filter((each) => each !== undefined).join(' ');
  return [own, ...item.children.flatMap((child) => outline(layout, child).map((line) => `  ${line}`))];
}

describe.runIf(browserAtHand())('building dashboards', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    client = await Client.signIn(seat.product);
  });
  afterAll(() => seat?.leave());

  const pane = () => page.getByRole('complementary', { name: 'Components' });
  const palette = (name: string) => pane().getByText(name, { exact: true }).first();
  const tile = (name: string) => page.getByRole('article', { name });
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  const idInAddress = () => Number(/dashboard\/(\d+)\//.exec(page.url())?.[1]);
  const stored = async (id: number) => (await client.call<Stored>('GET', `/api/v1/dashboard/${id}`)).result;
  const boardOf = async (id: number) => outline(JSON.parse((await stored(id)).position_json));

  async function openNew(): Promise<number> {
    await page.goto(`${seat.product.url}/dashboard/new`);
    await page.getByRole('textbox', { name: 'Dashboard title' }).waitFor();
    const onlyMine = pane().getByRole('checkbox', { name: 'Show only my charts' });
    if (await onlyMine.isChecked()) await onlyMine.uncheck();
    return idInAddress();
  }

  async function carry(what: Locator, onto: Locator, x: number, y: number): Promise<void> {
    const box = await onto.boundingBox();
    if (!box) throw new Error('there is nothing to drop on');
    await what.dragTo(onto, { targetPosition: { x: box.width * x, y: box.height * y } });
  }

  async function save(): Promise<void> {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This dashboard was saved successfully.').waitFor();
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
  }

  test('one is built with the mouse alone, and is there again after a reload', async () => {
    const id = await openNew();
    await page.getByRole('textbox', { name: 'Dashboard title' }).fill('Built by mouse');
    await page.getByRole('textbox', { name: 'Dashboard title' }).press('Enter');
    const empty = page.getByText('Drag and drop components here');
    await carry(palette('Films by rating'), empty, 0.5, 0.5);
    await tile('Films by rating').waitFor();
    await carry(palette('Routes'), tile('Films by rating'), 0.9, 0.5);
    await tile('Routes').waitFor();
    await pane().getByRole('tab', { name: 'Layout elements' }).click();
    await carry(palette('Header'), tile('Films by rating'), 0.5, 0.01);
    await page.getByRole('textbox', { name: 'Header text' }).fill('At a glance');
    await page.getByRole('textbox', { name: 'Header text' }).press('Enter');
    await carry(palette('Text / Markdown'), tile('Routes'), 0.9, 0.5);
    await page.getByRole('button', { name: 'Edit text' }).click();
    await page.getByRole('textbox', { name: 'Text in Markdown' }).fill('# All films');
    await page.getByRole('textbox', { name: 'Dashboard title' }).click();
    await page.getByRole('heading', { name: 'All films' }).waitFor();
    await save();
    const board = [
      'ROOT',
      '  GRID',
      '    HEADER At a glance',
      '    ROW',
      '      CHART Films by rating 4',
      '      CHART Routes 4',
      '      MARKDOWN # All films 4',
    ];
    expect(await boardOf(id)).toEqual(board);
    expect((await stored(id)).dashboard_title).toBe('Built by mouse');
    expect((await stored(id)).charts.toSorted()).toEqual(['Films by rating', 'Routes']);
    await page.reload();
    await page.getByRole('heading', { name: 'At a glance' }).waitFor();
    await expect.poll(() => tile('Routes').getAttribute('data-status')).toBe('success');
  });

  test('another with the keyboard alone: added, moved, sized, undone', async () => {
    const id = await openNew();
    const press = async (target: Locator, ...keys: string[]) => {
      await target.focus();
      for (const key of keys) await page.keyboard.press(key);
    };
    await press(pane().getByRole('button', { name: 'Add Films by rating at the end' }), 'Enter');
    await tile('Films by rating').waitFor();
    await press(pane().getByRole('button', { name: 'Add Routes at the end' }), 'Enter');
    await tile('Routes').waitFor();
    await press(handle('Chart Routes'), 'Control+ArrowUp');
    await press(handle('Chart Routes'), 'ArrowLeft');
    await press(handle('Chart Routes'), 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown');
    await press(handle('Chart Films by rating'), 'Delete');
    await tile('Films by rating').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+z');
    await tile('Films by rating').waitFor();
    await press(page.getByRole('button', { name: 'Save', exact: true }), 'Enter');
    await page.getByText('This dashboard was saved successfully.').waitFor();
    expect(await boardOf(id)).toEqual([
      'ROOT',
      '  GRID',
      '    ROW',
      '      CHART Routes 6',
      '      CHART Films by rating 4',
    ]);
  });

  test('the console told nothing', () => {
    expect(seat.complaints).toEqual([]);
  });
});
