/**
 * Loads every module of the server in the Node that will run it, and prints those that do not load: tests run in a
 * runner that is more lenient about what a package exports.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** Tests and what only they use, and programs, which would begin to work. */
const LEFT_OUT = /\.test\.ts$|\/testing\/|-double\.ts$|\/main\.ts$|child\.ts$|parent-watch\.ts$/;

const modules = globSync('{apps/server,packages/{query,engines,model}}/src/**/*.ts', { cwd: ROOT }).filter((path) => !LEFT_OUT.test(path));
let failed = 0;
for (const path of modules) {
  try {
    await import(join(ROOT, path));
  } catch (error) {
    failed += 1;
    console.log(`  ${path}: ${String(error)}`);
  }
}
console.log(`  ${modules.length} modules loaded, ${failed} failed`);
// Some wait for events, as a server does.
process.exit(failed > 0 || modules.length === 0 ? 1 : 0);
