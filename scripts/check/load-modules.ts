/**
 * Loads every module of the server in the Node that will run it, and whatever these load only when it is needed, and
 * prints what does not load or lacks a member that is used of it: tests run in a runner that is more lenient about what
 * a package exports.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..');
/** Tests and what only they use, and programs, which would begin to work. */
const LEFT_OUT = /\.test\.ts$|\/testing\/|-double\.ts$|\/main\.ts$|child\.ts$|parent-watch\.ts$/;
/** `const { a, b: c } = await import('package')` and `const library = await import('package')`. */
const LATE = /const\s+(\{[^}]*\}|\w+)\s*=\s*await\s+import\(\s*'([^'.][^']*)'\s*\)/g;

const modules = globSync('{apps/server,packages/{query,engines,model}}/src/**/*.ts', { cwd: ROOT }).filter(
  (path) => !LEFT_OUT.test(path),
);
const problems: string[] = [];
let late = 0;
for (const path of modules) {
  try {
    await import(join(ROOT, path));
    problems.push(...(await lacking(path)));
  } catch (error) {
    problems.push(`${path}: ${String(error)}`);
  }
}
for (const problem of problems) console.log(`  ${problem}`);
console.log(`  ${modules.length} modules loaded, ${late} packages loaded late, ${problems.length} failed`);
// Some wait for events, as a server does.
process.exit(problems.length > 0 || modules.length === 0 ? 1 : 0);

/** Members that a module uses of packages which it loads late, and that these do not have. */
async function lacking(path: string): Promise<string[]> {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found: string[] = [];
  for (const [, bound = '', name = ''] of text.matchAll(LATE)) {
    late += 1;
    const library = await loaded(name, path);
    for (const member of membersUsed(bound, text, library)) found.push(`${path}: '${name}' has no ${member}`);
  }
  return found;
}

/** A package as a module of the workspace finds it, which may have one of its own. */
async function loaded(name: string, path: string): Promise<object> {
  try {
    return await import(name);
  } catch {
    return import(pathToFileURL(createRequire(join(ROOT, path)).resolve(name)).href);
  }
}

/** Names that are taken of a package, or of what it exports as a whole, which it does not have. */
function membersUsed(bound: string, text: string, library: object): string[] {
  const taken = bound.startsWith('{') ? bound.slice(1, -1).split(',') : [`* as ${bound}`];
  return taken.flatMap((each) => {
    const [name = '', local = name] = each.split(/:|\bas\b/).map((part) => part.trim());
    if (name === '') return [];
    const whole: unknown = name === '*' ? library : Reflect.get(library, name);
    if (whole === undefined) return [name];
    if (name !== '*' && name !== 'default') return [];
    const members = [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)\\(`, 'g'))].map(
      ([, member = '']) => member,
    );
    return members.filter((member) => Reflect.get(Object(whole), member) === undefined);
  });
}
