import type { Page } from 'playwright-core';

/** Where a bar of a chart may stand, as parts of its picture. */
const ACROSS = [0.3, 0.4, 0.25];
const DOWN = [0.2, 0.35, 0.5, 0.65];

/** Opens the menu of actions on the data over a bar of a chart on a dashboard, and answers where that was. */
export async function overBar(page: Page, chart: string): Promise<{ x: number; y: number }> {
  const menu = page.getByRole('menu', { name: 'Actions on the data' });
  const canvas = page.getByRole('article', { name: chart }).locator('canvas').first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error(`${chart} has no picture`);
  for (const across of ACROSS) {
    for (const down of DOWN) {
      const at = { x: box.x + box.width * across, y: box.y + box.height * down };
      await page.mouse.click(at.x, at.y, { button: 'right' });
      await menu.waitFor();
      if ((await page.getByRole('menuitem', { name: 'Add cross-filter', exact: true }).count()) > 0)
        return at;
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    }
  }
  throw new Error(`Nothing of ${chart} is under the pointer`);
}
