import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** What a page has that shuts somebody out: rule, weight and the first element of each serious or critical finding. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  const found: Violation[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations)',
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, impact, nodes }) => `${impact} ${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200) ?? ''}`,
    );
}
