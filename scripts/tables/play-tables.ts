import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { notePlayed } from '../test-notes.ts';
import { deviationsOf, unsettled } from './deviations.ts';
import type { TableCheck } from './table.ts';

const TABLES = join(import.meta.dirname, '../../conformance/tables');

/**
 * Declares a test for each table: every case agrees, or docs/deviations.md says why not, and nothing is argued
 * there that agrees.
 */
export function playTables(subject: string, tables: readonly TableCheck[]): void {
  let [cases, agreed] = [0, 0];
  it.each([...tables])('agrees with the conformance table $name but for what is argued', async (table) => {
    const content: unknown = JSON.parse(readFileSync(join(TABLES, table.file), 'utf8'));
    const results = await table.run(content);
    cases += results.length;
    agreed += results.filter(({ ok }) => ok).length;
    expect(results.length).toBeGreaterThan(0);
    expect(unsettled(results, deviationsOf(table.file))).toEqual({ unargued: [], idle: [] });
  });
  afterAll(() => notePlayed(`${tables.length} tables of ${subject}: ${agreed} of ${cases} cases agree`));
}
