import type { Plugin, Rolldown } from 'vite';
import { z } from 'zod';

/** Where the build tells which file a module is in. */
const MANIFEST = '.vite/manifest.json';
const manifestSchema = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);

/** A file that only hands on what another has. */
interface Facade {
  target: string;
  /** What it calls the names of the other. */
  names: readonly (readonly [own: string, others: string])[];
}

/** All that such a file says. */
const HANDS_ON = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/;

/**
 * Leaves out the files that only hand on what another has: the bundler makes one for each module that is loaded by itself but lies
 * in a file with others, and each costs a request.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    generateBundle: {
      // After the lists of what is loaded along with a file, and the manifest, are written.
      order: 'post',
      handler(_, bundle) {
        const facades = facadesIn(bundle);
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = withTargets(file.code, facades);
          if (file.type === 'asset' && file.fileName === MANIFEST)
            file.source = manifestWithTargets(String(file.source), facades);
        }
        for (const fileName of facades.keys()) delete bundle[fileName];
      },
    },
  };
}

/** The facades among built files, by their names. */
export function facadesIn(bundle: Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>) {
  const facades = new Map<string, Facade>();
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || file.isEntry) continue;
    const [, given, target] = HANDS_ON.exec(file.code.replace(/\/\/# sourceMappingURL.*/, '').trim()) ?? [];
    if (given === undefined || target === undefined) continue;
    const names = given.split(',').map((each) => {
      const [others = '', own = others] = each.trim().split(/\s+as\s+/);
      return [own, others] as const;
    });
    facades.set(file.fileName, { target: file.fileName.replace(/[^/]+$/, target), names });
  }
  return facades;
}

/** Code that loads the files behind facades. */
export function withTargets(code: string, facades: ReadonlyMap<string, Facade>): string {
  let text = code;
  for (const [fileName, { target, names }] of facades) {
    const base = fileName.replace(/^.*\//, '');
    if (!text.includes(base)) continue;
    const picked = names.map(([own, others]) => `${own}:m.${others}`).join(',');
    const loaded = `import("./${target.replace(/^.*\//, '')}").then(m=>({${picked}}))`;
    for (const quote of ['"', "'", '`'])
      text = text.replaceAll(`import(${quote}./${base}${quote})`, () => loaded);
    text = text.replaceAll(fileName, () => target);
    if (text.includes(base)) throw new Error(`${base} is meant in a way that cannot be led on to ${target}.`);
  }
  return text;
}

/** The manifest in which modules of facades lie where they really are. */
function manifestWithTargets(text: string, facades: ReadonlyMap<string, Facade>): string {
  const manifest = manifestSchema.parse(JSON.parse(text));
  const byFile = new Map(Object.values(manifest).map((entry) => [entry.file, entry]));
  const led = Object.entries(manifest).map(([key, entry]) => {
    const facade = facades.get(entry.file);
    const real = facade && byFile.get(facade.target);
    return [key, real ? { ...entry, file: real.file, imports: real.imports, css: real.css } : entry];
  });
  return JSON.stringify(Object.fromEntries(led), null, 2);
}
