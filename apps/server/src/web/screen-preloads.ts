import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES, type Page } from '@chartroom/model';
import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);
/** What the built page names itself. */
const NAMED = /(?:src|href)="\/([^"]+)"/g;

type Manifest = z.output<typeof manifestSchema>;

/**
 * Elements that let a page load the code of its screen while the entry is still being read, by the page. A build
 * without a manifest has none.
 */
export async function screenPreloads(dist: string): Promise<(page: Page) => string> {
  const text = await readFile(join(dist, '.vite', 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return () => '';
  const manifest = manifestSchema.parse(JSON.parse(text));
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const named = new Set([...html.matchAll(NAMED)].map(([, file = '']) => file));
  const made = new Map(
    Object.values(PAGES).map((page) => [page, elements(manifest, page.preload ?? [], named)] as const),
  );
  return (page) => made.get(page) ?? '';
}

function elements(manifest: Manifest, modules: readonly string[], named: ReadonlySet<string>): string {
  const keys = Object.keys(manifest).filter((key) => modules.some((end) => key.endsWith(end)));
  const { scripts, styles } = filesOf(manifest, keys);
  const more = (files: Set<string>) => [...files].filter((file) => !named.has(file));
  return [
    ...more(scripts).map((file) => `<link rel="preload" as="script" crossorigin href="/${file}">`),
    ...more(styles).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('');
}

/** The files of modules and of all that these import. */
function filesOf(
  manifest: Manifest,
  modules: readonly string[],
): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const each of chunk.imports ?? []) visit(each);
    // Of two rules that weigh the same the later counts: what a screen says of itself comes after what it is made of.
    for (const style of chunk.css ?? []) styles.add(style);
  };
  for (const key of modules) visit(key);
  return { scripts, styles };
}
