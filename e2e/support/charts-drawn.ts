import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until every chart in view has its answer and its picture, and none failed. */
export async function everyChartDrawn(page: Page): Promise<void> {
  const tiles = page.locator('article[data-status]:visible');
  await tiles.first().waitFor();
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('article[data-status]')]
        .filter((tile) => tile.checkVisibility())
        .every((tile) => ['success', 'failed'].includes(tile.getAttribute('data-status') ?? '')),
    undefined,
    {
      timeout: 60_000,
    },
  );
  for (const tile of await tiles.all()) {
    await tile.scrollIntoViewIfNeeded();
    expect(`${await tile.getAttribute('aria-label')}: ${await tile.getAttribute('data-status')}`).toMatch(
      /: success$/,
    );
    await tile.locator('[data-chart-drawn]').first().waitFor();
  }
}
