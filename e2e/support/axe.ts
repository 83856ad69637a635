import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; any: { message: string }[] }[];
}

/**
 * What a page has that shuts somebody out: rule, weight and the first element of each serious or critical finding.
 *
 * @param within - selector of the part that is looked at; the whole page without.
 * @param rules - the only ones that are looked for; all without.
 */
async function barriers(
  page: Page,
  { within, rules }: { within?: string | undefined; rules?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const where = within === undefined ? 'document' : JSON.stringify(within);
  // Frames are closed documents of their own, which nobody speaks to from here.
  const how = JSON.stringify({
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  });
  const found: Violation[] = await page.evaluate(`axe.run(${where}, ${how}).then((r) => r.violations)`);
  return (
    found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      // The text inside an editor takes the focus, which the rule does not see.
      .filter(
        ({ id, nodes }) =>
          id !== 'scrollable-region-focusable' || nodes.some(({ html }) => !html.includes('cm-scroller')),
      )
      .map(
        ({ id, impact, nodes }) =>
          `${impact} ${id} (${nodes.length}): ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message.slice(0, 160) ?? ''}`).join(' ¦ ')}`,
      )
  );
}

/** In the dark other colours stand in the same page. */
const LIGHTS = [
  ['light', {}],
  ['dark', { rules: ['color-contrast'] }],
] as const;

/**
 * What shuts somebody out of the page or a part of it, in the light and, as far as colours go, in the dark. It begins with
 * the one that is on: all is drawn anew in another.
 */
export async function barriersInBothLights(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const [colorScheme, only] of isDark ? LIGHTS.toReversed() : LIGHTS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
    // What is drawn after it, and the colours that begin to fade then.
    await page.waitForTimeout(100);
    // Colours fade from the one to the other.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every((each) => each.effect?.getComputedTiming().progress === null || each instanceof CSSAnimation),
    );
    found.push(...(await barriers(page, { within, ...only })).map((each) => `${colorScheme}: ${each}`));
  }
  return found;
}
