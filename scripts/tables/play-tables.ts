import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deviationsOf, unsettled } from './deviations.ts';
import type { TableCheck } from './table.ts';

/** The recorded facts lie beside the checkout; they are no part of it. */
const TABLES = join(import.meta.dirname, '../../../shared/conformance/tables');

/**
 * Declares a test for each table: every case agrees, or docs/deviations.md says why not, and nothing is argued
 * there that agrees.
 */
export function playTables(subject: string, tables: readonly TableCheck[]): void {
  const present = existsSync(TABLES);
  if (!present) {
    it(`finds the conformance tables of ${subject}`, () => {
      console.warn(
        `Conformance tables are absent, looked in ${TABLES}: ${tables.map((table) => table.name).join(', ')} not checked`,
      );
      expect(process.env.CI).not.toBe('true');
    });
  }
  it.runIf(present).each([...tables])(
    'agrees with the conformance table $name but for what is argued',
    async (table) => {
      const path = join(TABLES, table.file);
      expect(existsSync(path), `${table.file} exists`).toBe(true);
      const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
      const results = await table.run(content);
      expect(results.length).toBeGreaterThan(0);
      expect(unsettled(results, deviationsOf(table.file))).toEqual({ unargued: [], idle: [] });
    },
  );
}
