import { transformSync } from '@swc/core';
import type { Plugin, Rolldown } from 'vite';
import { FileRegistry } from './file-registry.ts';

/** The file that every page begins with. */
const START = 'start';
/** Lets Chromium compile all of a file while it is read, in the background, instead of each function when it is first called. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';
/** The bundler's code that lets files be fetched early, and the name by which others call it. */
const PRELOAD_HELPER = /vite\/preload-helper/;
const PRELOAD = '__vitePreload';
/** In its place: a file is fetched once, by what registers it, and not by a link beside that. */
const PRELOAD_CODE = `export const ${PRELOAD} = (load, files = []) => {
  for (const file of files) System.fetch(new URL('/' + file, location.href).href).catch(() => undefined);
  return load();
};`;
const SCRIPT = /<script type="module" crossorigin/g;

const OPTIONS = {
  configFile: false,
  swcrc: false,
  isModule: true,
  jsc: { target: 'es2024', parser: { syntax: 'ecmascript' } },
} as const;

/**
 * Makes the built files scripts that register what they export, instead of modules (`file-registry.ts`): of modules Chromium
 * keeps what it has compiled as well, but compiles them anew each time (docs/adr/0019).
 */
export function classicScripts(): Plugin {
  return {
    name: 'classic-scripts',
    apply: 'build',
    config: () => ({ build: { modulePreload: { polyfill: false } } }),
    transform: {
      filter: { id: PRELOAD_HELPER },
      handler(code) {
        if (!code.includes(PRELOAD))
          this.error('The bundler fetches files early in a way that is not known.');
        return { code: PRELOAD_CODE, map: null };
      },
    },
    generateBundle: {
      // After everything that reads or changes what files import.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const circle = circleOf(chunks);
        if (circle) this.error(`Files need each other in a circle: ${circle.join(', ')}.`);
        for (const chunk of chunks) {
          const isFirst = chunk.isEntry || chunk.name === START;
          chunk.code = isFirst ? firstScript(chunk.code) : classicScript(chunk.code);
        }
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.html'))
            file.source = String(file.source).replaceAll(SCRIPT, '<script defer crossorigin');
      },
    },
  };
}

type Imports = Pick<Rolldown.OutputChunk, 'fileName' | 'imports'>;

/** Files of which each needs the next, and the last the first; undefined where there are none. */
export function circleOf(chunks: readonly Imports[]): string[] | undefined {
  const needs = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const need of needs.get(file) ?? []) {
      const circle = visit(need, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of needs.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}

/** A module as a script that registers it. */
export function classicScript(module: string): string {
  const jsc = { ...OPTIONS.jsc, minify: { compress: false, mangle: false, format: { comments: false } } };
  const { code } = transformSync(module, { ...OPTIONS, jsc, module: { type: 'systemjs' }, minify: true });
  return COMPILE_ALL + code;
}

/** The same of the file that a page begins with: it brings along what registers files, and begins by itself. */
function firstScript(module: string): string {
  const jsc = { ...OPTIONS.jsc, minify: { compress: true, mangle: true } };
  const { code } = transformSync(`globalThis.System=new ${FileRegistry.toString()}`, {
    ...OPTIONS,
    isModule: false,
    jsc,
    minify: true,
  });
  const own = classicScript(module).slice(COMPILE_ALL.length);
  return `${COMPILE_ALL}${code}\n${own}\nSystem.begun=System.import(document.currentScript.src);`;
}
