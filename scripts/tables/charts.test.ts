import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDeviation } from './charts/deviations.ts';
import { chartTables } from './charts/index.ts';

/** The recorded facts lie beside the checkout; they are no part of it. */
const TABLES = join(import.meta.dirname, '../../../shared/conformance/tables');
const present = existsSync(TABLES);

if (!present) {
  it('finds the conformance tables of charts', () => {
    console.warn(`Conformance tables are absent, looked in ${TABLES}: ${chartTables.map((table) => table.name).join(', ')} not checked`);
    expect(process.env.CI).not.toBe('true');
  });
}

it.runIf(present).each(chartTables)('agrees with the conformance table $name', async (table) => {
  const path = join(TABLES, table.file);
  expect(existsSync(path), `${table.file} exists`).toBe(true);
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const results = await table.run(content);
  expect(results.length).toBeGreaterThan(0);
  const failed = results.filter((result) => !result.ok);
  expect(failed.filter((result) => !isDeviation(table.file, result.id))).toEqual([]);
});
