import type { Plugin, Rolldown } from 'vite';

/** The file with which the bundler makes modules of others, and the file that every page loads. */
const LOADER = 'rolldown-runtime';
const START = 'start';

/** What files are imported as: names of the file, and what the importer calls them. */
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?/g;

/** Puts the loader of modules into the file that every page loads: alone it would be a request of a few hundred letters. */
export function loaderInStart(): Plugin {
  return {
    name: 'loader-in-start',
    apply: 'build',
    generateBundle: {
      // After the names of files are settled, and their lists written.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const loader = chunks.find(({ name }) => name === LOADER);
        const start = chunks.find(({ name, isEntry }) => name === START || isEntry);
        if (!loader || !start) return;
        // It would have to wait for them, and they for it.
        if (start.imports.some((each) => each !== loader.fileName))
          this.error(`${START} loads ${start.imports.join(', ')} before anything else.`);
        moveLoader(chunks, loader, start);
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && /\.(?:html|json)$/.test(file.fileName))
            file.source = withoutFile(String(file.source), loader.fileName);
        }
        delete bundle[loader.fileName];
      },
    },
  };
}

type Code = Pick<Rolldown.OutputChunk, 'fileName' | 'code'>;

/** Lets files have of the start what they had of the loader. */
export function moveLoader(chunks: readonly Code[], loader: Code, start: Code): void {
  const [, body = '', given = ''] =
    /^([\s\S]*?);?export\s*\{([^}]*)\};?\s*(?:\/\/.*\s*)?$/.exec(loader.code) ?? [];
  const parts = pairsOf(given).map(([own, told]) => `${told}:${own}`);
  for (const chunk of chunks) {
    if (chunk === start || chunk === loader) continue;
    chunk.code = importsOf(chunk.code, loader, (names) => {
      const taken = pairsOf(names).map(([told, own]) => `${inStart(told)} as ${own}`);
      return `import{${taken.join(',')}}from"./${baseOf(start)}";`;
    });
  }
  const own = importsOf(start.code, loader, () => '');
  const used = [...start.code.matchAll(IMPORT)].filter(([, , file]) => file === baseOf(loader));
  const names = used
    .flatMap(([, each = '']) => pairsOf(each))
    .map(([told, name]) => `${name}=${LOADED}.${told}`);
  const declared = [`${LOADED}=(()=>{${body};return{${parts.join(',')}}})()`, ...names].join(',');
  const shared = pairsOf(given).map(([, told]) => `${inStart(told)}=${LOADED}.${told}`);
  const exported = pairsOf(given).map(([, told]) => inStart(told));
  start.code = `const ${[declared, ...shared].join(',')};${own}\nexport{${exported.join(',')}};`;
  for (const chunk of chunks) {
    if (chunk === loader) continue;
    // Lists of what is fetched along with a file.
    chunk.code = chunk.code.replaceAll(loader.fileName, () => start.fileName);
    if (chunk.code.includes(baseOf(loader)))
      throw new Error(`${chunk.fileName} has ${baseOf(loader)} in a way that is not known.`);
  }
}

const LOADED = '__loader';
const inStart = (name: string) => `${LOADED}_${name}`;
const baseOf = ({ fileName }: Code) => fileName.replace(/^.*\//, '');

/** Names as a list of exports or imports has them: the first, and what it is called behind `as`. */
function pairsOf(list: string): (readonly [string, string])[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [one = '', other = one] = each.split(/\s+as\s+/);
      return [one, other] as const;
    });
}

/** Code with other imports of a file. */
function importsOf(code: string, of: Code, made: (names: string) => string): string {
  return code.replaceAll(IMPORT, (whole, names: string, file: string) =>
    file === baseOf(of) ? made(names) : whole,
  );
}

/** A page or a list of files without what asks for a file. */
export function withoutFile(text: string, fileName: string): string {
  if (!text.trimStart().startsWith('{'))
    return text.replaceAll(/[ \t]*<(?:script|link)\b[^>]*>(?:<\/script>)?\n?/g, (element) =>
      element.includes(fileName) ? '' : element,
    );
  const manifest: Record<string, { file?: string; imports?: string[] }> = JSON.parse(text);
  const gone = Object.keys(manifest).filter((key) => manifest[key]?.file === fileName);
  const left = Object.entries(manifest)
    .filter(([key]) => !gone.includes(key))
    .map(([key, { imports, ...entry }]) => [
      key,
      { ...entry, ...(imports && { imports: imports.filter((each) => !gone.includes(each)) }) },
    ]);
  return JSON.stringify(Object.fromEntries(left), null, 2);
}
