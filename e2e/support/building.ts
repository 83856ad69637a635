import type { Locator, Page } from 'playwright-core';
import type { Layout } from './layouts.ts';
import type { Seat } from './seat.ts';

/** A board as people see it: kinds and words, what stands in what, columns in rows. */
export function outline(layout: Layout, id = 'ROOT_ID'): string[] {
  const item = layout[id];
  if (!item) return [];
  const { sliceName, text, code, width } = item.meta;
  const words = [sliceName, text, code].find((each) => typeof each === 'string' && each !== '');
  const own = [item.type, words, width].filter((each) => each !== undefined).join(' ');
  return [
    own,
    ...(item.children ?? []).flatMap((child) => outline(layout, child).map((line) => `  ${line}`)),
  ];
}

/** Where charts and elements are taken from in edit mode. */
export function componentsPane(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Components' });
}

/** Makes a dashboard and opens it in edit mode, with every chart to take; answers its id. */
export async function openNewBoard({ page, product }: Seat): Promise<number> {
  await page.goto(`${product.url}/dashboard/new`);
  await page.getByRole('textbox', { name: 'Dashboard title' }).waitFor();
  const onlyMine = componentsPane(page).getByRole('checkbox', { name: 'Show only my charts' });
  if (await onlyMine.isChecked()) await onlyMine.uncheck();
  return Number(/dashboard\/(\d+)\//.exec(page.url())?.[1]);
}

/** Saves what was built, and waits until the dashboard is looked at again. */
export async function saveBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This dashboard was saved successfully.').last().waitFor();
  await page.getByRole('button', { name: 'Edit dashboard' }).waitFor();
}

/** Carries something with the pointer onto something else, to a share of its width and height. */
export async function carry(what: Locator, onto: Locator, x: number, y: number): Promise<void> {
  const { mouse } = what.page();
  const boxOf = async (each: Locator) => {
    const box = await each.boundingBox();
    if (!box) throw new Error('there is nothing to carry, or nothing to drop it on');
    return box;
  };
  await what.scrollIntoViewIfNeeded();
  await onto.scrollIntoViewIfNeeded();
  const from = await boxOf(what);
  await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await mouse.down();
  // What it is dropped on may move until it is there: pictures come, the board makes room.
  for (const steps of [4, 1, 1]) {
    const to = await boxOf(onto);
    await mouse.move(to.x + to.width * x, to.y + to.height * y, { steps });
  }
  await mouse.up();
}
