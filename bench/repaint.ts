import type { Page } from 'playwright-core';
import type { Client } from './client.ts';

const FILTER = 'Origin of the bench';

/** Gives a dashboard a filter by the origin of its flights. */
export async function addFilter(client: Client, id: number): Promise<void> {
  const flights = await client.dataset('flights');
  const filter = {
    id: 'NATIVE_FILTER-bench',
    type: 'NATIVE_FILTER',
    name: FILTER,
    filterType: 'filter_select',
    targets: [{ datasetId: flights, column: { name: 'origin' } }],
    controlValues: { multiSelect: false, enableEmptyFilter: false },
    defaultDataMask: { extraFormData: {}, filterState: {} },
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  };
  await client.call('PUT', `/api/v1/dashboard/${id}/filters`, {
    deleted: [],
    modified: [filter],
    reordered: [],
  });
}

/** Puts a value into the filter, or takes out the one that it has. */
export async function choose(page: Page, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: FILTER });
  await field.click();
  await field.fill(value);
  await page.locator('.ant-select-item-option').getByText(value, { exact: true }).click();
  await page.keyboard.press('Escape');
}

/** Milliseconds from the press that something begins with to the frame in which every chart that is asked stands there anew. */
export async function repainted(page: Page, act: () => Promise<void>): Promise<number> {
  await watch(page, watchRepaint);
  await act();
  return seen(page);
}

/** Takes all filters away again. */
export async function reset(page: Page): Promise<void> {
  await repainted(page, async () => {
    await page.getByRole('button', { name: 'Clear all' }).click();
    const apply = page.getByRole('button', { name: /^Apply/ });
    if (await apply.isEnabled()) await apply.click();
  });
}

/** Begins to watch in the page; only then something is done there, which may overtake what is still on its way. */
export async function watch(page: Page, watching: () => Promise<number>): Promise<void> {
  await page.evaluate(`globalThis.seenByBench = (${watching.toString()})(); undefined`);
}

/** What was watched for. */
export function seen(page: Page): Promise<number> {
  return page.evaluate<number>('globalThis.seenByBench');
}

/** In the page: milliseconds from the next press of the pointer's button to the frame in which every chart that is asked stands there anew. */
function watchRepaint(): Promise<number> {
  return new Promise<number>((resolve) => {
    const waiting = new Set<Element>();
    let begun = 0;
    let isAsked = false;
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const pressed = () => {
      begun = performance.now();
    };
    window.addEventListener('pointerup', pressed, { capture: true });
    const observer = new MutationObserver(async (changes) => {
      for (const { target } of changes) {
        if (!(target instanceof Element)) continue;
        if (target.getAttribute('data-status') === 'loading') {
          isAsked = true;
          waiting.add(target);
        } else waiting.delete(target);
      }
      if (!isAsked || waiting.size > 0) return;
      observer.disconnect();
      window.removeEventListener('pointerup', pressed, { capture: true });
      // Pictures are painted in the frame after they were drawn.
      await frame();
      await frame();
      resolve(performance.now() - begun);
    });
    observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-status'] });
  });
}

/** In the page: when every chart in view has been drawn by the page itself, which a click can then filter. */
export function boardReady(): number | false {
  // Asked first: to tell where something stands the page is laid out.
  if (!document.querySelector('[data-chart-drawn]')) return false;
  const tiles = [...document.querySelectorAll('article[data-status]')].filter(
    (tile) => tile.checkVisibility() && tile.getBoundingClientRect().top < innerHeight,
  );
  const isDrawn = tiles.length > 0 && tiles.every((tile) => tile.querySelector('[data-chart-drawn]'));
  return isDrawn && performance.now();
}

/** Waits until every chart in view has its picture. */
export async function allPainted(page: Page): Promise<void> {
  await page.waitForFunction(boardReady, undefined, { polling: 'raf', timeout: 60_000 });
}
