/**
 * npm run tables [-- FOLDER]: plays every table that the product implements, of `conformance/tables` or another folder laid
 * out like it. Prints `name: N passed, N failed` for each, the failing ids (and whether docs/deviations.md argues
 * them), and a sum as the last line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chartTables } from './tables/charts/index.ts';
import { dashboardTables } from './tables/dashboard-tables.ts';
import { deviationsOf, names } from './tables/deviations.ts';
import { queryTables } from './tables/query/index.ts';

const named = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const folder = named ?? join(import.meta.dirname, '../conformance/tables');
if (!existsSync(folder)) {
  console.error(`There is no folder ${resolve(folder)}.`);
  process.exit(2);
}
let passed = 0;
let failed = 0;
for (const table of [...queryTables, ...chartTables, ...dashboardTables].sort((a, b) =>
  a.name.localeCompare(b.name),
)) {
  const path = join(folder, table.file);
  if (!existsSync(path)) continue;
  const results = await table.run(JSON.parse(readFileSync(path, 'utf8')));
  const wrong = results.filter((each) => !each.ok);
  passed += results.length - wrong.length;
  failed += wrong.length;
  console.log(`${table.name}: ${results.length - wrong.length} passed, ${wrong.length} failed`);
  const argued = deviationsOf(table.file);
  for (const { id, detail } of wrong) {
    const mark = argued.some((deviation) => names(deviation, id)) ? ' (argued)' : '';
    console.log(`  ${id}${mark}${process.argv.includes('--detail') && detail ? `: ${detail}` : ''}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
