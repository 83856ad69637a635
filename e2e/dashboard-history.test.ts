import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { choose } from './support/choose.ts';
import { type Seat, takeSeat } from './support/seat.ts';

interface Stored {
  result: { dashboard_title: string; position_json: string; css: string | null };
}
interface Versions {
  result: { number: number; summary: string }[];
}
type Layout = Record<string, { type: string; children: string[]; meta: Record<string, unknown> }>;

describe.runIf(browserAtHand())('what was saved of dashboards', () => {
  let seat: Seat;
  let page: Page;
  let other: Page;
  let client: Client;
  beforeAll(async () => {
    seat = await takeSeat();
    ({ page } = seat);
    other = await page.context().newPage();
    client = await Client.signIn(seat.product);
  });
  afterAll(() => seat?.leave());

  const text = (code: string, id: string) => ({
    [`ROW-${id}`]: { type: 'ROW', id: `ROW-${id}`, children: [`MARKDOWN-${id}`], meta: {} },
    [`MARKDOWN-${id}`]: {
      type: 'MARKDOWN',
      id: `MARKDOWN-${id}`,
      children: [],
      meta: { code, width: 4, height: 20 },
    },
  });
  const positions = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a', 'ROW-b'] },
    ...text('First', 'a'),
    ...text('Second', 'b'),
  };
  async function make(title: string): Promise<number> {
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/dashboard/', {
      dashboard_title: title,
      json_metadata: JSON.stringify({ positions }),
    });
    await client.call('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions }) });
    return id;
  }
  const stored = async (id: number) => (await client.call<Stored>('GET', `/api/v1/dashboard/${id}`)).result;
  const layoutOf = async (id: number): Promise<Layout> => JSON.parse((await stored(id)).position_json);
  const codes = async (id: number) =>
    Object.values(await layoutOf(id)).flatMap(({ meta }) => (meta?.code === undefined ? [] : [meta.code]));
  const summaries = async (id: number) =>
    (await client.call<Versions>('GET', `/api/v1/dashboard/${id}/versions`)).result.map(
      ({ summary }) => summary,
    );

  async function edit(on: Page, id: number): Promise<void> {
    await on.goto(`${seat.product.url}/superset/dashboard/${id}/?edit=true`);
    await on.getByRole('textbox', { name: 'Dashboard title' }).waitFor();
  }
  async function rename(on: Page, title: string): Promise<void> {
    await on.getByRole('textbox', { name: 'Dashboard title' }).fill(title);
    await on.getByRole('textbox', { name: 'Dashboard title' }).press('Enter');
  }
  const save = (on: Page) => on.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = (on: Page) => on.getByRole('button', { name: 'Edit dashboard' }).waitFor();

  test('two people who change different parts both keep their work', async () => {
    const id = await make('Shared');
    await edit(page, id);
    await edit(other, id);
    await rename(page, 'Shared, renamed');
    await page.getByText('First', { exact: true }).waitFor();
    const mine = { ...positions, ...text('Second, changed', 'b') };
    await client.call('PUT', `/api/v1/dashboard/${id}`, {
      json_metadata: JSON.stringify({ positions: mine }),
    });
    await save(page);
    await saved(page);
    await page.getByText('Second, changed').waitFor();
    expect((await stored(id)).dashboard_title).toBe('Shared, renamed');
    expect(await codes(id)).toEqual(expect.arrayContaining(['First', 'Second, changed']));
    // The second one opened before both saves.
    await rename(other, 'Renamed by the second');
    await save(other);
    const dialog = other.getByRole('dialog', { name: 'Confirm overwrite' });
    await dialog.getByText('Please confirm the overwrite values.').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('title')]);
    await dialog.getByText('Mine', { exact: true }).first().click();
    await dialog.getByText('"Renamed by the second"').waitFor();
    await dialog.getByRole('button', { name: 'Save with these choices' }).click();
    await saved(other);
    expect((await stored(id)).dashboard_title).toBe('Renamed by the second');
    expect(await codes(id)).toEqual(expect.arrayContaining(['First', 'Second, changed']));
    expect((await summaries(id))[0]).toBe('renamed to “Renamed by the second”');
  });

  test('a version is looked at beside the one before it, and restored', async () => {
    const id = await make('With a history');
    const before = (await stored(id)).position_json;
    await client.call('PUT', `/api/v1/dashboard/${id}`, {
      json_metadata: JSON.stringify({
        positions: { ...positions, GRID_ID: { ...positions.GRID_ID, children: ['ROW-a'] } },
      }),
    });
    await page.goto(`${seat.product.url}/superset/dashboard/${id}/`);
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Version history' }).click();
    const dialog = page.getByRole('dialog', { name: 'Version history' });
    await dialog
      .getByRole('heading', { name: 'Version 2: removed text' })
      .or(dialog.getByRole('heading', { name: /Version \d: removed text/ }))
      .first()
      .waitFor();
    await dialog.getByRole('img', { name: 'Before: 2 components' }).waitFor();
    await dialog.getByRole('img', { name: 'In this version: 1 components' }).waitFor();
    await dialog.getByRole('list', { name: 'Versions' }).getByRole('button').nth(1).click();
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('paragraph').filter({ hasText: 'Second' }).waitFor();
    expect((await stored(id)).position_json).toBe(before);
    expect((await summaries(id))[0]).toBe('restored version 1');
  });

  test('what was built while the server was out of reach is kept in the browser and offered again', async () => {
    const id = await make('Out of reach');
    await edit(page, id);
    await rename(page, 'Built offline');
    await page.context().setOffline(true);
    await save(page);
    await page.getByText(/What you built is kept in this browser\./).waitFor();
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('chartroom.draft.')),
    );
    await page.context().setOffline(false);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/was not saved\./).waitFor();
    await page.getByRole('button', { name: 'Take it up again' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Dashboard title' }).inputValue())
      .toBe('Built offline');
    await save(page);
    await saved(page);
    expect((await stored(id)).dashboard_title).toBe('Built offline');
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('chartroom.draft.')),
      ),
    ).toEqual([]);
    expect(seat.complaints.filter((line) => !/status of 412|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual(
      [],
    );
  });

  test('a deleted dashboard is in the trash, and comes back from there', async () => {
    const id = await make('Deleted by mistake');
    await client.call('DELETE', `/api/v1/dashboard/${id}`);
    await page.goto(`${seat.product.url}/dashboard/list/`);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Trash' }).click();
    const row = page.getByRole('row', { name: /Deleted by mistake/ });
    await row.getByText('Dashboard', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Restore Deleted by mistake' }).click();
    await page.getByRole('status').getByRole('link', { name: 'Deleted by mistake' }).click();
    await page.getByRole('heading', { name: 'Deleted by mistake' }).waitFor();
    expect(await codes(id)).toEqual(['First', 'Second']);
    await client.call('DELETE', `/api/v1/dashboard/${id}`);
    await page.goto(`${seat.product.url}/trash/`);
    await page.getByRole('button', { name: 'Delete Deleted by mistake for good' }).click();
    await page.getByRole('textbox', { name: 'Type "DELETE" to confirm' }).fill('delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('The trash is empty').waitFor();
    expect(seat.complaints.filter((line) => !/status of 412|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual(
      [],
    );
  });

  test('the filters of the last visit come back, and views with names are shared', async () => {
    const board = `${seat.product.url}/superset/dashboard/films/`;
    await page.goto(board);
    await choose(page, page.getByRole('complementary', { name: 'Filters' }), 'Genre', 'Comedy');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const kept = page.waitForResponse((answer) => /views\/last$/.test(answer.url()));
    expect((await kept).status()).toBe(200);
    await page.goto(board);
    await page.getByText('Your last filters').waitFor();
    await page.getByTitle('Comedy', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'My views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Only comedies');
    await page.getByRole('checkbox', { name: /Share with everybody/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Only comedies” is one of your views now').waitFor();
    await page.getByTitle('Start afresh').click();
    await expect.poll(() => page.getByTitle('Comedy', { exact: true }).count()).toBe(0);
    const { result } = await client.call<{ result: { id: number; is_shared: boolean }[] }>(
      'GET',
      '/api/v1/dashboard/films/views/',
    );
    expect(result).toMatchObject([{ name: 'Only comedies', is_shared: true }]);
    await other.goto(`${board}?view_id=${result[0]?.id}`);
    await other.getByTitle('Comedy', { exact: true }).first().waitFor();
    expect(await other.getByText('Your last filters').count()).toBe(0);
    await page.getByRole('button', { name: 'My views' }).click();
    await page.getByRole('menuitem', { name: 'Only comedies' }).hover();
    await page.getByRole('menuitem', { name: 'Show', exact: true }).click();
    await page.getByTitle('Comedy', { exact: true }).first().waitFor();
    expect(seat.complaints.filter((line) => !/status of 412|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual(
      [],
    );
  });
});
