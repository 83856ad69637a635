/**
 * node scripts/build-server.ts: writes the server as one program to `apps/server/dist`, with what its workers and child
 * processes begin with beside it. A start reads a few files instead of a thousand (docs/adr/0015-a-built-server.md).
 */
import { rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'apps', 'server', 'src');
const BUILT = join(ROOT, 'apps', 'server', 'dist');
/** Our own packages, and libraries of hundreds of small modules; all others are loaded as they are installed. */
const WITHIN = /^(?:@chartroom\/[^/]+|kysely|zod|echarts|zrender)(?:\/|$)/;
/** Where a source says where it is: a program that it starts, or anything else. */
const OWN_PLACE = /new URL\('(\.\.?\/[^']+\.ts)', import\.meta\.url\)|import\.meta\.url/g;

/** Sources find beside the program what they start, and all else where it is beside the source. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return;
    return code.replaceAll(OWN_PLACE, (_whole, started: string | undefined) => {
      if (started === undefined)
        return `new URL(${JSON.stringify(relative(BUILT, id))}, import.meta.url).href`;
      const entry = resolve(dirname(id), started);
      const fileName = `${basename(dirname(entry))}-${basename(entry, '.ts')}.js`;
      this.emitFile({ type: 'chunk', id: entry, fileName });
      return `new URL('./${fileName}', import.meta.url)`;
    });
  },
};

/** What charts look like in a browser is nothing to the server. */
const noStyles: Plugin = {
  name: 'no-styles',
  load: (id) => (id.endsWith('.css') ? { code: 'export default {};', moduleType: 'js' } : undefined),
};

/** A file with a letter beyond Latin-1, be it in a comment, takes twice the memory for as long as its functions may be read. */
const narrow: Plugin = {
  name: 'narrow',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\xff]/g, escaped);
  },
};

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const bundle = await rolldown({
  input: { main: join(SOURCE, 'main.ts') },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith(ROOT) && !WITHIN.test(id),
  plugins: [places, noStyles, narrow],
});
rmSync(BUILT, { recursive: true, force: true });
const { output } = await bundle.write({ dir: BUILT, format: 'esm', keepNames: true });
await bundle.close();

// A program whose file another one loads would begin there, too: a worker in the server, one worker in another.
const chunks = output.filter((each) => each.type === 'chunk');
const programs = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
for (const { fileName, imports, dynamicImports } of chunks) {
  const begun = [...imports, ...dynamicImports].find((file) => programs.has(file));
  if (begun !== undefined) throw new Error(`${fileName} loads ${begun}, and so begins that program.`);
}
