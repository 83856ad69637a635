import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDeviation } from './charts/deviations.ts';
import { queryTables } from './query/index.ts';

/** The recorded facts lie beside the checkout; they are no part of it. */
const TABLES = join(import.meta.dirname, '../../../shared/conformance/tables');
const present = existsSync(TABLES);

if (!present) {
  it('finds the conformance tables of queries', () => {
    console.warn(`Conformance tables are absent, looked in ${TABLES}: ${queryTables.map((table) => table.name).join(', ')} not checked`);
    expect(process.env.CI).not.toBe('true');
  });
}

it.runIf(present).each(queryTables)('agrees with the conformance table $name but for the deviations', async (table) => {
  const path = join(TABLES, table.file);
  expect(existsSync(path), `${table.file} exists`).toBe(true);
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const results = await table.run(content);
  expect(results.length).toBeGreaterThan(0);
  const wrong = results.filter((result) => !result.ok);
  expect(wrong.filter(({ id }) => !isDeviation(table.file, id))).toEqual([]);
});
