/**
 * node scripts/build-embed.ts [FOLDER]: writes the elements for pages of other sites as one file, `chartroom.js`, and tells
 * its size. Without a folder it goes to `packages/embed/dist`, with its types beside it, as the npm package has it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const PACKAGE = join(ROOT, 'packages', 'embed');
/** Bytes that pages load of it, packed; it must not become more. */
const MOST = 15_000;

const [given] = process.argv.slice(2);
const folder = given ?? join(PACKAGE, 'dist');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'chartroom.js');
const bundle = await rolldown({ input: join(PACKAGE, 'src', 'index.ts'), platform: 'browser' });
await bundle.write({ file, format: 'esm', minify: true });
await bundle.close();
const packed = gzipSync(readFileSync(file), { level: 9 }).length;
if (packed > MOST)
  throw new Error(`chartroom.js has ${packed} bytes packed, and at most ${MOST} are allowed.`);
if (given === undefined) {
  console.log(`${file}: ${packed} bytes packed`);
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--outDir', folder, '--composite', 'false', '--incremental', 'false'];
  const types = spawnSync(process.execPath, [compiler, '-p', PACKAGE, ...options], { stdio: 'inherit' });
  process.exit(types.status ?? 1);
}
